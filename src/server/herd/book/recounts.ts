import {
  type Audit,
  auditSummary,
  countAgainst,
  type DatedPosting,
  difference,
  differs,
  type Posting,
} from '../../../domain/index.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import {
  byMoment,
  type Entry,
  type Found,
  type Moment,
  replay,
  rules,
  standingBefore,
  statedOf,
} from '../../../domain/movements/recount.ts';
import { type MovementRow, rowsWhere } from '../../database/tables.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { announceChange, namesOf } from '../present/present-movement.ts';
import { postingsOf, repost } from './ledger.ts';
import { isOfCounts, lastCounts, reviewIn } from './review-mark.ts';
import { isoOf, setRow } from '../../rows/stored.ts';

type StoredCount = Pick<MovementRow, 'type' | 'payload' | 'animals' | 'lot_id' | 'rodeo_id'>;

/** The content of a count. Openings by older versions store less: the row has the rest. */
export function storedCount(row: StoredCount): Partial<Audit> {
  const said = JSON.parse(row.payload) as Partial<Audit>;
  if (said.kind !== 'opening' || said.counted !== undefined) return said;
  const lines = JSON.parse(row.animals) as readonly { readonly type: string; readonly count: number }[];
  return {
    ...said,
    lot_id: row.lot_id,
    rodeo_id: row.rodeo_id,
    counted: countAgainst('opening', lines, () => []),
    state: 'aprobado',
  };
}

/** Whether a person made this count; changed figures write others. */
export const isCount = (row: StoredCount): boolean =>
  row.type === count.type && Array.isArray(storedCount(row).counted);

interface Change {
  readonly cells: readonly Posting[];
  readonly since: Moment;
  /** The record that caused the change. */
  readonly own: string;
}

interface Count {
  readonly row: MovementRow;
  readonly audit: Audit;
}

/** Its place in the order of the ledger. */
export const momentOf = ({ date, created_at, id }: Pick<MovementRow, 'date' | 'created_at' | 'id'>): Moment => ({
  date,
  at: created_at,
  id,
});

/**
 * Recomputes the counts after a change in the ledger (domain.md §3.7): counted minus the balance at that moment. Reads
 * only the touched lots' counts since then, and the touched cells' postings since the first of them.
 */
export async function followCounts(
  call: Call,
  commit: Commit,
  { cells, since, own }: Change,
): Promise<readonly DatedPosting[]> {
  const lines: DatedPosting[] = [];
  for (const lot of new Set(cells.flatMap((cell) => cell.lot ?? []))) {
    const counts = await countsSince(commit, lot, since);
    const found = new Map<string, Map<string, Found>>();
    for (const category of new Set(cells.filter((cell) => cell.lot === lot).map((cell) => cell.category))) {
      const speaking = counts.filter(({ audit }) => statedOf(audit, category) !== undefined);
      for (const [id, one] of await derive(commit, lot, category, speaking)) {
        found.set(id, (found.get(id) ?? new Map<string, Found>()).set(category, one));
      }
    }
    for (const count of counts) {
      lines.push(...(await write(call, commit, count, found.get(count.row.id) ?? new Map<string, Found>(), own)));
    }
  }
  return lines;
}

/** Counts of a lot since a moment. One whose place was gone states no cell. */
async function countsSince(commit: Commit, lot: string, since: Moment): Promise<Count[]> {
  const { trx, organizationId } = commit;
  const last = (await lastCounts(commit)).get(lot);
  if (last === undefined || last < since.date) return [];
  const rows = await rowsWhere(trx, 'movements', {
    organization_id: organizationId,
    lot_id: lot,
    deleted: 0,
    was: null,
  })
    .selectAll()
    .where(isOfCounts())
    .where('date', '>=', since.date)
    .execute();
  return rows
    .filter((row) => byMoment(momentOf(row), since) >= 0)
    .map((row) => ({ row, audit: storedCount(row) as Audit }))
    .filter(({ audit }) => audit.kind === 'recount' && Array.isArray(audit.counted));
}

