import type { FeedPage } from './store.ts';
import type { Op } from './op.ts';

/** The outbox after something was confirmed: what stays in it and what goes to the archive. */
export interface Confirmed {
  readonly keep: readonly Op[];
  readonly archive: readonly Op[];
}

/**
 * What a page of the feed proves (offline.md §2.6): operations that it acknowledges, and those acknowledged before whose
 * sequence it has reached, leave the outbox in the page's own transaction. Parked ones may try again: what they waited for may have come.
 */
export function confirmByPage(ops: readonly Op[], page: FeedPage): Confirmed {
  const acks = new Map(page.acks.map((ack) => [ack.key, ack]));
  const keep: Op[] = [];
  const archive: Op[] = [];
  for (const op of ops) {
    const ack = acks.get(op.opId);
    const isReached = op.state === 'acked' && (op.ack?.seq ?? (page.more ? Infinity : page.to)) <= page.to;
    if (ack) archive.push(confirmed(op, { seq: ack.seq, epoch: page.epoch, serverId: ack.server_id }, page.at));
    else if (isReached) archive.push(op);
    else keep.push(op.state === 'parked' ? { ...op, state: 'pending', nextAt: 0 } : op);
  }
  return { keep, archive };
}

const confirmed = (op: Op, ack: Op['ack'], at: string): Op => ({
  ...op,
  state: 'acked',
  ack,
  ackedAt: op.ackedAt ?? at,
  problem: null,
});

/**
 * After the whole was fetched from a server that went back in time: what the archive and the outbox hold and the new rows do
 * not show is sent again under its own key. Phones heal the server (offline.md §2.6); its ledger absorbs what it had after all.
 */
export function restore(
  archive: readonly Op[],
  outbox: readonly Op[],
  isThere: (entityId: string) => boolean,
): Confirmed {
  const proved = (op: Op): boolean => op.state === 'discarded' || (op.act === 'create' && isThere(op.entityId));
  const again = (op: Op): Op => ({ ...op, state: 'pending', ack: null, ackedAt: null, nextAt: 0 });
  const waiting = outbox.filter((op) => op.state !== 'acked' || !proved(op));
  const lost = archive.filter((op) => !proved(op));
  return {
    keep: [...lost, ...waiting].map((op) => (op.state === 'acked' ? again(op) : op)).toSorted((a, b) => a.n - b.n),
    archive: outbox.filter((op) => op.state === 'acked' && proved(op)),
  };
}
