import { type RawBuilder, sql } from 'kysely';
import {
  type BookOfCell,
  byCell,
  type Cell,
  cellId,
  type DatedPosting,
  difference,
  netHeads,
  type Posting,
  type Shortage,
  shortageIn,
  sumsBy,
  withUnsexed,
} from '../../../domain/index.ts';
import type { FarmView } from '../../../domain/movements/define.ts';
import { recalled, rememberChanged, remembered } from '../../database/remembered.ts';
import type { Commit } from '../../kernel/call.ts';
import { rememberLines } from '../present/just-made.ts';
import { deleteWhere, farmRows, insertRows, rowsWhere, type Trx } from '../../database/tables.ts';
import { groupBy, inChunks, type Scope } from '../../rows/stored.ts';

/**
 * What the rules may ask of the farm to complete a payload. `own`: postings of the edited record, left out of the
 * balances.
 */
export async function farmView(scope: Scope, own: readonly Posting[] = []): Promise<FarmView> {
  const { trx, organizationId } = scope;
  const [categories, cells] = [
    await remembered(trx, `categories ${organizationId}`, ['categories'], () =>
      rowsWhere(trx, 'categories', { organization_id: organizationId, deleted: 0 })
        .select(['id', 'name', 'next_id', 'min_age_months', 'is_breeding_female'])
        .execute(),
    ),
    await farmCells(scope),
  ];
  const known = categories.map((one) => ({ ...one, is_breeding_female: one.is_breeding_female === 1 }));
  return { categories: withUnsexed(organizationId, known), cells: difference(own, cells) };
}

/** The balances of a farm, read once in a transaction; cells at zero are left out. */
export const farmCells = (scope: Scope): Promise<readonly Cell[]> =>
  remembered(scope.trx, nameOfCells(scope.organizationId), ['cells'], () => cellsOf(scope));

const nameOfCells = (organizationId: string): string => `cells ${organizationId}`;

function cellsAfter(known: readonly Cell[], changed: readonly Cell[]): Cell[] {
  const all = new Map([...known, ...changed].map((cell) => [cellId(cell), cell]));
  return [...all.values()].filter(({ head }) => head !== 0);
}

const lineColumns = ['lot_id as lot', 'rodeo_id as rodeo', 'category_id as category', 'head'] as const;

/** The balances of a farm, or of one lot. */
export async function cellsOf(scope: Scope, lotId?: string): Promise<Cell[]> {
  let query = farmRows(scope, 'cells').select(lineColumns).where('head', '!=', 0);
  if (lotId !== undefined) query = query.where('lot_id', '=', lotId);
  return await query.execute();
}

/** The current postings of a movement. */
export const postingsOf = (trx: Trx, movementId: string): Promise<Posting[]> =>
  rowsWhere(trx, 'postings', { movement_id: movementId }).select(lineColumns).orderBy('id').execute();

/**
 * Replaces a movement's postings and adjusts balances, feed and broadcasts; an empty list removes them. Returns whether a cell that
 * loses is below zero at the end of that day or of a later one.
 */
export async function repost(
  commit: Commit,
  movement: { readonly id: string; readonly date: string },
  before: readonly Posting[],
  after: readonly Posting[],
): Promise<boolean> {
  const { trx, organizationId } = commit;
  if (before.length > 0) await deleteWhere(trx, 'postings', { movement_id: movement.id }).execute();
  if (after.length > 0) {
    await insertRows(
      trx,
      'postings',
      after.map((posting) => ({
        organization_id: organizationId,
        movement_id: movement.id,
        date: movement.date,
        cell_id: cellId(posting),
        lot_id: posting.lot,
        rodeo_id: posting.rodeo,
        category_id: posting.category,
        head: posting.head,
      })),
    );
  }
  rememberLines(trx, movement.id, after);
  const known = recalled<readonly Cell[]>(trx, nameOfCells(organizationId));
  const { changed, isShort } = await adjust(commit, difference(before, after), movement.date);
  if (known) rememberChanged(trx, nameOfCells(organizationId), ['cells'], cellsAfter(known, changed));
  await announceCounts(commit, changed);
  return isShort;
}

/** Broadcasts each changed lot's heads per category, as its list shows them (product.md §4). */
async function announceCounts(commit: Commit, changed: readonly Cell[]): Promise<void> {
  const announced = new Map(changed.map(({ lot, category }) => [`${lot ?? ''}|${category}`, { lot, category }]));
  for (const lot of new Set([...announced.values()].map((one) => one.lot))) {
    if (lot === null) continue;
    const known = recalled<readonly Cell[]>(commit.trx, nameOfCells(commit.organizationId));
    const cells = known?.filter((cell) => cell.lot === lot) ?? (await cellsOf(commit, lot));
    for (const one of announced.values()) {
      if (one.lot !== lot) continue;
      const own = cells.filter(({ category }) => category === one.category);
      const count = own.reduce((sum, { head }) => sum + head, 0);
      commit.announce('animal-count-changed', { lot_id: lot, category_id: one.category, count });
    }
  }
}

