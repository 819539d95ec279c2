import { randomUUID } from 'node:crypto';
import type { Restored } from '../../contract/endpoints/account.ts';
import type { KnownCommit } from '../../contract/endpoints/sync.ts';
import { type Committed, commitWithoutCall } from './commit.ts';
import { type FarmHead, lockFarm, writeIn } from './scope.ts';
import { countOf, type Db, insertRows, rowsWhere, setWhere, updateWhere } from './tables.ts';

/** What a phone knows of a farm's history: its life and commits. A null mark is not known. */
export interface Known {
  readonly epoch: string | null;
  readonly commits: readonly { readonly seq: number; readonly mark: string | null }[];
}

/**
 * How that compares with this history (offline.md §2.5). 'older': of an ended life. 'unknown': never in this history, so this database is an
 * older copy.
 */
export type Standing = 'same' | 'older' | 'unknown';

/** Compares what a phone knows with a farm's history. */
export async function standingOf(
  db: Db,
  organizationId: string,
  head: Pick<FarmHead, 'seq' | 'epoch'>,
  { epoch, commits }: Known,
): Promise<Standing> {
  if (epoch !== null && epoch !== head.epoch) {
    const life = await rowsWhere(db, 'lives', { organization_id: organizationId, epoch })
      .select('epoch')
      .executeTakeFirst();
    return life ? 'older' : 'unknown';
  }
  if (commits.some(({ seq }) => seq > head.seq)) return 'unknown';
  const marked = commits.filter(({ mark }) => mark !== null);
  if (marked.length === 0) return 'same';
  const rows = await rowsWhere(db, 'commits', { organization_id: organizationId })
    .select(['seq', 'mark'])
    .where(
      'seq',
      'in',
      marked.map(({ seq }) => seq),
    )
    .execute();
  const held = new Map(rows.map(({ seq, mark }) => [seq, mark]));
  // Commits from before marks existed have none to compare.
  return marked.every(({ seq, mark }) => (held.get(seq) ?? mark) === mark) ? 'same' : 'unknown';
}

const latelyMs = 600_000;
/** More often than anybody restores copies: somebody makes it up. */
const mostLately = 6;

interface Begun {
  readonly epoch: string;
  readonly committed: Committed | null;
}

/**
 * Begins a new life if, with the farm locked, what a phone knows is still not in its history. Every phone then fetches all and sends what it has.
 * Null: too many lives lately.
 */
export const beginLife = (db: Db, organizationId: string, known: Known, nowMs: number): Promise<Begun | null> =>
  writeIn(db, organizationId, async (trx) => {
    const head = await lockFarm(trx, organizationId);
    if ((await standingOf(trx, organizationId, head, known)) !== 'unknown')
      return { epoch: head.epoch, committed: null };
    const since = new Date(nowMs - latelyMs).toISOString();
    const copies = rowsWhere(trx, 'lives', { organization_id: organizationId, is_copy: 1 });
    if ((await countOf(copies.where('began_at', '>', since))) >= mostLately) return null;
    const epoch = randomUUID();
    const began_at = new Date(nowMs).toISOString();
    const life = { organization_id: organizationId, began_at, copy_seq: null, copy_at: null, returned: 0 };
    await insertRows(trx, 'lives', { ...life, epoch, is_copy: 1 });
    // The lost life is stored as ended, so that its other phones begin no more lives.
    if (known.epoch !== null && known.epoch !== head.epoch)
      await insertRows(trx, 'lives', { ...life, epoch: known.epoch, is_copy: 0 });
    await setWhere(trx, 'organizations', { id: organizationId }, { epoch });
    const touched = [{ table: 'organization', rowId: organizationId } as const];
    const announcements = [{ action: 'update-organization', payload: {} } as const];
    return { epoch, committed: await commitWithoutCall(trx, organizationId, { touched, announcements, nowMs }) };
  });

interface Held {
  readonly seq: number;
  readonly at: string;
}

/**
 * The newest of some commits up to which this history holds all; null if none. What a phone knows beyond the first missing one may be of another
 * history.
 */
export async function newestHeld(
  db: Db,
  organizationId: string,
  commits: readonly KnownCommit[],
): Promise<Held | null> {
  const marks = new Map(commits.map(({ seq, mark }) => [mark, seq]));
  if (marks.size === 0) return null;
  const rows = await rowsWhere(db, 'commits', { organization_id: organizationId })
    .select(['seq', 'mark', 'at'])
    .where('seq', 'in', [...marks.values()])
    .orderBy('seq', 'desc')
    .execute();
  const held = rows.filter(({ seq, mark }) => marks.get(mark) === seq);
  const isHeld = new Set(held.map(({ mark }) => mark));
  const lost = Math.min(...commits.filter(({ mark }) => !isHeld.has(mark)).map(({ seq }) => seq));
  return held.find(({ seq }) => seq < lost) ?? null;
}

/** Stores that the copy is at least as new as a commit shared with a phone of the life before. Returns whether that is news. */
export async function noteCopy(db: Db, organizationId: string, { seq, at }: Held): Promise<boolean> {
  const present = rowsWhere(db, 'organizations', { id: organizationId }).select('epoch');
  const { numUpdatedRows } = await updateWhere(db, 'lives', { organization_id: organizationId })
    .set({ copy_seq: seq, copy_at: at })
    .where('epoch', '=', present)
    .where((where) => where.or([where('copy_seq', 'is', null), where('copy_seq', '<', seq)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The present life, if it began because this database is an older copy; else null. Commits shared with phones date the copy; if others lie
 * between the newest of them and the life's beginning, it may be newer.
 */
export async function restoredOf(db: Db, organizationId: string): Promise<Restored | null> {
  const row = await rowsWhere(db, 'lives', { organization_id: organizationId, is_copy: 1 })
    .innerJoin('organizations', (join) =>
      join.onRef('organizations.id', '=', 'lives.organization_id').onRef('organizations.epoch', '=', 'lives.epoch'),
    )
    .select(['lives.epoch', 'began_at as noticed_at', 'copy_seq', 'copy_at', 'returned'])
    .executeTakeFirst();
  if (!row) return null;
  const { copy_seq, ...restored } = row;
  if (copy_seq === null) return restored;
  const later = await rowsWhere(db, 'commits', { organization_id: organizationId })
    .select('seq')
    .where('seq', '>', copy_seq)
    .where('at', '<', row.noticed_at)
    .limit(1)
    .executeTakeFirst();
  return { ...restored, copy_may_be_newer: later !== undefined };
}
