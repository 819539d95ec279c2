import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { Problem } from '../contract/problems.ts';
import { openForReading } from './database/open.ts';
import { readIn } from './database/scope.ts';
import { movementHandlers } from './herd/movements/handlers.ts';
import { type Call, type Handlers, Refusal } from './kernel/call.ts';
import type { CallOfRead } from './kernel/long-reads.ts';
import { syncHandlers } from './sync/handlers.ts';

export interface ReadAsked {
  readonly id: number;
  readonly name: string;
  readonly call: CallOfRead;
}

export type ReadDone = { readonly id: number } & (
  { readonly json: Uint8Array } | { readonly refusal: Problem } | { readonly bug: string }
);

/** What serves the calls that the contract says are long. */
const handlers: Handlers = { ...movementHandlers(randomUUID), ...(syncHandlers as Handlers) };

const never = (): never => {
  throw new Error('A read on its own thread wants something done after it');
};

/** Serves one read; what it came to is written out here, for that is half of the work. */
async function serve({ id, name, call }: ReadAsked): Promise<ReadDone> {
  try {
    const handler = handlers[name];
    if (handler?.kind !== 'read') throw new Error(`No read on its own thread serves ${name}`);
    const whole: Call = { ...call, afterCommit: never, tellReviewers: never };
    const db = call.organizationId === null ? all : farm;
    const answer = await readIn(db, call.organizationId, (trx) => handler.run(whole as Call<never>, trx));
    return { id, json: new TextEncoder().encode(JSON.stringify({ ok: true, ...answer })) };
  } catch (error) {
    if (error instanceof Refusal) return { id, refusal: error.problem };
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// A connection that breaks fails the read that is at it, which says so.
const { all, farm } = openForReading(workerData as { readonly url: string; readonly dataDir: string }, () => null);

parentPort?.on('message', (asked: ReadAsked) => {
  void serve(asked).then((done) =>
    parentPort?.postMessage(done, 'json' in done ? [done.json.buffer as ArrayBuffer] : []),
  );
});
