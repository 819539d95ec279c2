import { PostgresAdapter } from 'kysely';
import type { Db } from './tables.ts';

/** Whether the database is PostgreSQL, not SQLite. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
