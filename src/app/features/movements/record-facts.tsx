import {
  byId,
  changesBetween,
  type Fact,
  factsOf,
  formatKilos,
  formatNumber,
  type LinesFact,
  type Movement,
  type OneWeight,
  weightFigures,
} from '#domain';
import { useCategories, useMay, useRecordNames } from '#platform';
import { Card, ChangeList, FactList, FigureList, type ShownFact, Skeleton } from '#ui';
import { isSaid } from '#domain/movements/words.ts';
import { shownChanges } from '#farm/field-changes.ts';
import styles from './movements.module.css';

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

/** Valid weights of a line: rows come from the server. */
const weightsIn = (line: Readonly<Record<string, unknown>>): OneWeight[] =>
  (Array.isArray(line.weights) ? (line.weights as unknown[]) : []).flatMap((weight) => {
    const { kg, tag } = (weight ?? {}) as Readonly<Record<string, unknown>>;
    return typeof kg === 'number' ? [{ kg, ...(typeof tag === 'string' && { tag }) }] : [];
  });

const wordsOf = ({ kg, tag }: OneWeight): string => (tag ? `${formatKilos(kg)} (${tag})` : formatKilos(kg));

/** Animals weighed one by one: summary and each weight (domain.md §3.5, WEIGHING). */
const WeightsCard = ({ movement }: { readonly movement: Movement }) => {
  const categories = useCategories();
  const groups = movement.animals
    .map((line) => ({ category: line.type, weights: weightsIn(line) }))
    .filter(({ weights }) => weights.length > 0);
  if (groups.length === 0) return null;
  return (
    <>
      {groups.map(({ category, weights }) => {
        const name = byId(categories, category)?.name ?? '';
        const figures = weightFigures(weights);
        return (
          <Card key={category} title={`Pesados de a uno${name && ` · ${name}`}`}>
            {figures ? (
              <FigureList
                label={`Pesos de ${name || 'la categoría'}`}
                figures={[
                  { label: 'Animales', value: formatNumber(figures.count, 0) },
                  { label: 'Promedio', value: formatKilos(figures.average) },
                  { label: 'Mínimo', value: formatKilos(figures.min) },
                  { label: 'Máximo', value: formatKilos(figures.max) },
                  ...(figures.variation === null
                    ? []
                    : [{ label: 'Variación (CV)', value: `${formatNumber(figures.variation * 100, 1)}%` }]),
                ]}
              />
            ) : null}
            <p className={styles.detail}>{weights.map(wordsOf).join(' · ')}</p>
          </Card>
        );
      })}
    </>
  );
};

/** Changes of an edited lot, rodeo or cycle, from its record (domain.md §3.7: metadata {antes, después}). */
const PlaceChanges = ({ movement }: { readonly movement: Movement }) => {
  const names = useRecordNames();
  const { before, after } = movement.metadata;
  if (!names || !isSaid(before) || !isSaid(after)) return null;
  const changes = shownChanges(movement.type, changesBetween(before, after), names, true);
  return changes.length > 0 ? (
    <Card title="Qué cambió">
      <ChangeList changes={changes} />
    </Card>
  ) : null;
};
