import { constants } from '../../../contract/constants.ts';
import { fillPath } from '../../../contract/endpoint.ts';
import { syncEndpoints } from '../../../contract/endpoints/sync.ts';
import type { Reply, Said } from '../../net/reply.ts';
import type { Op } from '../../store/op.ts';
import type { FarmStore } from '../../store/store.ts';
import { endOfBatch, operationsOf, queryOf } from './batch.ts';
import type { Batches } from './batches.ts';
import { classify, type Ending } from './classify.ts';
import { bound, classifyForeign } from '../plain-backend/foreign.ts';
import { recover, type Sent, settle, take, type Taken } from './outbox.ts';
import type { Chance, Clock, FarmNet } from '../ports.ts';

export interface DrainPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'fraction'>;
  readonly organizationId: string;
  readonly userId: string;
  readonly onReply: (reply: Reply) => void;
  readonly onSent: () => void;
  readonly batches: Batches;
  readonly isCurrent: () => boolean;
}

/** How a run ended. */
export type Drained =
  | { readonly is: 'empty' }
  | { readonly is: 'resync' }
  /** The link, the session or the app's age stops everything; later runs try again. */
  | { readonly is: 'paused'; readonly verdict: Ending['is'] }
  | { readonly is: 'dropped' };

/**
 * Sends what waits, in the order of the acts (offline.md §2.4): many in one call where the server takes them, else one by one. Knows
 * nothing of screens: the service worker can run it. The caller holds the drain lock.
 */
export async function drain(ports: DrainPorts): Promise<Drained> {
  const { store, organizationId, clock, batches } = ports;
  const alone = new Set<string>();
  await store.changeOutbox(organizationId, (now) => recover(now, clock.now()));
  for (;;) {
    if (!ports.isCurrent()) return { is: 'dropped' };
    const taken = await store.changeOutbox(organizationId, (now) => take(now, clock.now(), { batches, alone }));
    if (taken.is === 'none') return { is: 'empty' };
    if (taken.is === 'resync') return { is: 'resync' };
    // Given up meanwhile: another person may be signed in by now, and must not send what is not his. The boot rule takes it up.
    if (!ports.isCurrent()) return { is: 'dropped' };
    const sent = await send(ports, taken);
    for (const { op, ending } of sent) if (ending.is === 'again') alone.add(op.opId);
    const stop = sent.find(({ ending }) => stopsTheLane(ending));
    if (stop) return { is: 'paused', verdict: stop.ending.is };
  }
}

const stopsTheLane = ({ is }: Ending): boolean =>
  is === 'later' || is === 'unsure' || is === 'sign-in' || is === 'upgrade';

type Load = Pick<Extract<Taken, { is: 'ops' }>, 'ops' | 'toForeign' | 'said'>;

async function send(ports: DrainPorts, { ops, toForeign, said }: Load): Promise<readonly Sent[]> {
  const { store, clock, chance, organizationId, onReply, onSent } = ports;
  const [first] = ops;
  const isOne = ops.length === 1 && first !== undefined && (toForeign || first.userId === ports.userId);
  const reply = await (isOne
    ? askOne(ports, toForeign ? await bound(store, first) : first, said)
    : askMany(ports, ops, said));
  onReply(reply);
  ports.batches.learn(ops, reply.outcome !== 'unreachable');
  const judge = toForeign ? classifyForeign : classify;
  const sent = isOne ? [{ op: first, ending: judge(reply, first) }] : sentTogether(ports, reply, ops);
  const epoch = reply.outcome === 'unreachable' ? null : reply.marks.epoch;
  const fraction = chance.fraction();
  await store.changeOutbox(organizationId, (now) => settle(now, { sent, epoch, nowMs: clock.now(), fraction }));
  for (const { ending } of sent) if (ending.is === 'applied') onSent();
  return sent;
}

function askOne({ net }: DrainPorts, op: Op, said: Said | undefined): Promise<Reply> {
  const query = queryOf(op);
  return net.call({
    method: op.method,
    path: op.path,
    ...(op.body !== null && { body: op.body }),
    ...(query && { query }),
    idempotencyKey: op.opId,
    ...(said && { said: { ...said, ...(op.wasThere !== undefined && { healing: op.wasThere }) } }),
    timeoutMs: constants.httpTimeoutMs,
  });
}

const askMany = (
  { net, organizationId, userId }: DrainPorts,
  ops: readonly Op[],
  said: Said | undefined,
): Promise<Reply> =>
  net.call({
    method: 'POST',
    path: fillPath(syncEndpoints.operations.path, { org: organizationId }),
    body: operationsOf(ops, userId),
    ...(said && { said }),
    timeoutMs: constants.httpTimeoutMs,
  });

function sentTogether({ batches }: DrainPorts, reply: Reply, ops: readonly Op[]): readonly Sent[] {
  const { endings, hasBatches } = endOfBatch(reply, ops);
  if (!hasBatches) batches.end();
  return ops.map((op, index) => ({ op, ending: endings[index] ?? { is: 'again' } }));
}
