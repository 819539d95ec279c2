import { setTimeout as rest } from 'node:timers/promises';
import type { Database } from './database/open.ts';
import type { FileFolder } from './files/store.ts';
import { keepSwept } from './files/sweep.ts';
import type { Log } from './kernel/log.ts';
import { shortenAnswers } from './database/short-answers.ts';

const everyMs = 3_600_000;
/** Lets waiting writes run. */
const pauseMs = 50;

/** Shortens old answers now and every hour until stopped; failures are logged, and the next run continues. */
function keepShort(database: Pick<Database, 'all' | 'farm'>, log: Log): () => Promise<void> {
  const stopped = new AbortController();
  const pause = (): Promise<unknown> => rest(pauseMs, null, { signal: stopped.signal });
  const once = async (): Promise<void> => {
    try {
      const shortened = await shortenAnswers(database, Date.now(), pause);
      if (shortened > 0) log.info({ shortened }, 'answers of more than 90 days ago are kept short');
    } catch (error) {
      if (!stopped.signal.aborted) log.error({ err: error }, 'old answers could not be shortened');
    }
  };
  let last = once();
  const timer = setInterval(() => {
    last = last.then(once);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await last;
  };
}

/** Hourly upkeep until stopped. */
export function keepUp(database: Pick<Database, 'all' | 'farm'>, folder: FileFolder, log: Log): () => Promise<void> {
  const stops = [keepSwept(database.all, folder, log), keepShort(database, log)];
  return async () => {
    for (const stop of stops) await stop();
  };
}
