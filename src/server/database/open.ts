import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** The database, migrated, by its two roads; the embedded one has but one. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  readonly all: Kysely<Tables>;
  readonly farm: Kysely<Tables>;
  /** PostgreSQL's own connections; null for the embedded database. */
  readonly pool: Pool | null;
  readonly close: () => Promise<void>;
}

const fileName = 'tranquera.sqlite';

/** Opens PostgreSQL where a URL is given, else the embedded database in the data folder (wire.md §Settings). */
export async function openDatabase(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  onBroken: (error: Error) => void,
): Promise<Database> {
  const opened = url === '' ? openEmbedded(join(dataDir, fileName)) : openDistributed(url, onBroken);
  await migrate(opened.all);
  return opened;
}

/** The same database once more, for reads on another thread: connections of its own, few of them, on which nothing is written. */
export function openForReading(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  onBroken: (error: Error) => void,
): Pick<Database, 'all' | 'farm'> {
  if (url !== '') return openPostgres(url, onBroken, { all: 1, farms: 2 });
  const db = openSqlite(join(dataDir, fileName), { isForReading: true });
  return { all: db, farm: db };
}

/** The embedded database at a path, not migrated yet. */
function openEmbedded(path: string): Database {
  // Its owner's alone from its first byte on; what the database lays beside it takes after it.
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
