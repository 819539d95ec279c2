import { openDatabase } from './database/open.ts';
import { openReadingThreads } from './reading-threads.ts';
import type { Settings } from './settings.ts';

/** The database, and the threads that read it; closed one after the other, for the last to close it tidies its file. */
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
