import type { Asset, Day } from '#domain';
import { type DaysOfStock, daysOfStock, usedSince } from '#domain/supplies/days-of-stock.ts';
import type { FarmViews } from '#sync/farm.ts';

const linesAtFirst = 100;
/** Beyond these the mean is of fewer days. */
const linesAtMost = 20_000;

/** How long an item lasts, by the lines of its book that count. */
export async function readDaysOfStock(
  views: Pick<FarmViews, 'kardex'>,
  item: Pick<Asset, 'id' | 'quantity'>,
  today: Day,
  limit = linesAtFirst,
): Promise<DaysOfStock> {
  const { lines, more } = (await views.kardex(item.id, limit)) ?? { lines: [], more: false };
  const isWhole = !more || limit > linesAtMost || (lines.at(-1)?.date ?? today) < usedSince(today);
  return isWhole ? daysOfStock(item.quantity, lines, today) : readDaysOfStock(views, item, today, limit * 4);
}
