import { Worker } from 'node:worker_threads';
import type { LongReads } from './kernel/long-reads.ts';
import type { ReadAsked, ReadDone } from './reading-thread.ts';

/** A list of everything must not hold up a first load that comes meanwhile. */
const mostThreads = 2;

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, { readonly done: (answer: ReadDone) => void; readonly failed: (error: Error) => void }>;
}

export interface ReadingThreads extends LongReads {
  readonly close: () => Promise<void>;
}

/**
 * Reads on threads with connections of their own (trust.md row 154: no read holds up the records). `file`: what runs there;
 * `database`: which it opens. A thread is started with the first read that finds no idle one; one that dies fails what it was at, and
 * the next read starts another.
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
      for (const { failed } of thread.waiting.values()) failed(error);
      thread.waiting.clear();
    };
    thread.worker.on('message', (done: ReadDone) => {
      thread.waiting.get(done.id)?.done(done);
      thread.waiting.delete(done.id);
    });
    thread.worker.on('error', gone);
    thread.worker.on('exit', (code) => gone(new Error(`a thread that reads ended with ${code}`)));
    // It ends with the server: it alone keeps no process alive.
    thread.worker.unref();
    threads.push(thread);
    return thread;
  };
  const next = (): Thread => {
    const [least] = threads.toSorted((a, b) => a.waiting.size - b.waiting.size);
    return least && (least.waiting.size === 0 || threads.length === mostThreads) ? least : start();
  };
  return {
    run: async (name, call, mayKeep = false) => {
      const { worker, waiting } = next();
      last += 1;
      const id = last;
      const done = await new Promise<ReadDone>((resolve, reject) => {
        waiting.set(id, { done: resolve, failed: reject });
        worker.postMessage({ id, name, call, mayKeep } satisfies ReadAsked);
      });
      if ('bug' in done) throw new Error(done.bug);
      return done;
    },
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}
