import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Db } from './tables.ts';

/** The migrated database by its two roles; SQLite has only one. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  readonly all: Db;
  readonly farm: Db;
  readonly pool: Pool | null;
  readonly close: () => Promise<void>;
}

const fileName = 'tranquera.sqlite';

/** Opens PostgreSQL if a URL is given, else SQLite in the data folder (wire.md §Settings). */
export async function openDatabase(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  onBroken: (error: Error) => void,
): Promise<Database> {
  const opened = url === '' ? openEmbedded(join(dataDir, fileName)) : openDistributed(url, onBroken);
  await migrate(opened.all);
  return opened;
}

/** A second, read-only opening for another thread, with few connections of its own. */
export function openForReading(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  onBroken: (error: Error) => void,
): Pick<Database, 'all' | 'farm'> {
  if (url !== '') return openPostgres(url, onBroken, { all: 1, farms: 2 });
  const db = openSqlite(join(dataDir, fileName), { isForReading: true });
  return { all: db, farm: db };
}

function openEmbedded(path: string): Database {
  // Owner-only from its first byte; the files SQLite creates beside it inherit that.
  closeSync(openSync(path, 'a', 0o600));
  const db = openSqlite(path);
  return { kind: 'sqlite', all: db, farm: db, pool: null, close: () => db.destroy() };
}

function openDistributed(url: string, onBroken: (error: Error) => void): Database {
  const { all, farm, pool } = openPostgres(url, onBroken);
  const close = async (): Promise<void> => {
    await farm.destroy();
    await all.destroy();
  };
  return { kind: 'postgres', all, farm, pool, close };
}
