import type { Kysely } from 'kysely';
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
import type { Tables } from '../database/tables.ts';
import type { CoreRequest, CoreResponse } from './exchange.ts';
import { inOrder } from './edit-order.ts';
import { returnedFrom } from './healing.ts';
import { type Call, type Handler, refuse } from './call.ts';
import type { Place } from './locate.ts';
import type { LongReads } from './long-reads.ts';
import { serveRead } from './reads.ts';
import type { Route } from './routes.ts';

export interface PerformPorts {
  /** Sees every farm: whose a thing is, accounts. */
  readonly db: Kysely<Tables>;
  /** Sees the farm that a transaction names; the same one where the database has no row-level security. */
  readonly farmDb: Kysely<Tables>;
  /** Told of what nobody foresaw, with the request's id. */
  readonly onBug: (error: unknown, requestId: string) => void;
  /** Told of every commit, after it. */
  readonly onCommit: (committed: Committed) => void;
  /** Where reads with long answers are made; none: here, as all the others. */
  readonly longReads?: LongReads | undefined;
  /** The transaction that writes go into; absent for single ones. */
  readonly open?: Open;
  /** Does single writes. */
  readonly writeShared: WriteShared;
}

/** A transaction that is open, and what is to be done once it stands. */
interface Open {
  readonly farm: OpenFarm;
  readonly whenItStands: (act: () => void) => void;
}

export interface Served {
  readonly answer: Readonly<Record<string, unknown>>;
  /** The whole answer, written out already: `answer` is empty then. */
  readonly json?: Uint8Array;
  /** The same, part by part while they are made. */
  readonly parts?: CoreResponse['parts'];
  /** When all parts are made. */
  readonly made?: Promise<void>;
  readonly marks: Readonly<Record<string, string>>;
}

type Effect = () => unknown;

/** A call, and where it takes place, with where the history of that farm stood when it came; null outside farms. */
interface Placed {
  readonly call: Call<never>;
  readonly place: Place | null;
  readonly route: Route;
}

/** Runs what serves a call: reads of one snapshot, or a write with its ledger row, its live messages and what it wants done after the commit. */
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
  // Some refusals leave a trace that must stay (a failed log-in, a family that ended): written first, said afterwards.
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
  // A transaction that begins anew does its work anew: what the lost one wanted done is forgotten.
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

/** Nobody waits for an effect: a mail server that sleeps holds up no answer, and how long it takes tells nothing about an account. */
function settle(effect: Effect, onBug: (error: unknown) => void): void {
  void (async () => await effect())().catch(onBug);
}

const marksOf = ({ seq, mark, epoch, replayed }: Outcome, call: Call): Record<string, string> => ({
  ...(epoch !== null && { [headerNames.epoch]: epoch }),
  ...(seq !== null && { [headerNames.seq]: String(seq) }),
  ...(mark !== null && { [headerNames.mark]: mark }),
  ...(call.key !== null && { [headerNames.idempotencyStatus]: replayed ? 'replayed' : 'created' }),
});
