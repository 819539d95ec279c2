import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db, Tables } from './tables.ts';

/** 64-bit counts and decimals arrive as text; ours fit a number. */
const numeric = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    numeric.has(id) ? Number : (pg.types.getTypeParser(id, format) as (value: string) => unknown),
};

export interface PostgresRoads {
  /** Sees every farm: accounts, tokens, ownership. */
  readonly all: Db;
  /** Sees nothing until a transaction names its farm (`scope.ts`). */
  readonly farm: Db;
  /** The connections of `all`, for LISTEN and NOTIFY between processes. */
  readonly pool: pg.Pool;
}

const connections = { all: 4, farms: 12 };

/**
 * Opens PostgreSQL. Broken connections go to `onBroken` and are replaced: without a listener they would end this process. `most`: connections per
 * role.
 */
export function openPostgres(url: string, onBroken: (error: Error) => void, most = connections): PostgresRoads {
  const open = (max: number, options?: string): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      types,
      connectionTimeoutMillis: 10_000,
      statement_timeout: 60_000,
      ...(options && { options }),
    });
    pool.on('error', onBroken);
    // The pool removes its own listener while a connection is lent; a break then would end the process.
    pool.on('connect', (client) => void client.on('error', onBroken));
    return pool;
  };
  const pool = open(most.all, '-c app.org=*');
  const onDialect = (of: pg.Pool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: of }) });
  return { all: onDialect(pool), farm: onDialect(open(most.farms)), pool };
}
