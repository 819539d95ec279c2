import { deleteWhere, farmRows, insertRows, rowsWhere, type Trx } from '../../database/tables.ts';
import type { SupplyEntry } from '../../../domain/supplies/uses.ts';
import type { Review } from '../../../domain/movements/movement.ts';
import { fromThousandths } from '../../../domain/supplies/stock.ts';
import type { AssetEntryRow } from '../../database/tables-office.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { presentAssets } from '../present/present-asset.ts';
import { remark, reviewIn, withDetail } from './review-mark.ts';
import { followStockCounts } from './stock-counts.ts';

type Line = Pick<AssetEntryRow, 'asset_id' | 'thousandths' | 'batch'>;

/** The current stock entries of a movement. */
export const suppliesOf = (db: Trx, movementId: string): Promise<Omit<AssetEntryRow, 'id'>[]> =>
  rowsWhere(db, 'asset_entries', { movement_id: movementId })
    .select(['organization_id', 'movement_id', 'date', 'asset_id', 'kind', 'thousandths', 'batch', 'expires', 'cost'])
    .orderBy('id')
    .execute();

/** Replaces a movement's stock entries and adjusts sums, counts after it, feed, broadcasts and flags; an empty list removes them. */
export async function repostSupplies(
  call: Call,
  commit: Commit,
  movement: { readonly id: string; readonly date: string },
  after: readonly SupplyEntry[],
): Promise<void> {
  const { trx, organizationId } = commit;
  const before = await suppliesOf(trx, movement.id);
  if (before.length === 0 && after.length === 0) return;
  await deleteWhere(trx, 'asset_entries', { movement_id: movement.id }).execute();
  const rows = after.map((entry) => ({
    ...entry,
    organization_id: organizationId,
    movement_id: movement.id,
    date: movement.date,
    batch: entry.batch ?? '',
  }));
  if (rows.length > 0) await insertRows(trx, 'asset_entries', rows);
  const lines: Line[] = [...before.map((line) => ({ ...line, thousandths: -line.thousandths })), ...rows];
  for (const delta of byBatch(lines)) await adjust(commit, delta);
  const touched = [...new Set(lines.map((line) => line.asset_id))];
  const [date = movement.date] = [movement.date, ...before.map((line) => line.date)].toSorted();
  for (const asset_id of touched) {
    const thousandths = await followStockCounts(call, commit, asset_id, { id: movement.id, date });
    if (thousandths !== 0) await adjust(commit, { asset_id, batch: '', thousandths });
  }
  await markNegativeStock(commit, touched, call.now);
  await announceAssets(commit, touched);
}

/** Sums per batch, zeros too: the expiry may have changed. */
function byBatch(lines: readonly Line[]): Line[] {
  const sums = new Map<string, Line>();
  for (const { asset_id, batch, thousandths } of lines) {
    const key = JSON.stringify([asset_id, batch]);
    sums.set(key, { asset_id, batch, thousandths: (sums.get(key)?.thousandths ?? 0) + thousandths });
  }
  return [...sums.values()];
}

async function adjust({ trx, organizationId }: Commit, delta: Line): Promise<void> {
  const { asset_id, batch, thousandths } = delta;
  const first = await rowsWhere(trx, 'asset_entries', { organization_id: organizationId, asset_id, batch })
    .select((select) => select.fn.min<string | null>('expires').as('expires'))
    .executeTakeFirst();
  const expires = first?.expires ?? null;
  await trx
    .insertInto('asset_stocks')
    .values({ organization_id: organizationId, asset_id, batch, expires, thousandths })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'asset_id', 'batch'])
        .doUpdateSet((update) => ({ thousandths: update('asset_stocks.thousandths', '+', thousandths), expires })),
    )
    .execute();
}

/** Puts items into the feed and broadcasts them, without prices, as everybody hears. */
export async function announceAssets(commit: Commit, ids: readonly string[], made = false): Promise<void> {
  const rows = await farmRows(commit, 'assets').selectAll().where('id', 'in', ids).execute();
  for (const asset of await presentAssets(commit.trx, commit.organizationId, rows, 'without-money')) {
    commit.touch('assets', String(asset.id));
    commit.announce(made ? 'asset-created' : 'asset-updated', { asset });
  }
}

