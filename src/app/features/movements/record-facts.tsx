import { type Fact, factsOf, type LinesFact, type Movement } from '#domain';
import { useMay, useRecordNames } from '#platform';
import { Card, FactList, type ShownFact, Skeleton } from '#ui';
import styles from './movements.module.css';
import { PlaceChanges } from './place-changes.tsx';
import { WeightsCard } from './weights-card.tsx';

/** Shown elsewhere on the page. */
const shownElsewhere: ReadonlySet<string> = new Set(['date', 'detail', 'photos', 'withdrawal_reason']);

const shown = ({ field, label, words }: Fact): ShownFact => ({ key: field, label, words });

const isLines = (fact: Fact | LinesFact): fact is LinesFact => 'lines' in fact;

/** All data of the record: fields, weights, changes of a place. */
export const RecordFacts = ({ movement }: { readonly movement: Movement }) => (
  <>
    <Facts movement={movement} />
    <WeightsCard movement={movement} />
    <PlaceChanges movement={movement} />
  </>
);

/** Fields and lines, with units. */
const Facts = ({ movement }: { readonly movement: Movement }) => {
  const names = useRecordNames();
  const seesMoney = useMay('see-money');
  if (!names) {
    return (
      <Card title="Datos">
        <Skeleton rows={2} />
      </Card>
    );
  }
  const all = factsOf(movement, names, seesMoney).filter(({ field }) => !shownElsewhere.has(field));
  const facts = all.filter((fact): fact is Fact => !isLines(fact));
  const lists = all.filter(isLines);
  if (all.length === 0) return null;
  return (
    <Card title="Datos">
      {facts.length > 0 ? <FactList facts={facts.map(shown)} label="Datos del registro" /> : null}
      {lists.map((list) => (
        <Lines key={list.field} list={list} />
      ))}
    </Card>
  );
};

/** Weights have their own card (`WeightsCard`). */
const partsOf = (facts: readonly Fact[]): readonly Fact[] => facts.filter(({ field }) => field !== 'weights');

const Lines = ({ list: { label, lines } }: { readonly list: LinesFact }) => {
  const isShort = lines.every(({ facts }) => partsOf(facts).length <= 1);
  return (
    <div className={styles.lines}>
      <h3>{label}</h3>
      {isShort ? (
        <FactList
          label={label}
          facts={lines.map(({ title, facts }, index) => ({
            key: String(index),
            label: title,
            words: partsOf(facts)[0]?.words ?? '',
          }))}
        />
      ) : (
        <ul>
          {lines.map(({ title, facts }, index) => (
            // Titles may repeat.
            <li key={index}>
              <h4>{title}</h4>
              <FactList facts={partsOf(facts).map(shown)} label={title} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
