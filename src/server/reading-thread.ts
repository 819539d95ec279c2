import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openForReading } from './database/open.ts';
import { readIn } from './database/scope.ts';
import { movementHandlers } from './herd/movements/handlers.ts';
import { type Answer, type Call, type Handlers, type Reading, Refusal } from './kernel/call.ts';
import { openGate, type CallOfRead, type LongAnswer } from './kernel/long-reads.ts';
import { written } from './kernel/in-parts.ts';
import { syncHandlers } from './sync/handlers.ts';
import { madeBy } from './sync/history-segment.ts';

export interface ReadAsked {
  readonly id: number;
  readonly name: string;
  readonly call: CallOfRead;
  readonly mayKeep: boolean;
}

/** Nobody waits for the rest. */
export interface ReadStopped {
  readonly stopped: number;
}

type WholeAnswer = Exclude<LongAnswer, { readonly parts: unknown }>;

/** The last message about a read. */
export type ReadDone = { readonly id: number } & (WholeAnswer | { readonly bug: string });
/** A part of an answer; the last part is its `json`. */
export interface ReadPart {
  readonly id: number;
  readonly part: Uint8Array;
}

/** Handlers of the contract's long reads. */
const handlers: Handlers = { ...movementHandlers, ...(syncHandlers as Handlers) };

const never = (): never => {
  throw new Error('A read on its own thread wants something done after it');
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Transfers bytes without copying. */
const say = (said: ReadDone | ReadPart, bytes?: Uint8Array): void =>
  parentPort?.postMessage(said, bytes ? [bytes.buffer as ArrayBuffer] : []);

/** Lowers this thread's priority below the one that takes records. Only Linux can, by thread id. */
function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Only slower for the others.
  }
}

/** As many as a thread has connections (`openForReading`): waiting in the pool would time out. */
const connections = openGate(2);

const stopped = new Set<number>();

/** Sends an answer while it is made, and returns its last part. A slow client blocks nothing: parts wait at the sender. */
async function saidInParts(id: number, answer: Answer): Promise<Uint8Array> {
  let last: Uint8Array | null = null;
  for await (const text of written(answer)) {
    if (last) say({ id, part: last }, last);
    last = bytesOf(text);
    // Lets messages in.
    await setImmediate();
    if (stopped.has(id)) throw new Error('Nobody waits for the rest');
  }
  return last ?? bytesOf('');
}

/** A read's answer, serialized here: that is half of the work. */
async function made({ id, name, call, mayKeep }: ReadAsked): Promise<WholeAnswer> {
  const handler = handlers[name];
  const whole: Call = { ...call, newId: never, afterCommit: never, tellReviewers: never };
  const db = call.organizationId === null ? all : farm;
  const reading: Reading = (work) => connections(() => readIn(db, call.organizationId, work));
  if (handler?.kind === 'read') {
    const json = await reading(async (trx) => saidInParts(id, await handler.run(whole as Call<never>, trx)));
    return { json, keep: null };
  }
  if (handler?.kind !== 'kept') throw new Error(`No read on its own thread serves ${name}`);
  const answer = await handler.run(whole as Call<never>, reading, mayKeep);
  // A copy: the bytes are cached here for others.
  if ('packed' in answer) return { packed: Uint8Array.from(answer.packed), keep: answer.keep };
  return { json: bytesOf(JSON.stringify({ ok: true, ...answer.answer })), keep: answer.keep };
}

async function serve(asked: ReadAsked): Promise<ReadDone> {
  const { id } = asked;
  try {
    return { id, ...(await made(asked)) };
  } catch (error) {
    if (error instanceof Refusal) return { id, refusal: error.problem };
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    stopped.delete(id);
  }
}

const bytesIn = (done: ReadDone): Uint8Array | undefined =>
  'json' in done ? done.json : 'packed' in done ? done.packed : undefined;

// A broken connection fails its read, which reports it.
const { all, farm } = openForReading(workerData as { readonly url: string; readonly dataDir: string }, () => null);

giveWay();

// Now: files replaced later are another program.
madeBy();

parentPort?.on('message', (asked: ReadAsked | ReadStopped) => {
  if ('stopped' in asked) stopped.add(asked.stopped);
  else void serve(asked).then((done) => say(done, bytesIn(done)));
});
