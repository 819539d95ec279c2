import type { Database } from './database/open.ts';
import type { FileFolder } from './files/store.ts';
import { keepSwept } from './files/sweep.ts';
import type { Log } from './kernel/log.ts';
import { keepShort } from './short-answers.ts';

/** Hourly upkeep until stopped. */
export function keepUp(database: Pick<Database, 'all' | 'farm'>, folder: FileFolder, log: Log): () => Promise<void> {
  const stops = [keepSwept(database.all, folder, log), keepShort(database, log)];
  return async () => {
    for (const stop of stops) await stop();
  };
}
