import { formatHectares, formatNumber } from '#domain';
import { useMoreRows } from '#platform';
import { RowButton, RowList } from '#ui';
import styles from './start.module.css';
import type { Held } from './steps.ts';

interface StockStepProps {
  readonly held: Held;
  readonly onOpening: (lotId: string) => void;
}

/** Opening stock per lot, by the ordinary form (domain.md §3.1). */
export const StockStep = ({ held: { lots }, onOpening }: StockStepProps) => {
  const { count, end } = useMoreRows(lots.length, '');
  if (lots.length === 0) return <p>La hacienda se carga lote por lote: primero cargá los lotes.</p>;
  return (
    <>
      <p>Tocá un lote y cargá los animales que tiene, con su rodeo y desde qué día.</p>
      <div className={styles.lots}>
        <RowList label="Lotes">
          {lots.slice(0, count).map(({ lot, heads }) => (
            <li key={lot.id}>
              <RowButton
                leads
                title={lot.name}
                subtitle={formatHectares(lot.hectares)}
                right={heads > 0 ? `${formatNumber(heads, 0)} cab.` : 'Sin hacienda'}
                onClick={() => onOpening(lot.id)}
              />
            </li>
          ))}
        </RowList>
      </div>
      <div ref={end} />
    </>
  );
};
