import { cellId, type Posting } from '#domain';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews, MovementView } from '#sync/farm.ts';

/** A cell's heads before and after a record. */
export interface Balance {
  readonly before: number;
  readonly after: number;
}

/** Beyond these no balance is shown. */
const recordsAtMost = 300;

/** Sort key: date of the fact, then time of recording. */
const orderOf = ({ movement: { date, created_at, id } }: MovementView): string => `${date}|${created_at}|${id}`;

/** Filter for the cell's place; null without lot and rodeo. */
const placeOf = ({ lot, rodeo }: Posting) =>
  lot !== null ? { lotId: lot } : rodeo !== null ? { rodeoId: rodeo } : null;

/** Balances by cell id (domain.md §2.16): today's stock minus what came later. */
export async function readBalances(
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
