import { readIn, writeIn } from '../database/scope.ts';
import type { Db } from '../database/tables.ts';
import { type Call, type Handler, type KeptAnswer, type KeptRead, refuse } from './call.ts';
import type { CoreRequest, Served } from './exchange.ts';
import { gathered } from './in-parts.ts';
import { callOfRead, type LongReads } from './long-reads.ts';
import { takesPacked, unpack } from './packed.ts';
import type { Route } from './routes.ts';

type ReadHandler = Extract<Handler, { readonly kind: 'read' | 'kept' }>;

interface Ports {
  readonly farmDb: Db;
  readonly onBug: (error: unknown, about: string) => void;
  readonly longReads?: LongReads | undefined;
}

/** Serves a read of one snapshot: here, or on a thread where its answer may be long. */
export async function serveRead(
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
