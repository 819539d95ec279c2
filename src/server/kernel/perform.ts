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
import { type Db, rowsWhere } from '../database/tables.ts';
import type { CoreRequest, Served } from './exchange.ts';
import { returnedFrom, takenFrom } from './healing.ts';
import { type Answer, type Call, type Handler, type KeptAnswer, type KeptRead, refuse, type Write } from './call.ts';
import type { Place } from './locate.ts';
import { callOfRead, type LongReads } from './long-reads.ts';
import type { Route } from './routes.ts';
import { readIn, writeIn } from '../database/scope.ts';
import { gathered } from './in-parts.ts';
import { takesPacked, unpack } from './packed.ts';

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
    cid: (call.body as { readonly cid?: string } | null | undefined)?.cid,
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

const beside = new Set(['id', 'cid', 'offline', 'recorded_at', 'organization_id', 'version', 'base_version']);
/** An edit of a movement, or of the lots' order, sets everything. */
const everything = '*';
/** Rank of edits made since the restore: later than all that phones bring back. */
const latest = Number.MAX_SAFE_INTEGER;

/**
 * Applies edits of a restored farm in the order they were made, not in which phones bring them back: an older one takes no field from a newer
 * one. Rank is the sequence in the lost life; edits of the new life come later.
 */
async function inOrder(
  run: Write<never>,
  { call, route, request }: { readonly call: Call<never>; readonly route: Route; readonly request: CoreRequest },
  commit: CommitParts,
): Promise<Answer> {
  if (commit.restored === null || route.endpoint.method !== 'PUT') return await run(call, commit);
  const rank = returnedFrom(request) ?? latest;
  const edited = editedBy(call, route, commit.organizationId, commit.restored);
  const overtaken = await setLater(commit.trx, edited, rank);
  const later = takenFrom(call.body ?? {}, overtaken);
  const left = edited.fields.filter((field) => !later.has(field));
  if (left.length === 0 && later.size > 0) {
    // Only movements keep a history of edits.
    return route.endpoint.kind === undefined ? { superseded: true } : await run({ ...call, isOvertaken: true }, commit);
  }
  const returned = { ...call, isReturned: rank !== latest, overtaken };
  const answer = await run(later.size === 0 ? returned : without(returned, later), commit);
  await noteRank(commit.trx, { ...edited, fields: left.filter((field) => !overtaken.has(field)) }, rank);
  return answer;
}

function editedBy({ params, body }: Call<never>, route: Route, organizationId: string, epoch: string): Edited {
  const form = (body ?? {}) as Readonly<Record<string, unknown>>;
  const id = params.id ?? params.movementId ?? form.id;
  const isWhole = route.endpoint.kind !== undefined || typeof id !== 'string';
  return {
    organizationId,
    epoch,
    rowId: typeof id === 'string' ? id : route.name,
    fields: isWhole ? [everything] : Object.keys(form).filter((name) => !beside.has(name) && form[name] !== undefined),
  };
}

const without = (call: Call<never>, fields: ReadonlySet<string>): Call<never> => ({
  ...call,
  body: Object.fromEntries(Object.entries(call.body).filter(([name]) => !fields.has(name))) as never,
});

interface Edited {
  readonly organizationId: string;
  readonly epoch: string;
  readonly rowId: string;
  readonly fields: readonly string[];
}

async function setLater(
  db: Db,
  { organizationId, epoch, rowId, fields }: Edited,
  rank: number,
): Promise<ReadonlySet<string>> {
  if (fields.length === 0) return new Set();
  const rows = await rowsWhere(db, 'edit_ranks', { organization_id: organizationId, epoch, row_id: rowId })
    .select('field')
    .where('field', 'in', fields)
    .where('rank', '>', rank)
    .execute();
  return new Set(rows.map((row) => row.field));
}

