import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examine } from '../../src/server/database/doctor.ts';
import type { Finding } from '../../src/server/database/finding.ts';
import { openPostgres } from '../../src/server/database/postgres.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import { examineFiles } from '../../src/server/files/sweep.ts';
import { filesIn } from '../../src/server/files/store.ts';

/** Where a server keeps its records: PostgreSQL where it has an address, else a file in its folder. */
export interface Kept {
  readonly url: string | null;
  readonly dataDir: string;
}

/** What the doctor finds in the database and the files of a server that was started by its settings. */
async function findingsIn({ url, dataDir }: Kept): Promise<readonly Finding[]> {
  if (!url) return await examineAndLeave(openSqlite(join(dataDir, 'tranquera.sqlite')), dataDir);
  const { all, farm } = openPostgres(url, () => undefined);
  await farm.destroy();
  return await examineAndLeave(all, dataDir);
}

async function examineAndLeave(db: ReturnType<typeof openSqlite>, dataDir: string): Promise<readonly Finding[]> {
  try {
    return [...(await examine(db)), ...(await examineFiles(db, filesIn(dataDir)))];
  } finally {
    await db.destroy();
  }
}

/** The last fact of a suite that spoke with a running server. */
export const leavesAllInOrder = (kept: () => Kept): void =>
  test('leaves a book that adds up and a feed without holes', async () => {
    expect(await findingsIn(kept())).toEqual([]);
  });
