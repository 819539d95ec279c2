import { constants } from '../../contract/constants.ts';
import type { Reply } from '../net/reply.ts';
import type { Op } from '../store/op.ts';
import type { FarmStore } from '../store/store.ts';
import { classify, type Verdict } from './classify.ts';
import { recover, settle, take } from './outbox.ts';
import type { Chance, Clock, FarmNet } from './ports.ts';

export interface DrainPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'fraction'>;
  readonly organizationId: string;
  readonly onReply: (reply: Reply) => void;
  readonly onSent: () => void;
  readonly isCurrent: () => boolean;
}

/** How a run ended. */
export type Drained =
  | { readonly is: 'empty' }
  | { readonly is: 'resync' }
  /** The link, the session or the app's age stops everything; later runs try again. */
  | { readonly is: 'paused'; readonly verdict: Verdict['is'] }
  | { readonly is: 'dropped' };

/**
 * Sends what waits, one at a time in the order of the acts (offline.md §2.4). Knows nothing of screens: the service worker can
 * run it. The caller holds the drain lock.
 */
export async function drain(ports: DrainPorts): Promise<Drained> {
  const { store, organizationId, clock } = ports;
  await store.changeOutbox(organizationId, (now) => recover(now, clock.now()));
  for (;;) {
    if (!ports.isCurrent()) return { is: 'dropped' };
    const taken = await store.changeOutbox(organizationId, (now) => take(now, clock.now()));
    if (taken.is === 'none') return { is: 'empty' };
    if (taken.is === 'resync') return { is: 'resync' };
    // Given up meanwhile: another person may be signed in by now, and must not send what is not his. The boot rule takes it up.
    if (!ports.isCurrent()) return { is: 'dropped' };
    const verdict = await send(ports, taken.op);
    if (stopsTheLane(verdict)) return { is: 'paused', verdict: verdict.is };
  }
}

const stopsTheLane = ({ is }: Verdict): boolean => is === 'later' || is === 'sign-in' || is === 'upgrade';

async function send({ store, net, clock, chance, organizationId, onReply, onSent }: DrainPorts, op: Op) {
  const reply = await net.call({
    method: op.method,
    path: op.path,
    ...(op.body !== null && { body: op.body }),
    // A deletion has no body to say when it was made: a hand's right to it is judged by that moment (domain.md §2.18).
    ...(op.act === 'delete' && { query: { recorded_at: op.recordedAt } }),
    idempotencyKey: op.opId,
    timeoutMs: constants.httpTimeoutMs,
  });
  onReply(reply);
  const verdict = classify(reply, op);
  const epoch = reply.outcome === 'unreachable' ? null : reply.marks.epoch;
  const fraction = chance.fraction();
  await store.changeOutbox(organizationId, (now) =>
    settle(now, { sent: op, verdict, epoch, nowMs: clock.now(), fraction }),
  );
  if (verdict.is === 'applied') onSent();
  return verdict;
}
