import type { Reply } from '#net/reply.ts';
import type { FarmStore } from '#store/store.ts';
import type { Batches } from './batches.ts';
import type { Ending } from './classify.ts';
import { recover, type Sent, settle, take, type Taken } from './outbox.ts';
import type { Random, Clock, FarmNet, Locks } from '../ports.ts';

interface DrainPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly organizationId: string;
  readonly userId: string;
  readonly onReply: (reply: Reply) => void;
  readonly onSent: (count: number) => void;
  readonly batches: Batches;
  readonly isCurrent: () => boolean;
}

type Drained =
  | { readonly is: 'empty' }
  | { readonly is: 'resync' }
  /** The link, the session or the app's age stops everything; later runs retry. */
  | { readonly is: 'paused'; readonly verdict: Ending['is'] }
  | { readonly is: 'dropped' };

/**
 * Sends what waits in order (offline.md §2.4), batched where the server can. Needs no screens: the service worker can run it. The caller
 * holds the drain lock.
 */
export async function drain(ports: DrainPorts): Promise<Drained> {
  const { store, organizationId, clock, batches } = ports;
  batches.begin();
  await store.changeOutbox(organizationId, (now) => recover(now, clock.now()));
  for (;;) {
    if (!ports.isCurrent()) return { is: 'dropped' };
    const taken = await store.changeOutbox(organizationId, (now) => take(now, clock.now(), batches));
    if (taken.is === 'none') return { is: 'empty' };
    if (taken.is === 'resync') return { is: 'resync' };
    // Given up meanwhile: another person may be signed in, who must not send what is not his. The boot rule takes it up.
    if (!ports.isCurrent()) return { is: 'dropped' };
    const sent = await send(ports, taken);
    for (const { op, ending } of sent) if (ending.is === 'again') batches.askAlone(op);
    const stop = sent.find(({ ending }) => stopsTheLane(ending));
    if (stop) return { is: 'paused', verdict: stop.ending.is };
  }
}

const stopsTheLane = ({ is }: Ending): boolean =>
  is === 'later' || is === 'unsure' || is === 'sign-in' || is === 'upgrade';

type TakenLoad = Extract<Taken, { is: 'ops' }>;

async function send(ports: DrainPorts, { ops, isFirst, backend, said }: TakenLoad): Promise<readonly Sent[]> {
  const { store, clock, random, organizationId, onReply, onSent } = ports;
  const begun = clock.now();
  const { reply, endings } = await backend.send(ports, ops, said);
  onReply(reply);
  ports.batches.learn(ops, { isAnswered: reply.outcome !== 'unreachable', tookMs: Math.abs(clock.now() - begun) });
  const sent = ops.map((op, index): Sent => ({ op, isFirst: isFirst(op), ending: endings[index] ?? { is: 'again' } }));
  const epoch = reply.outcome === 'unreachable' ? null : reply.marks.epoch;
  const fraction = random.fraction();
  await store.changeOutbox(organizationId, (now) => settle(now, { sent, epoch, nowMs: clock.now(), fraction }));
  const applied = sent.filter(({ ending }) => ending.is === 'applied').length;
  if (applied > 0) onSent(applied);
  return sent;
}

interface FlushPorts extends DrainPorts {
  readonly locks: Locks;
  /** Takes the lock from a hung tab; what it had inflight is resent, and the ledger absorbs it. */
  readonly steal: boolean;
}

/**
 * One run under the drain lock, from a tab or the service worker; null if another holds it. Locked per run: a frozen tab must not stop the
 * others (offline.md F25).
 */
export async function flushOutbox(ports: FlushPorts): Promise<Drained | null> {
  let result: Drained | null = null;
  await ports.locks.run(`drain:${ports.userId}:${ports.organizationId}`, ports.steal, async () => {
    result = await drain(ports);
  });
  return result;
}
