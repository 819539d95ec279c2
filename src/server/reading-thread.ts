import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openForReading } from './database/open.ts';
import { readIn } from './database/scope.ts';
import { movementHandlers } from './herd/movements/handlers.ts';
import { type Answer, type Call, type Handlers, type Reading, Refusal } from './kernel/call.ts';
import { openGate } from './kernel/gate.ts';
import { written } from './kernel/in-parts.ts';
import type { CallOfRead, LongAnswer } from './kernel/long-reads.ts';
import { syncHandlers } from './sync/handlers.ts';
import { madeBy } from './sync/history-made-by.ts';

export interface ReadAsked {
  readonly id: number;
  readonly name: string;
  readonly call: CallOfRead;
  readonly mayKeep: boolean;
}

/** Nobody waits for the rest of an answer. */
export interface ReadStopped {
  readonly stopped: number;
}

type WholeAnswer = Exclude<LongAnswer, { readonly parts: unknown }>;

/** The last that is said of a read. */
export type ReadDone = { readonly id: number } & (WholeAnswer | { readonly bug: string });
/** A part of an answer; more come, and of those the last is its `json`. */
export interface ReadPart {
  readonly id: number;
  readonly part: Uint8Array;
}

/** What serves the calls that the contract says are long. */
const handlers: Handlers = { ...movementHandlers(randomUUID), ...(syncHandlers as Handlers) };

const never = (): never => {
  throw new Error('A read on its own thread wants something done after it');
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Bytes are handed over, not copied. */
const say = (said: ReadDone | ReadPart, bytes?: Uint8Array): void =>
  parentPort?.postMessage(said, bytes ? [bytes.buffer as ArrayBuffer] : []);

/** This thread computes when the one that takes records does not. Linux gives each thread a number to say it of; elsewhere all are alike. */
function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It reads all the same.
  }
}

/** As many as a thread has connections to a farm's rows (`openForReading`): who waited in the pool would be turned away after a while. */
const connections = openGate(2);

const stopped = new Set<number>();

/** Says an answer while it is made, and gives its last part. Whoever asks for it slowly holds up nothing: what is made waits where it is sent from. */
async function saidInParts(id: number, answer: Answer): Promise<Uint8Array> {
  let last: Uint8Array | null = null;
  for await (const text of written(answer)) {
    if (last) say({ id, part: last }, last);
    last = bytesOf(text);
    // Messages come between two turns of the loop alone.
    await setImmediate();
    if (stopped.has(id)) throw new Error('Nobody waits for the rest');
  }
  return last ?? bytesOf('');
}

/** What a read came to; it is written out here, for that is half of the work. */
async function made({ id, name, call, mayKeep }: ReadAsked): Promise<WholeAnswer> {
  const handler = handlers[name];
  const whole: Call = { ...call, afterCommit: never, tellReviewers: never };
  const db = call.organizationId === null ? all : farm;
  const reading: Reading = (work) => connections(() => readIn(db, call.organizationId, work));
  if (handler?.kind === 'read') {
    const json = await reading(async (trx) => saidInParts(id, await handler.run(whole as Call<never>, trx)));
    return { json, keep: null };
  }
  if (handler?.kind !== 'kept') throw new Error(`No read on its own thread serves ${name}`);
  const answer = await handler.run(whole as Call<never>, reading, mayKeep);
  // A copy: what is kept for others here is not to be given away.
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

// A connection that breaks fails the read that is at it, which says so.
const { all, farm } = openForReading(workerData as { readonly url: string; readonly dataDir: string }, () => null);

giveWay();

// Said now: files that are put in the place of these later are another program.
madeBy();

parentPort?.on('message', (asked: ReadAsked | ReadStopped) => {
  if ('stopped' in asked) stopped.add(asked.stopped);
  else void serve(asked).then((done) => say(done, bytesIn(done)));
});
