import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** Counts and sums come as 64 bits and decimals as text: none of ours is larger than a number holds. */
const numeric = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    numeric.has(id) ? Number : (pg.types.getTypeParser(id, format) as (value: string) => unknown),
};

/** Both roads to one PostgreSQL. */
export interface PostgresRoads {
  /** Sees every farm: accounts, tokens, and finding out whose a thing is. */
  readonly all: Kysely<Tables>;
  /** Sees nothing until a transaction names its farm (`scope.ts`). */
  readonly farm: Kysely<Tables>;
  /** The connections below `all`, for what speaks to the database by itself (the live side between processes). */
  readonly pool: pg.Pool;
}

const connections = { all: 4, farms: 12 };

/**
 * Opens PostgreSQL by its URL. A connection that breaks is told to `onBroken` and replaced: without a listener a dying database would
 * end this process. `most`: connections of each road.
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
    // The pool takes its own listener away while a connection is lent out: one that breaks then would end the process.
    pool.on('connect', (client) => void client.on('error', onBroken));
    return pool;
  };
  const pool = open(most.all, '-c app.org=*');
  const onDialect = (of: pg.Pool): Kysely<Tables> => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: of }) });
  return { all: onDialect(pool), farm: onDialect(open(most.farms)), pool };
}
