import { type Fact, factsOf, type LinesFact, type Movement } from '#domain';
import { useMay, useRecordNames } from '#platform';
import { Card, FactList, type ShownFact, Skeleton } from '#ui';
import styles from './movements.module.css';
import { PlaceChanges } from './place-changes.tsx';
import { WeightsCard } from './weights-card.tsx';

/** What stands elsewhere on the page: the day and the words on top, photos as pictures, the reason of who sold in a withdrawal. */
const shownElsewhere: ReadonlySet<string> = new Set(['date', 'detail', 'photos', 'withdrawal_reason']);

const shown = ({ field, label, words }: Fact): ShownFact => ({ key: field, label, words });

const isLines = (fact: Fact | LinesFact): fact is LinesFact => 'lines' in fact;

/** Everything that the record says: its fields, each weight, and what it changed of a place. */
export const RecordFacts = ({ movement }: { readonly movement: Movement }) => (
  <>
    <Facts movement={movement} />
    <WeightsCard movement={movement} />
    <PlaceChanges movement={movement} />
  </>
);

/** All that it says, field by field and line by line, with units. */
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

/** Each weight has a card of its own (`WeightsCard`). */
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
            // Two lines of one category or product are two groups.
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
