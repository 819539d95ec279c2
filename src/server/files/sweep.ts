import type { Db } from '../database/tables.ts';
import type { Log } from '../kernel/log.ts';
import type { FileFolder } from './store.ts';
import type { Finding } from '../database/finding.ts';

/** No upload takes so long, not even another process's on the same folder. */
const hourMs = 3_600_000;

async function isNamed(db: Db, id: string): Promise<boolean> {
  for (const [table, column] of [
    ['files', 'id'],
    ['audios', 'id'],
    ['blobs', 'place'],
  ] as const) {
    const row = await db.selectFrom(table).select(column).where(column, '=', id).executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/**
 * Clears what an upload of a dead process left: settles what a row names, removes the rest. Settled files stay: a restored database may name
 * fewer of them.
 */
export async function sweep(
  db: Db,
  folder: FileFolder,
  now: number,
): Promise<{ readonly settled: number; readonly removed: number }> {
  const done = { settled: 0, removed: 0 };
  for (const id of await folder.unsettledBefore(now - hourMs)) {
    const named = await isNamed(db, id);
    await (named ? folder.settle(id) : folder.remove(id));
    done[named ? 'settled' : 'removed'] += 1;
  }
  return done;
}

/** From here on the operator is warned; at nine tenths files are refused (`store.ts`). */
const nearlyFull = 0.8;

/** Logs an error in time before the disk is full (trust.md row 158). */
async function warnOfDisk(folder: Pick<FileFolder, 'fullness'>, log: Log): Promise<void> {
  const used = await folder.fullness();
  if (used < nearlyFull) return;
  log.error({ usedPercent: Math.floor(used * 100) }, 'the disk of the data folder is nearly full: make room on it');
}

/** Sweeps and checks the disk now and every hour until stopped; failures are logged and retried. */
export function keepSwept(db: Db, folder: FileFolder, log: Log): () => Promise<void> {
  const once = async (): Promise<void> => {
    await warnOfDisk(folder, log).catch((error: unknown) => {
      log.error({ err: error }, 'nobody knows how full the disk of the data folder is');
    });
    try {
      const done = await sweep(db, folder, Date.now());
      if (done.settled + done.removed > 0) log.info(done, 'files that an upload left unsettled were swept');
    } catch (error) {
      log.error({ err: error }, 'the folder of the files could not be swept');
    }
  };
  void once();
  const timer = setInterval(() => void once(), hourMs);
  timer.unref();
  return async () => clearInterval(timer);
}

/** Files that a row names and the folder lacks, or has in another size. */
export async function examineFiles(db: Db, folder: FileFolder): Promise<Finding[]> {
  const files = await db.selectFrom('files').select(['id', 'size', 'organization_id']).execute();
  const audios = await db.selectFrom('audios').select(['id', 'size']).execute();
  const blobs = await db.selectFrom('blobs').select(['place as id', 'size', 'organization_id']).execute();
  const found: Finding[] = [];
  for (const { id, size, ...owner } of [
    ...files,
    ...blobs,
    ...audios.map((row) => ({ ...row, organization_id: '' })),
  ]) {
    if ((await folder.sizeOf(id)) === size) continue;
    found.push({ kind: 'file', organizationId: owner.organization_id, file: id });
  }
  return found;
}