async function derive(
  { trx, organizationId }: Commit,
  lot: string,
  category: string,
  counts: readonly Count[],
): Promise<ReadonlyMap<string, Found>> {
  const [first] = counts.map(({ row }) => momentOf(row)).toSorted(byMoment);
  if (!first) return new Map();
  const standing = await rowsWhere(trx, 'cells', {
    organization_id: organizationId,
    lot_id: lot,
    category_id: category,
  })
    .select(['cell_id', 'rodeo_id as rodeo', 'head'])
    .execute();
  const lines = await trx
    .selectFrom('postings')
    .innerJoin('movements', 'movements.id', 'postings.movement_id')
    .select(['postings.rodeo_id as rodeo', 'head', 'movements.id', 'movements.date', 'movements.created_at'])
    .where('postings.organization_id', '=', organizationId)
    .where('postings.cell_id', 'in', ['', ...standing.map((cell) => cell.cell_id)])
    .where('postings.date', '>=', first.date)
    .execute();
  const entries = new Map<string, Entry>(
    counts.map(({ row, audit }) => [row.id, { moment: momentOf(row), lines: [], stated: statedOf(audit, category) }]),
  );
  for (const { rodeo, head, ...row } of lines) {
    const entry = entries.get(row.id) ?? { moment: momentOf(row), lines: [] };
    entries.set(row.id, { ...entry, lines: [...entry.lines, { rodeo, head }] });
  }
  const since = [...entries.values()].filter(({ moment }) => byMoment(moment, first) >= 0);
  return replay(standingBefore(standing, since), since).found;
}

async function write(
  call: Call,
  commit: Commit,
  { row, audit }: Count,
  found: ReadonlyMap<string, Found>,
  own: string,
): Promise<readonly DatedPosting[]> {
  const before = await postingsOf(commit.trx, row.id);
  const after = [
    ...before.filter(({ category }) => !found.has(category)),
    ...[...found].flatMap(([category, one]) => one.lines.map((line) => ({ lot: row.lot_id, category, ...line }))),
  ];
  const delta = difference(before, after);
  const counted = audit.counted.map((line) => {
    const one = found.get(line.type);
    return one ? { ...line, expected: one.expected, difference: one.difference } : line;
  });
  const isSame = counted.every(({ expected }, at) => expected === audit.counted[at]?.expected);
  if (delta.length === 0 && isSame) return [];
  await rewrite(call, commit, row, { ...audit, counted }, own);
  if (delta.length > 0) await repost(commit, row, before, after);
  if (row.id !== own) await announceChange(commit, row.id);
  return delta.map((posting) => ({ posting, day: row.date }));
}

/** Updates a stored count. Nobody edited it, so no history. */
async function rewrite(call: Call, commit: Commit, row: MovementRow, audit: Audit, own: string): Promise<void> {
  const isRuling = rules(storedCount(row) as Audit);
  // A hand's count that agreed so far and nobody looked at: now it is pending.
  const isDue = audit.state === 'aprobado' && !isRuling && differs(audit);
  // Booked by an older version without a decision: it keeps ruling even if it comes to agree.
  const decision = isRuling && audit.decided_at === undefined;
  const content: Audit = {
    ...audit,
    ...(isDue && { state: 'pendiente' }),
    ...(decision && { decided_at: row.created_at, decided_by: row.created_by }),
  };
  const review = reviewIn(row.review);
  const isAsked = isDue && !review.reasons.includes('role');
  await setRow(commit, 'movements', row.id, {
    payload: JSON.stringify(content),
    reference: auditSummary(content, await namesOf(commit)),
    ...(isAsked && { review: JSON.stringify({ ...review, reasons: [...review.reasons, 'role'] }) }),
    updated_at: isoOf(call),
    ...(row.id !== own && { version: row.version + 1 }),
  });
  commit.touch('movements', row.id);
}
