import { formatKilos, formatNumber, type Movement, type OneWeight, weightFigures } from '#domain';
import { useCategories } from '#platform';
import { Card, FigureList } from '#ui';
import styles from './movements.module.css';

/** Valid weights of a line: rows come from the server. */
const weightsIn = (line: Readonly<Record<string, unknown>>): OneWeight[] =>
  (Array.isArray(line['weights']) ? (line['weights'] as unknown[]) : []).flatMap((weight) => {
    const { kg, tag } = (weight ?? {}) as Readonly<Record<string, unknown>>;
    return typeof kg === 'number' ? [{ kg, ...(typeof tag === 'string' && { tag }) }] : [];
  });

const wordsOf = ({ kg, tag }: OneWeight): string => (tag ? `${formatKilos(kg)} (${tag})` : formatKilos(kg));

/** Animals weighed one by one: summary and each weight (domain.md §3.5, WEIGHING). */
export const WeightsCard = ({ movement }: { readonly movement: Movement }) => {
  const categories = useCategories();
  const groups = movement.animals
    .map((line) => ({ category: line.type, weights: weightsIn(line) }))
    .filter(({ weights }) => weights.length > 0);
  if (groups.length === 0) return null;
  return (
    <>
      {groups.map(({ category, weights }) => {
        const name = categories?.find((other) => other.id === category)?.name ?? '';
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
