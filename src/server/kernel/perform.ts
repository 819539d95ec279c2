import { headers as headerNames } from '../../contract/constants.ts';
import { isProblemCode } from '../../contract/problems.ts';
import {
  type CommitParts,
  type Committed,
  type Outcome,
  runPersonal,
  writeOne,
  type WriteShared,
} from '../database/commit.ts';
import type { OpenFarm } from '../database/open-farm.ts';
import { fingerprintOf } from '../database/operations.ts';
import type { Db } from '../database/tables.ts';
import type { CoreRequest, Served } from './exchange.ts';
import { inOrder } from './edit-order.ts';
import { returnedFrom } from './healing.ts';
import { type Call, type Handler, refuse } from './call.ts';
import type { Place } from './locate.ts';
import type { LongReads } from './long-reads.ts';
import { serveRead } from './reads.ts';
import type { Route } from './routes.ts';

export interface PerformPorts {
  /** Sees every farm: ownership, accounts. */
  readonly db: Db;
  /** Sees only the farm that a transaction names; the same as `db` without row-level security. */
  readonly farmDb: Db;
  /** Called with unforeseen errors and the request's id. */
  readonly onBug: (error: unknown, requestId: string) => void;
  /** Called after every commit. */
  readonly onCommit: (committed: Committed) => void;
  /** Where long reads run; absent: on this thread. */
  readonly longReads?: LongReads | undefined;
  /** The open transaction to write into; absent for single writes. */
  readonly open?: Open;
  readonly writeShared: WriteShared;
}

interface Open {
  readonly farm: OpenFarm;
  readonly whenItStands: (act: () => void) => void;
}

type Effect = () => unknown;

interface Placed {
  readonly call: Call<never>;
  readonly place: Place | null;
  readonly route: Route;
}

/** Runs a handler: a read of one snapshot, or a write with its ledger row, broadcasts and effects after the commit. */
export async function perform(
  ports: PerformPorts,
  handler: Handler,
  { call, place, route }: Placed,
  request: CoreRequest,
  effects: Effect[],
): Promise<Served> {
  const marks: Served['marks'] = place === null ? {} : { [headerNames.epoch]: place.head.epoch };
  if (handler.kind === 'read' || handler.kind === 'kept') {
    const served = await serveRead(ports, handler, { call, route }, request);
    return { ...served, marks: { ...marks, ...served.marks } };
  }
  const ledger = {
    userId: call.actor?.userId ?? 'nobody',
    standing: place,
    isSecret: route.endpoint.isSecret,
    key: call.actor ? call.key : null,
    fingerprint: fingerprintOf(request.method, request.path, request.sent ? request.sent.body : request.body),
    receivedAt: new Date(call.now).toISOString(),
    isHealing: returnedFrom(request) !== null,
  };
  const outcome = await runLedgered(ports, handler, { call, route, request }, ledger, effects);
  // Some refusals leave a trace (a failed log-in, an ended token family): commit first, refuse afterwards.
  const { refusal, ...parts } = outcome.answer;
  if (ports.open && isProblemCode(refusal)) throw new Error('What leaves a trace has a transaction of its own');
  const tell = (): void => {
    if (outcome.committed) ports.onCommit(outcome.committed);
    for (const effect of effects) settle(effect, (error) => ports.onBug(error, 'after the commit'));
  };
  if (ports.open) ports.open.whenItStands(tell);
  else tell();
  if (isProblemCode(refusal)) refuse(refusal, { parts });
  return { answer: outcome.answer, marks: marksOf(outcome, call) };
}

async function runLedgered(
  { db, open, writeShared }: PerformPorts,
  handler: Exclude<Handler, { readonly kind: 'read' | 'kept' }>,
  asked: { readonly call: Call<never>; readonly route: Route; readonly request: CoreRequest },
  ledger: Parameters<typeof runPersonal>[1],
  effects: Effect[],
): Promise<Outcome> {
  const { call } = asked;
  // A retried transaction starts over: forget the effects of the lost one.
  const anew = <T>(work: () => T): T => {
    effects.length = 0;
    return work();
  };
  if (handler.kind === 'personal') {
    const run = await handler.prepare(call, db);
    return await runPersonal(db, ledger, (trx) => anew(() => run(trx)));
  }
  const organizationId = call.organizationId ?? refuse('NOT_FOUND');
  const work = (parts: CommitParts) => anew(() => inOrder(handler.run, asked, parts));
  return open ? await writeOne(open.farm, ledger, work) : await writeShared({ ...ledger, organizationId }, work);
}

/** Nobody waits for an effect: a slow mail server delays no answer, and its timing reveals nothing of an account. */
function settle(effect: Effect, onBug: (error: unknown) => void): void {
  void (async () => await effect())().catch(onBug);
}

const marksOf = ({ seq, mark, epoch, replayed }: Outcome, call: Call): Record<string, string> => ({
  ...(epoch !== null && { [headerNames.epoch]: epoch }),
  ...(seq !== null && { [headerNames.seq]: String(seq) }),
  ...(mark !== null && { [headerNames.mark]: mark }),
  ...(call.key !== null && { [headerNames.idempotencyStatus]: replayed ? 'replayed' : 'created' }),
});
