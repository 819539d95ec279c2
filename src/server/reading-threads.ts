import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { openGate, type LongAnswer, type LongReads, mostLongReads } from './kernel/long-reads.ts';
import type { ReadAsked, ReadDone, ReadPart, ReadStopped } from './reading-thread.ts';
import { openDatabase } from './database/open.ts';
import type { Settings } from './settings.ts';

/** Two, so that a long list does not block a first load. */
const mostThreads = 2;

interface Waiting {
  readonly done: (answer: LongAnswer) => void;
  readonly failed: (error: Error) => void;
  parts: Readable | null;
  readonly ended: () => void;
  readonly end: Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

export interface ReadingThreads extends LongReads {
  readonly close: () => Promise<void>;
}

/**
 * Reads on threads with their own connections (trust.md row 154: no read holds up the records). A thread starts with the first read that finds no
 * idle one; a dying one fails its reads, and the next read starts another.
 */
export function openReadingThreads(
  file: URL,
  database: { readonly url: string; readonly dataDir: string },
): ReadingThreads {
  const threads: Thread[] = [];
  let last = 0;
  const start = (): Thread => {
    const thread: Thread = { worker: new Worker(file, { workerData: database }), waiting: new Map() };
    const gone = (error: Error): void => {
      const at = threads.indexOf(thread);
      if (at >= 0) threads.splice(at, 1);
      for (const one of thread.waiting.values()) fail(one, error);
      thread.waiting.clear();
    };
    thread.worker.on('message', (said: ReadDone | ReadPart) => hear(thread, said));
    thread.worker.on('error', gone);
    thread.worker.on('exit', (code) => gone(new Error(`a thread that reads ended with ${code}`)));
    // A thread alone keeps no process alive.
    thread.worker.unref();
    threads.push(thread);
    return thread;
  };
  const next = (): Thread => {
    const [least] = threads.toSorted((a, b) => a.waiting.size - b.waiting.size);
    return least && (least.waiting.size === 0 || threads.length === mostThreads) ? least : start();
  };
  return {
    inTurn: openGate(mostLongReads),
    run: (name, call, mayKeep = false) => {
      const { worker, waiting } = next();
      last += 1;
      const id = last;
      let ended = (): void => undefined;
      const end = new Promise<void>((resolve) => (ended = resolve));
      return new Promise<LongAnswer>((done, failed) => {
        waiting.set(id, { done, failed, parts: null, ended, end });
        worker.postMessage({ id, name, call, mayKeep } satisfies ReadAsked);
      });
    },
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

/** A started answer breaks off, so that nobody takes a part for the whole. */
function fail({ parts, failed, ended }: Waiting, error: Error): void {
  ended();
  if (parts) parts.destroy(error);
  else failed(error);
}

function hear(thread: Thread, said: ReadDone | ReadPart): void {
  const { id } = said;
  const one = thread.waiting.get(id);
  if (!one) return;
  if ('part' in said) {
    one.parts ??= givenOn(thread, id, one);
    one.parts.push(said.part);
    return;
  }
  thread.waiting.delete(id);
  one.ended();
  if ('bug' in said) fail(one, new Error(said.bug));
  else if (!one.parts) one.done(said);
  else if ('json' in said) {
    one.parts.push(said.json);
    one.parts.push(null);
  } else fail(one, new Error('What came in parts ended as something else'));
}

/** An answer in parts. If its reader hangs up, the rest is not made. */
function givenOn({ worker, waiting }: Thread, id: number, { done, end }: Waiting): Readable {
  const parts = new Readable({ read: () => undefined });
  // The sender handles errors; without this one before that they would be uncaught.
  parts.on('error', () => undefined);
  parts.once('close', () => {
    if (waiting.has(id)) worker.postMessage({ stopped: id } satisfies ReadStopped);
  });
  done({ parts, made: end });
  return parts;
}

/** The database and its reading threads; closed in turn, because the last to close tidies the file. */
export async function openData(settings: Settings, threadFile: URL | null, onBroken: (error: unknown) => void) {
  const place = { url: settings.DATABASE_URL, dataDir: settings.DATA_DIR };
  const database = await openDatabase(place, onBroken);
  const reading = threadFile ? openReadingThreads(threadFile, place) : undefined;
  const closeData = async (): Promise<void> => {
    await reading?.close();
    await database.close();
  };
  return { database, reading, closeData };
}