async function noteRank(db: Db, { organizationId, epoch, rowId, fields }: Edited, rank: number): Promise<void> {
  if (fields.length === 0) return;
  await db
    .insertInto('edit_ranks')
    .values(fields.map((field) => ({ organization_id: organizationId, epoch, row_id: rowId, field, rank })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'epoch', 'row_id', 'field']).doUpdateSet({ rank }))
    .execute();
}

type ReadHandler = Extract<Handler, { readonly kind: 'read' | 'kept' }>;

interface Ports {
  readonly farmDb: Db;
  readonly onBug: (error: unknown, about: string) => void;
  readonly longReads?: LongReads | undefined;
}

/** Serves a read of one snapshot: here, or on a thread where its answer may be long. */
async function serveRead(
  ports: Ports & { readonly db: Db },
  handler: ReadHandler,
  { call, route }: { readonly call: Call<never>; readonly route: Route },
  request: CoreRequest,
): Promise<Served> {
  if (handler.kind === 'kept') return await serveKept(ports, handler, route.name, { call, request });
  if (route.endpoint.isLong && ports.longReads)
    return { ...(await readOnThread(ports.longReads, route, call)), marks: {} };
  const db = call.organizationId === null ? ports.db : ports.farmDb;
  const answer = await readIn(db, call.organizationId, async (trx) => gathered(await handler.run(call, trx)));
  return { answer, marks: {} };
}

type Made = KeptAnswer | { readonly json: Uint8Array; readonly keep: unknown };

const mostTries = 4;

/**
 * Serves a read that stores its answers: made on a thread, stored here, by the only writer of the database. An answer that relies on what is
 * stored is sent after that commit; if nothing can be written (a full disk), it is made without.
 */
async function serveKept(
  ports: Ports,
  handler: KeptRead<never>,
  name: string,
  { call, request }: { readonly call: Call<never>; readonly request: CoreRequest },
): Promise<Served> {
  const farm = call.organizationId ?? refuse('NOT_FOUND');
  const make = (mayKeep: boolean): Promise<Made> =>
    ports.longReads
      ? madeAside(ports.longReads, name, call, mayKeep)
      : handler.run(call, (work) => readIn(ports.farmDb, farm, work), mayKeep);
  const write = async (made: Made): Promise<boolean | null> => {
    const packed = 'packed' in made ? made.packed : null;
    try {
      return await writeIn(ports.farmDb, farm, (trx) => handler.keep(trx, farm, { keep: made.keep, packed }));
    } catch (error) {
      ports.onBug(error, `keeping an answer to ${name}`);
      return null;
    }
  };
  let made = await make(true);
  for (let tries = 1; made.keep !== null; tries += 1) {
    const stands = await write(made);
    // A packed answer is complete, stored or not.
    if (stands === true || 'packed' in made) break;
    made = await make(stands === false && tries < mostTries);
  }
  if ('answer' in made) return { answer: made.answer, marks: {} };
  if ('json' in made) return { answer: {}, json: made.json, marks: {} };
  if (!takesPacked(request.headers['accept-encoding'])) return { answer: await unpack(made.packed), marks: {} };
  return { answer: {}, json: made.packed, marks: { 'content-encoding': 'br', vary: 'accept-encoding' } };
}

async function madeAside(reads: LongReads, name: string, call: Call<never>, mayKeep: boolean): Promise<Made> {
  const done = await reads.run(name, callOfRead(call), mayKeep);
  if ('parts' in done) throw new Error(`${name} keeps its answer and gives it in parts`);
  if (!('refusal' in done)) return done;
  const { code, ...rest } = done.refusal;
  return refuse(code, rest);
}

async function readOnThread(reads: LongReads, { name }: Route, call: Call<never>): Promise<Omit<Served, 'marks'>> {
  const done = await reads.run(name, callOfRead(call));
  if ('json' in done) return { answer: {}, json: done.json };
  if ('parts' in done) return { answer: {}, parts: done.parts, made: done.made };
  if ('packed' in done) throw new Error(`${name} packed its answer and keeps none`);
  const { code, ...rest } = done.refusal;
  return refuse(code, rest);
}