interface Adjusted {
  readonly changed: readonly Cell[];
  readonly isShort: boolean;
}

/** Adds a day's differences, one per cell, to the balances. */
async function adjust(
  { trx, organizationId, seq, touch }: Commit,
  deltas: readonly Posting[],
  day: string,
): Promise<Adjusted> {
  if (deltas.length === 0) return { changed: [], isShort: false };
  const losing = new Set(deltas.filter(({ head }) => head < 0).map(cellId));
  const rows = await trx
    .insertInto('cells')
    .values(
      deltas.map((delta) => ({
        organization_id: organizationId,
        cell_id: cellId(delta),
        lot_id: delta.lot,
        rodeo_id: delta.rodeo,
        category_id: delta.category,
        head: delta.head,
        seq,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'cell_id'])
        .doUpdateSet({ head: sql<number>`cells.head + excluded.head`, seq }),
    )
    .returning(['cell_id', 'head', (losing.size > 0 ? mostAfter(day) : sql<number>`0`).as('after')])
    .execute();
  const heads = new Map(rows.map(({ cell_id, head }) => [cell_id, head]));
  const changed = deltas.map((delta) => {
    const id = cellId(delta);
    touch('cells', id);
    return { ...delta, head: heads.get(id) ?? 0 };
  });
  return { changed, isShort: rows.some(({ cell_id, head, after }) => losing.has(cell_id) && head < Number(after)) };
}

/** The most that came after any day from this one on: that much less than now stood there at its end. */
const mostAfter = (day: string): RawBuilder<number | string> => sql`(
  select max(came) from (
    select 0 as came
    union all
    select sum(sum(later.head)) over (order by later.date desc) from postings as later
    where later.organization_id = cells.organization_id and later.cell_id = cells.cell_id and later.date > ${day}
    group by later.date
  ) as days
)`;

/**
 * The books of the cells that lose animals by these changes, already posted: what stands at the end of their first day, and the days after it.
 * Most records are of the cell's last day, and nothing of its history is read.
 */
export const booksSince = (
  scope: Scope,
  changes: readonly DatedPosting[],
): Promise<ReadonlyMap<string, BookOfCell>> => {
  // A cell that only gains is short of nothing.
  const losing = [...byCell(changes)].flatMap(([id, ofCell]) => (isLoss(ofCell) ? [id] : []));
  if (losing.length === 0) return Promise.resolve(new Map());
  const [since = ''] = changes.map(({ day }) => day).toSorted();
  return remembered(scope.trx, `books since ${since} of ${losing.join(' ')}`, ['postings', 'cells'], async () => {
    const later = await inChunks(losing, (ids) =>
      farmRows(scope, 'postings')
        .select((select) => ['cell_id', 'date', select.fn.sum<number>('head').as('head')])
        .where('cell_id', 'in', ids)
        .where('date', '>', since)
        .groupBy(['cell_id', 'date'])
        .orderBy('date')
        .execute(),
    );
    const days = groupBy(later, (line) => line.cell_id);
    const standing = new Map((await farmCells(scope)).map((cell) => [cellId(cell), cell.head]));
    return new Map(
      losing.map((id) => {
        const ofCell = (days.get(id) ?? []).map(({ date, head }) => ({ date, head: Number(head) }));
        return [id, [{ date: since, head: (standing.get(id) ?? 0) - netHeads(ofCell) }, ...ofCell]];
      }),
    );
  });
};

const isLoss = (ofCell: readonly DatedPosting[]): boolean =>
  [
    ...sumsBy(
      ofCell,
      ({ day }) => day,
      ({ posting }) => posting.head,
    ).values(),
  ].some((head) => head < 0);

/** The first cell that these changes, already posted, take below zero (`domain/movements/shortage.ts`). */
export async function findShortage(scope: Scope, changes: readonly DatedPosting[]): Promise<Shortage | null> {
  const books = await booksSince(scope, changes);
  for (const [id, ofCell] of byCell(changes)) {
    const before = ofCell.map(({ posting, day }) => ({ date: day, head: -posting.head }));
    const book = books.get(id);
    const shortage = book ? shortageIn(ofCell, [...book, ...before]) : null;
    if (shortage) return shortage;
  }
  return null;
}
