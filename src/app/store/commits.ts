import type { KnownCommit } from '#contract/endpoints/sync.ts';
import { startingWith, type Tables } from './disk.ts';
import type { Op } from './op.ts';
import { type ArchiveRow, readNow } from './outbox-rows.ts';
import type { OutboxNow, SyncState } from './store.ts';

/** Whether an ack's commit is in this phone's history: the present epoch, or the shared part of an earlier one. */
export const isOfHistory = ({ ack }: Op, { epoch, lives = [] }: Pick<SyncState, 'epoch' | 'lives'>): boolean => {
  const seq = ack?.seq ?? null;
  if (!ack || seq === null) return false;
  return ack.epoch === epoch || lives.some((life) => life.epoch === ack.epoch && seq <= life.to);
};

interface Known {
  readonly ops: OutboxNow['ops'];
  readonly sync: Pick<SyncState, 'epoch' | 'cursor' | 'mark' | 'lives'>;
}

/**
 * The commits that every call reports, newest first: the rows' own, and those of answers not pulled yet. All of them: an answer from before
 * a restore is not proved by a later one.
 */
export function freshCommits({ ops, sync }: Known): readonly KnownCommit[] {
  const { cursor, mark } = sync;
  const known: KnownCommit[] = cursor !== null && mark ? [{ seq: cursor, mark }] : [];
  for (const op of ops) {
    if (op.ack?.mark && op.ack.seq !== null && isOfHistory(op, sync))
      known.push({ seq: op.ack.seq, mark: op.ack.mark });
  }
  return known.toSorted((a, b) => b.seq - a.seq);
}

/** The commits this phone can name. If too many: the newest half whole, the older ones sampled. */
export async function commitsOf(tables: Tables, organizationId: string, most: number): Promise<KnownCommit[]> {
  const { ops, sync } = await readNow(tables, organizationId);
  const archive = await tables.archive.range<ArchiveRow>(startingWith(`${organizationId}/`));
  // By mark: answers from before and after a restore may share a sequence.
  const known = new Map<string, number>();
  for (const op of [...archive.map((row) => row.op), ...ops]) {
    if (op.ack?.mark && op.ack.seq !== null && isOfHistory(op, sync)) known.set(op.ack.mark, op.ack.seq);
  }
  if (sync.cursor !== null && sync.mark) known.set(sync.mark, sync.cursor);
  const all = [...known].map(([mark, seq]) => ({ seq, mark })).toSorted((a, b) => b.seq - a.seq);
  return thinned(all, most);
}

function thinned<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  const half = Math.floor(most / 2);
  const older = all.slice(half);
  const step = Math.ceil(older.length / (most - half));
  return [...all.slice(0, half), ...older.filter((_, index) => index % step === 0)];
}
