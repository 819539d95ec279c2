import { openDatabase } from './database/open.ts';
import { openReadingThreads } from './reading-threads.ts';
import type { Settings } from './settings.ts';

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
