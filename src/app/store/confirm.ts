import type { FeedPage } from './pages.ts';
import { type Op, rejected, subjectTables } from './op.ts';

export interface Confirmed {
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

/** A complete load of the whole, as the outbox needs it. */
export interface WholeLoaded {
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
