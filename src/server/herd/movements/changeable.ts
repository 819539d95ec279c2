import { serverSentences } from '../../../contract/sentences-server.ts';
import { type DatedPosting, formatDay, limits, mayChange, recordedKind, roleMay } from '../../../domain/index.ts';
import type { MovementRow } from '../../database/tables.ts';
import { type Call, type Commit, idOf, refuse, roleOf, userOf } from '../../kernel/call.ts';
import { isCount } from '../book/recounts.ts';
import { findShortage } from '../book/ledger.ts';
import { findRow } from '../../rows/stored.ts';

/** When the change was made, by the phone, if between the record and now. */
export function changedAt(call: Call, row: MovementRow): number {
  const said = (call.body as { readonly recorded_at?: unknown } | null)?.recorded_at ?? call.query.recorded_at;
  const recordedMs = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  return recordedMs >= Date.parse(row.created_at) && recordedMs <= call.now ? recordedMs : call.now;
}

/** An author's change that is late by the server's clock is taken, and reviewed. */
export const isPastItsTime = (call: Call, row: Pick<MovementRow, 'synced_at'>): boolean =>
  !roleMay(roleOf(call), 'change-any-record') &&
  call.now - Date.parse(row.synced_at) > limits.authorMayEditHours * 3_600_000;

/** The movement that a call changes, if the caller may (domain.md §2.18). */
export async function changeable(call: Call, commit: Commit): Promise<MovementRow | null> {
  const row = await findRow(commit, 'movements', idOf(call));
  if (!row) return null;
  if (row.parent_id !== null) refuse('CONFLICT', { message: serverSentences.changeParent });
  // The server's own records of lots and rodeos change with those.
  if (!(recordedKind(row.type) ?? isCount(row)) || !mayChange(roleOf(call), userOf(call), row, changedAt(call, row)))
    refuse('FORBIDDEN');
  return row;
}

/** Refuses a change that leaves a later day short, naming the movements that need the animals. */
export async function refuseDependents(
  commit: Commit,
  row: MovementRow,
  deltas: readonly DatedPosting[],
): Promise<void> {
  const shortage = await findShortage(commit, deltas);
  if (!shortage) return;
  const { lot, rodeo, category } = shortage.cell;
  const later = await commit.trx
    .selectFrom('postings')
    .innerJoin('movements', 'movements.id', 'postings.movement_id')
    .select(['movements.id', 'movements.type', 'movements.date', 'movements.reference'])
    .where('postings.organization_id', '=', commit.organizationId)
    .where('postings.category_id', '=', category)
    .where('postings.lot_id', lot === null ? 'is' : '=', lot)
    .where('postings.rodeo_id', rodeo === null ? 'is' : '=', rodeo)
    .where('postings.head', '<', 0)
    .where('postings.date', '>=', row.date)
    .where('movements.id', '!=', row.id)
    .orderBy('movements.date')
    .limit(20)
    .execute();
  refuseLater(later, serverSentences.animalsGone);
}

/** Names the later movements that must be deleted first, or says `gone` if there are none. */
export function refuseLater(later: readonly Pick<MovementRow, 'type' | 'date' | 'reference'>[], gone: string): never {
  const names = later.map(({ reference, type, date }) => `${reference ?? type} (${formatDay(date)})`);
  const message = names.length > 0 ? serverSentences.deleteLaterFirst(names.slice(0, 3)) : gone;
  return refuse('DEPENDENT_MOVEMENTS', { message, parts: { movements: later } });
}
