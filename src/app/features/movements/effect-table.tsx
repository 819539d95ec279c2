import { cellId, formatNumber, type Movement } from '#domain';
import { Card } from '#ui';
import { useCalm, useCategories, useLots, useRodeos } from '#platform';
import { UnsexedHere, unsexedIn } from '#farm/unsexed-here.tsx';
import type { MovementView } from '#sync/farm.ts';
import { type Balance, readBalances } from './balances.ts';
import styles from './movements.module.css';

/** ' (era: El Ombú)' for a deleted place; empty for none or several (domain.md §5, F25). */
function wasCalled({ metadata }: Pick<Movement, 'metadata'>, control: 'lot' | 'rodeo'): string {
  const was = (metadata['was'] ?? {}) as Readonly<Record<string, string>>;
  const names = Object.entries(was).flatMap(([field, name]) => (field.includes(control) ? [name] : []));
  const [only] = names;
  return names.length === 1 ? ` (era: ${only})` : '';
}

/** Below zero, heads are missing from the book: no negatives shown (domain.md §3.0). */
const standing = (heads: number): string =>
  heads < 0 ? `${formatNumber(-heads, 0)} de menos` : formatNumber(heads, 0);

/** Effect on the herd by cell, with balances (domain.md §2.16). */
export const EffectTable = ({ view }: { readonly view: MovementView }) => {
  const { lines, movement } = view;
  const balances = useCalm((views) => readBalances(views, view), [view]);
  const lots = useLots();
  const rodeos = useRodeos();
  const categories = useCategories();
  if (lines.length === 0 || !lots || !rodeos || !categories) return null;
  const lotName = (id: string | null): string =>
    lots.find((view) => view.lot.id === id)?.lot.name ??
    (id ? 'Lote eliminado' : `Sin lote${wasCalled(movement, 'lot')}`);
  const rodeoName = (id: string | null): string =>
    rodeos.find((view) => view.rodeo.id === id)?.rodeo.name ??
    (id ? 'Rodeo eliminado' : `Sin rodeo${wasCalled(movement, 'rodeo')}`);
  const unsexed = unsexedIn(lines, {})[0];
  return (
    <>
      <Card title="Efecto en la hacienda">
        <table className={styles.effect}>
          <thead>
            <tr>
              <th scope="col">Lugar</th>
              <th scope="col">Categoría</th>
              <th scope="col">
                Cabezas
                {balances && balances.size > 0 ? (
                  <>
                    <br />
                    <small>antes → después</small>
                  </>
                ) : null}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.lot} ${line.rodeo} ${line.category}`}>
                <td>
                  {lotName(line.lot)}
                  <br />
                  <small>{rodeoName(line.rodeo)}</small>
                </td>
                <td>{categories.find((category) => category.id === line.category)?.name ?? 'Categoría eliminada'}</td>
                <td>
                  {line.head > 0 ? '+' : '−'}
                  {formatNumber(Math.abs(line.head), 0)}
                  <Balances of={balances?.get(cellId(line))} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      {unsexed ? <UnsexedHere lotId={unsexed.lot} rodeoId={unsexed.rodeo} /> : null}
    </>
  );
};

const Balances = ({ of }: { readonly of: Balance | undefined }) =>
  of ? (
    <>
      <br />
      <small>{`${standing(of.before)} → ${standing(of.after)}`}</small>
    </>
  ) : null;
