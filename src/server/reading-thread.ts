import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { openForReading } from './database/open.ts';
import { readIn } from './database/scope.ts';
import { movementHandlers } from './herd/movements/handlers.ts';
import { type Answer, type Call, type Handlers, type Reading, Refusal } from './kernel/call.ts';
import type { CallOfRead, LongAnswer } from './kernel/long-reads.ts';
import { syncHandlers } from './sync/handlers.ts';
import { madeBy } from './sync/history-made-by.ts';

export interface ReadAsked {
  readonly id: number;
  readonly name: string;
  readonly call: CallOfRead;
  readonly mayKeep: boolean;
}

export type ReadDone = { readonly id: number } & (LongAnswer | { readonly bug: string });

/** What serves the calls that the contract says are long. */
const handlers: Handlers = { ...movementHandlers(randomUUID), ...(syncHandlers as Handlers) };

const never = (): never => {
  throw new Error('A read on its own thread wants something done after it');
};

const written = (answer: Answer): Uint8Array => new TextEncoder().encode(JSON.stringify({ ok: true, ...answer }));

/** What a read came to; it is written out here, for that is half of the work. */
async function made({ name, call, mayKeep }: ReadAsked): Promise<LongAnswer> {
  const handler = handlers[name];
  const whole: Call = { ...call, afterCommit: never, tellReviewers: never };
  const db = call.organizationId === null ? all : farm;
  const reading: Reading = (work) => readIn(db, call.organizationId, work);
  if (handler?.kind === 'read')
    return { json: written(await reading((trx) => handler.run(whole as Call<never>, trx))), keep: null };
  if (handler?.kind !== 'kept') throw new Error(`No read on its own thread serves ${name}`);
  const answer = await handler.run(whole as Call<never>, reading, mayKeep);
  // A copy: what is kept for others here is not to be given away.
  if ('packed' in answer) return { packed: Uint8Array.from(answer.packed), keep: answer.keep };
  return { json: written(answer.answer), keep: answer.keep };
}

async function serve(asked: ReadAsked): Promise<ReadDone> {
  const { id } = asked;
  try {
    return { id, ...(await made(asked)) };
  } catch (error) {
    if (error instanceof Refusal) return { id, refusal: error.problem };
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Bytes that are handed over, not copied. */
const bytesIn = (done: ReadDone): ArrayBuffer[] => {
  const bytes = 'json' in done ? done.json : 'packed' in done ? done.packed : null;
  return bytes ? [bytes.buffer as ArrayBuffer] : [];
};

// A connection that breaks fails the read that is at it, which says so.
const { all, farm } = openForReading(workerData as { readonly url: string; readonly dataDir: string }, () => null);

// Said now: files that are put in the place of these later are another program.
madeBy();

parentPort?.on('message', (asked: ReadAsked) => {
  void serve(asked).then((done) => parentPort?.postMessage(done, bytesIn(done)));
});
