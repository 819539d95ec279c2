import type { FeedPage } from './pages.ts';
import { type Op, rejected, subjectTables } from './op.ts';
import type { KnownCommit } from '#contract/endpoints/sync.ts';
import { startingWith, type Tables } from './disk.ts';
import { type ArchiveRow, readNow } from './outbox-rows.ts';
import type { OutboxNow, SyncState } from './store.ts';

interface Confirmed {
  readonly keep: readonly Op[];
  readonly archive: readonly Op[];
}

/**
 * What a feed page proves (offline.md §2.6): ops that it acknowledges or whose sequence it reached leave the outbox. Any news lets parked
 * ones retry. A rejected record that now exists was corrected elsewhere, and is settled.
 */
export function confirmByPage(ops: readonly Op[], page: FeedPage): Confirmed {
  const acks = new Map(page.acks.map((ack) => [ack.key, ack]));
  const isNews = page.changes.length > 0;
  const standing = new Set(page.changes.flatMap(({ table, id, row }) => (row === null ? [] : [`${table} ${id}`])));
  const isThereNow = (op: Op): boolean =>
    op.state === rejected && op.act === 'create' && standing.has(`${subjectTables[op.subject]} ${op.entityId}`);
  const keep: Op[] = [];
  const archive: Op[] = [];
  for (const op of ops) {
    const ack = acks.get(op.opId);
    const isReached = op.state === 'acked' && isIn(op, page);
    if (ack) archive.push(confirmed(op, ackOf(ack, page.epoch), page.at));
    else if (isReached) archive.push(op);
    else if (isThereNow(op)) archive.push(confirmed(op, { seq: page.to, epoch: page.epoch, serverId: null }, page.at));
    else keep.push(op.state === 'parked' && isNews ? { ...op, state: 'pending', nextAt: Date.parse(page.at) } : op);
  }
  return { keep, archive };
}

const ackOf = ({ seq, mark, server_id: serverId }: FeedPage['acks'][number], epoch: string): Op['ack'] => ({
  seq,
  epoch,
  mark: mark ?? null,
  serverId,
});

/**
 * An answer is proved by a page whose request reported it, up to its sequence; one without a sequence (a thing already gone) by the last
 * page of such a pull.
 */
const isIn = (op: Op, page: FeedPage): boolean => {
  const seq = op.ack?.seq ?? null;
  return page.reported.has(op.opId) && (seq === null ? !page.more : seq <= page.to);
};

const confirmed = (op: Op, ack: Op['ack'], at: string): Op => ({
  ...op,
  state: 'acked',
  ack,
  ackedAt: op.ackedAt ?? at,
  problem: null,
});

interface WholeLoaded {
  readonly epoch: string;
  readonly to: number;
  /** The phone's clock. */
  readonly at: string;
  /** The server was restored: earlier confirmations are in doubt. */
  readonly isOtherEpoch: boolean;
  /** Whether its commit is in the new history too. */
  readonly isShared: (op: Op) => boolean;
  readonly isThere: (entityId: string) => boolean;
  /** Keys of acked ops whose commits the load reported. */
  readonly reported: ReadonlySet<string>;
  /** Keys that the feed acknowledged during the load. */
  readonly keys: ReadonlySet<string>;
}

/**
 * What a load proves. It brings no acks: a record whose answer was lost is recognised by its row. After a restore, what archive and outbox
 * hold and the new rows lack is sent again under its own key (offline.md §2.6).
 */
export function confirmByWhole(
  archive: readonly Op[],
  outbox: readonly Op[],
  { epoch, to, at, isOtherEpoch, isShared, isThere, reported, keys }: WholeLoaded,
): Confirmed {
  const isShown = (op: Op): boolean => op.act === 'create' && isThere(op.entityId);
  const isReached = (op: Op): boolean =>
    op.state === 'acked' &&
    (isOtherEpoch ? isShared(op) : reported.has(op.opId) && op.ack?.epoch === epoch && (op.ack.seq ?? Infinity) <= to);
  const sentAgain = (op: Op): Op =>
    op.state === 'acked' && (isOtherEpoch || op.ack?.epoch !== epoch)
      ? {
          ...op,
          state: 'pending',
          ack: null,
          ackedAt: null,
          nextAt: Date.parse(at),
          ...(isOtherEpoch && { wasThere: op.ack?.seq ?? 0 }),
        }
      : op;
  const again = (op: Op): Op => (isOtherEpoch ? { ...sentAgain(op), isHealing: true } : sentAgain(op));
  const proved = outbox.filter((op) => keys.has(op.opId) || isShown(op) || isReached(op));
  const isLost = (op: Op): boolean => op.state !== 'discarded' && !isShown(op) && !isShared(op);
  const lost = isOtherEpoch ? archive.filter(isLost) : [];
  return {
    keep: [...lost, ...outbox.filter((op) => !proved.includes(op))].map(again),
    archive: proved.map((op) =>
      confirmed(op, op.ack ?? { seq: to, epoch, serverId: null }, op.ackedAt ?? op.recordedAt),
    ),
  };
}

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