/** An item below zero at the end of a day. */
export interface StockShortage {
  readonly asset_id: string;
  readonly day: string;
  /** What there is that day without these entries, and what they would lack. */
  readonly available: number;
  readonly missing: number;
}

interface DatedLine {
  readonly asset_id: string;
  readonly day: string;
  readonly thousandths: number;
}

/**
 * The first item and day that these entries would take below zero (domain.md §3.0, invariant 1; §2.5). Days count
 * whole; items that do not get worse are skipped.
 */
export async function findStockShortage(commit: Commit, deltas: readonly DatedLine[]): Promise<StockShortage | null> {
  for (const asset_id of new Set(deltas.map((delta) => delta.asset_id))) {
    const book = await farmRows(commit, 'asset_entries', { asset_id })
      .select((select) => ['date as day', select.fn.sum<number>('thousandths').as('thousandths')])
      .groupBy('date')
      .execute();
    const changes = deltas.filter((delta) => delta.asset_id === asset_id);
    const days = [...new Set([...book, ...changes].map((line) => line.day))].toSorted();
    for (const day of days) {
      const [without, added] = [book, changes].map((lines) =>
        lines.filter((line) => line.day <= day).reduce((sum, line) => sum + line.thousandths, 0),
      ) as [number, number];
      if (added < 0 && without + added < 0) {
        return { asset_id, day, available: Math.max(0, without), missing: -(without + added) };
      }
    }
  }
  return null;
}

/**
 * Keeps the flag 'A revisar' on records that used more than the stock (domain.md §2.5), until the missing intake comes.
 */
async function markNegativeStock(commit: Commit, assetIds: readonly string[], now: number): Promise<void> {
  for (const assetId of assetIds) {
    const { missing, takers } = await shortOf(commit, assetId);
    const marked = await markedWith(commit, assetId);
    for (const id of new Set([...takers, ...marked])) {
      await markItem(commit, id, assetId, takers.has(id) ? missing : 0, now);
    }
  }
}

/** What an item lacks, and the movements that took of it since it is short. */
async function shortOf(
  commit: Commit,
  assetId: string,
): Promise<{ readonly missing: number; readonly takers: ReadonlySet<string> }> {
  const lines = await farmRows(commit, 'asset_entries', { asset_id: assetId })
    .select(['movement_id', 'date', 'thousandths'])
    .orderBy('date')
    .execute();
  const total = lines.reduce((sum, line) => sum + line.thousandths, 0);
  if (total >= 0) return { missing: 0, takers: new Set() };
  let sum = 0;
  let lastEnough = '';
  for (const [index, line] of lines.entries()) {
    sum += line.thousandths;
    if (sum >= 0 && lines[index + 1]?.date !== line.date) lastEnough = line.date;
  }
  const takers = lines.filter((line) => line.thousandths < 0 && line.date > lastEnough).map((line) => line.movement_id);
  return { missing: fromThousandths(-total), takers: new Set(takers) };
}

/** Movements flagged for this item. Few are in review, and those have an index. */
async function markedWith(commit: Commit, assetId: string): Promise<string[]> {
  const rows = await farmRows(commit, 'movements').select(['id', 'review']).where('review', 'is not', null).execute();
  return rows
    .filter((row) => stockOf(reviewIn(row.review)).some((one) => one.asset_id === assetId))
    .map((row) => row.id);
}

const stockOf = (review: Review): NonNullable<Review['stock']> => review.stock ?? [];

const markItem = (commit: Commit, movementId: string, assetId: string, missing: number, now: number): Promise<void> =>
  remark(commit, movementId, now, (review) => {
    const others = stockOf(review).filter((one) => one.asset_id !== assetId);
    return withDetail(
      review,
      'negative_stock',
      'stock',
      missing > 0 ? [...others, { asset_id: assetId, missing }] : others,
    );
  });
