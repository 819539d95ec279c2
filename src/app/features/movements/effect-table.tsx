import { cellId, formatNumber, lotOf, type Movement, type Posting, rodeoOf } from '#domain';
import { Card } from '#ui';
import { useCalm, useCategories, useLots, useRodeos } from '#platform';
import { UnsexedHere, unsexedIn } from '#farm/unsexed-here.tsx';
import type { FarmViews, MovementView } from '#sync/farm.ts';
import { newestMovements } from '#farm/newest-movements.ts';
import styles from './movements.module.css';

/** ' (era: El Ombú)' for a deleted place; empty for none or several (domain.md §5, F25). */
function wasCalled({ metadata }: Pick<Movement, 'metadata'>, control: 'lot' | 'rodeo'): string {
  const was = (metadata.was ?? {}) as Readonly<Record<string, string>>;
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
  const [balances, isOld] = useCalm((views) => readBalances(views, view), [view]);
  const lots = useLots();
  const rodeos = useRodeos();
  const categories = useCategories();
  if (lines.length === 0 || !lots || !rodeos || !categories) return null;
  const lotName = (id: string | null): string =>
    lotOf(lots, id)?.name ?? (id ? 'Lote eliminado' : `Sin lote${wasCalled(movement, 'lot')}`);
  const rodeoName = (id: string | null): string =>
    rodeoOf(rodeos, id)?.name ?? (id ? 'Rodeo eliminado' : `Sin rodeo${wasCalled(movement, 'rodeo')}`);
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
                  <Balances of={balances?.get(cellId(line))} heads={line.head} isOld={isOld} />
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

interface BalancesProps {
  readonly of: Balance | undefined;
  readonly heads: number;
  readonly isOld: boolean;
}

/** Keeps its line, empty, while it is that of the heads before an edit. */
const Balances = ({ of, heads, isOld }: BalancesProps) =>
  of ? (
    <>
      <br />
      <small aria-busy={isOld || undefined}>
        {of.after - of.before === heads ? `${standing(of.before)} → ${standing(of.after)}` : '\u00a0'}
      </small>
    </>
  ) : null;

interface Balance {
  readonly before: number;
  readonly after: number;
}

const recordsAtMost = 300;

/** Sort key: date of the fact, then time of recording. */
const orderOf = ({ movement: { date, created_at, id } }: MovementView): string => `${date}|${created_at}|${id}`;

/** Filter for the cell's place; null without lot and rodeo. */
const placeOf = ({ lot, rodeo }: Posting) =>
  lot !== null ? { lotId: lot } : rodeo !== null ? { rodeoId: rodeo } : null;

/** Balances by cell id (domain.md §2.16): today's stock minus what came later. */
async function readBalances(
  views: Pick<FarmViews, 'page' | 'stock'>,
  view: MovementView,
): Promise<ReadonlyMap<string, Balance>> {
  const stock = await views.stock();
  const found = view.lines.map(async (line): Promise<readonly [string, Balance] | null> => {
    const id = cellId(line);
    const place = placeOf(line);
    if (!place) return null;
    const read = await newestMovements(views, { ...place, from: view.movement.date }, recordsAtMost);
    if (read.length === recordsAtMost) return null;
    const later = read.filter((other) => other.key !== view.key && orderOf(other) > orderOf(view));
    const since = later.flatMap(({ lines }) => lines).filter((other) => cellId(other) === id);
    const now = stock.find((cell) => cellId(cell) === id)?.head ?? 0;
    const after = since.reduce((heads, { head }) => heads - head, now);
    return [id, { before: after - line.head, after }];
  });
  return new Map((await Promise.all(found)).filter((one) => one !== null));
}
