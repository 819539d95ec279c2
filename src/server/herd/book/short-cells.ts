import { addDays, byCell, cellId, type CellKey, type DatedPosting, type Review, sumOf } from '../../../domain/index.ts';
import type { Moment } from '../../../domain/movements/recount.ts';
import { type CellEntry, type Crossing, type Spell, spellsOf } from '../../../domain/movements/spells.ts';
import type { Commit } from '../../kernel/call.ts';
import { groupBy } from '../../rows/stored.ts';
import { booksSince, farmCells } from './ledger.ts';
import { markedMovements, remark, reviewIn, withDetail } from './review-mark.ts';

type Short = NonNullable<Review['cells']>[number];

/** A movement flagged for a cell, and its day. */
interface Mark {
  readonly id: string;
  readonly date: string;
  readonly short: Short;
}

interface Changes {
  /** The record that is written. */
  readonly own: string;
  /** All, in the book already. */
  readonly changes: readonly DatedPosting[];
  /** Those that may leave a day short. */
  readonly suspect: readonly DatedPosting[];
}

/**
 * Keeps the flag 'A revisar' for cells below zero at the end of any day (domain.md §3.0), each time on the one record that took it there, until
 * the book is whole. Judges the days from these changes on; earlier ones are as they were.
 */
export async function markShortCells(commit: Commit, { own, changes, suspect }: Changes, now: number): Promise<void> {
  if (changes.length === 0) return;
  const books = await booksSince(commit, suspect);
  const marks = await marksOf(commit);
  for (const [id, ofCell] of byCell(changes)) {
    const [since = ''] = ofCell.map(({ day }) => day).toSorted();
    const affected = (marks.get(id) ?? []).filter((mark) => mark.date >= since || isOpen(mark, since));
    let balance = 0;
    const isShort = books.get(id)?.some(({ head }) => (balance += head) < 0) === true;
    const cell = ofCell[0]?.posting;
    if (!cell || !(isShort || affected.length > 0)) continue;
    // The record may have had another day or place when it was marked.
    const known = affected.find((mark) => mark.date < since && mark.id !== own);
    const spells = await spellsSince(commit, cell, since, known);
    await markCell(commit, cell, spells, affected, now);
  }
}

/** Whether its spell lasted to the eve of a day. */
const isOpen = ({ short: { until } }: Mark, day: string): boolean => until === undefined || until >= addDays(day, -1);

async function markCell(
  commit: Commit,
  cell: CellKey,
  spells: readonly Spell[],
  affected: readonly Mark[],
  now: number,
): Promise<void> {
  const found = new Map<string, Short>();
  for (const { crossing, head, until } of spells) {
    if (!crossing) continue;
    const { id, ...figures } = crossing;
    const place = { lot_id: cell.lot, rodeo_id: cell.rodeo, category_id: cell.category };
    found.set(id, { ...place, head, ...figures, ...(until !== null && { until }) });
  }
  for (const id of new Set([...affected.map((mark) => mark.id), ...found.keys()])) {
    await remark(commit, id, now, (review) => {
      const others = (review.cells ?? []).filter((one) => idOf(one) !== cellId(cell));
      const short = found.get(id);
      return withDetail(review, 'negative_cell', 'cells', short ? [...others, short] : others);
    });
  }
}

/** The spells of a cell from a day on. That which lasts since before has the record that its mark names, or else the book. */
async function spellsSince(
  commit: Commit,
  cell: CellKey,
  since: string,
  known: Mark | undefined,
): Promise<readonly Spell[]> {
  const entries = (await linesOf(commit, cell).where('postings.date', '>=', since).execute()).map(entryOf);
  const head = (await farmCells(commit)).find((one) => cellId(one) === cellId(cell))?.head ?? 0;
  const standing = head - sumOf(entries, (entry) => entry.head);
  const [first, ...later] = spellsOf(standing, entries);
  if (!first || first.crossing) return first ? [first, ...later] : [];
  const crossing = crossingIn(known) ?? (await crossingBefore(commit, cell, since, standing));
  return [{ ...first, crossing }, ...later];
}

/** The crossing that a mark tells; null: marks of older versions do not. */
function crossingIn(mark: Mark | undefined): Crossing | null {
  const { before, change } = mark?.short ?? {};
  return mark && before !== undefined && change !== undefined ? { id: mark.id, before, change } : null;
}

const pageOfLines = 200;

/** The last record before a day that took the cell below zero, read from the newest back. `standing`: the cell before that day. */
async function crossingBefore(commit: Commit, cell: CellKey, day: string, standing: number): Promise<Crossing | null> {
  let after = standing;
  for (let offset = 0; ; offset += pageOfLines) {
    const rows = await linesOf(commit, cell)
      .where('postings.date', '<', day)
      .limit(pageOfLines)
      .offset(offset)
      .execute();
    for (const { moment, head: change } of rows.map(entryOf)) {
      const before = after - change;
      if (before >= 0 && after < 0) return { id: moment.id, before, change };
      after = before;
    }
    if (rows.length < pageOfLines) return null;
  }
}

/** What each record changes in a cell, the newest first. */
const linesOf = ({ trx, organizationId }: Commit, cell: CellKey) =>
  trx
    .selectFrom('postings')
    .innerJoin('movements', 'movements.id', 'postings.movement_id')
    .select(['postings.movement_id as id', 'movements.created_at as at', 'postings.date'])
    .select(({ fn }) => fn.sum<number | string>('postings.head').as('head'))
    .where('postings.organization_id', '=', organizationId)
    .where('postings.cell_id', '=', cellId(cell))
    .groupBy(['postings.date', 'movements.created_at', 'postings.movement_id'])
    .orderBy('postings.date', 'desc')
    .orderBy('movements.created_at', 'desc')
    .orderBy('postings.movement_id', 'desc');

const entryOf = ({ head, ...moment }: Moment & { readonly head: number | string }): CellEntry => ({
  moment,
  head: Number(head),
});

/** Flagged movements by cell, read once for all cells that a record touches. */
async function marksOf(commit: Commit): Promise<ReadonlyMap<string, readonly Mark[]>> {
  const marks = (await markedMovements(commit)).flatMap(({ id, date, review }) =>
    (reviewIn(review).cells ?? []).map((short) => ({ id, date, short })),
  );
  return groupBy(marks, ({ short }) => idOf(short));
}

const idOf = ({ lot_id: lot, rodeo_id: rodeo, category_id: category }: Short): string =>
  cellId({ lot, rodeo, category });
