import { type Kysely, sql } from 'kysely';
import { type Core, createCore } from '../../../src/server/core.ts';
import type { Committed } from '../../../src/server/database/commit.ts';
import { migrate } from '../../../src/server/database/migrate.ts';
import { openSqlite } from '../../../src/server/database/sqlite.ts';
import type { Tables } from '../../../src/server/database/tables.ts';
import type { CoreResponse } from '../../../src/server/exchange.ts';
import { campoHandlers } from '../../../src/server/features/campos/handlers.ts';
import { lotHandlers } from '../../../src/server/features/lots/handlers.ts';
import { movementHandlers } from '../../../src/server/features/movements/handlers.ts';
import { rodeoHandlers } from '../../../src/server/features/rodeos/handlers.ts';
import { syncHandlers } from '../../../src/server/features/sync/handlers.ts';
import { read, refuse } from '../../../src/server/frame/call.ts';

/** When every day of the simulation begins. */
export const dayStart = '2026-11-21T12:00:00.000Z';

/** Whom a token belongs to is not what a day is about: it is the person's id itself. */
export const simPeople = {
  ana: 'a0000000-0000-4000-8000-000000000001',
  beto: 'b0000000-0000-4000-8000-000000000002',
} as const;

/** The product's core on a database in memory, one for a block of days: without sockets, passwords and tokens, which no day is about. */
export interface CoreBackend {
  readonly db: Kysely<Tables>;
  readonly newId: () => string;
  /** What nobody foresaw. */
  readonly bugs: unknown[];
  readonly close: () => Promise<void>;
}

/** A server's life between two restores of its database. */
export interface CoreLife {
  readonly commits: Committed[];
  readonly call: (
    userId: string,
    method: string,
    address: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<CoreResponse>;
}

/** Opens the database, with its two people in it. */
export async function openCoreBackend(newId: () => string): Promise<CoreBackend> {
  const db = openSqlite(':memory:');
  await migrate(db);
  const person = (id: string, first_name: string, last_name: string) => ({
    id,
    email: `${first_name}@campo.test`,
    password_hash: 'none',
    first_name,
    last_name,
    phone: null,
    is_super_admin: 0 as const,
    failed_logins: 0,
    blocked_until: null,
    created_at: dayStart,
  });
  const rows = [person(simPeople.ana, 'Ana', 'Paz'), person(simPeople.beto, 'Beto', 'Sosa')];
  await db.insertInto('users').values(rows).execute();
  return { db, newId, bugs: [], close: () => db.destroy() };
}

/** The core as it runs from one start to the next restore. */
export function startLife({ db, newId, bugs }: CoreBackend): CoreLife {
  const commits: Committed[] = [];
  const known = new Set<string>(Object.values(simPeople));
  const handlers = {
    ...campoHandlers(newId),
    ...lotHandlers(newId),
    ...rodeoHandlers(newId),
    ...movementHandlers(newId),
    ...syncHandlers,
    health: read(() => Promise.resolve({ version: 'simulation', database: 'sqlite', time: dayStart })),
  };
  const core: Core = createCore({
    db,
    farmDb: db,
    handlers,
    now: () => Date.parse(dayStart),
    newId,
    authenticate: (token) =>
      Promise.resolve(
        known.has(token) ? { userId: token, sessionId: token, isSuperAdmin: false } : refuse('TOKEN_INVALID'),
      ),
    onBug: (error) => bugs.push(error),
    onCommit: (committed) => commits.push(committed),
    onRefused: () => undefined,
    leastAppVersion: '',
  });
  const call: CoreLife['call'] = (userId, method, address, body, headers = {}) => {
    const [path = '', search = ''] = address.split('?');
    return core.dispatch({
      method,
      path,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: { authorization: `Bearer ${userId}`, ...headers },
      body,
    });
  };
  return { commits, call };
}

interface Named {
  readonly name: string;
}

/** Tables that hold rows of farms, by the column that says whose. */
async function farmTables(db: Kysely<Tables>): Promise<(readonly [string, string])[]> {
  const { rows } = await sql<Named>`select name from sqlite_master where type = 'table'`.execute(db);
  const found: (readonly [string, string])[] = [['organizations', 'id']];
  for (const { name } of rows) {
    const columns = (await sql<Named>`select name from pragma_table_info(${name})`.execute(db)).rows;
    if (columns.some((column) => column.name === 'organization_id')) found.push([name, 'organization_id']);
    else if (name === 'operations') found.push([name, 'scope']);
  }
  return found;
}

/** Keeps a copy of one farm; what it gives puts the farm back to it, whatever has happened since. */
export async function keepCopy({ db }: CoreBackend, organizationId: string): Promise<() => Promise<void>> {
  const tables = await farmTables(db);
  for (const [table, column] of tables) {
    await sql`drop table if exists temp.${sql.id(`copy_${table}`)}`.execute(db);
    await sql`create temp table ${sql.id(`copy_${table}`)} as select * from ${sql.id('main', table)}
      where ${sql.id(column)} = ${organizationId}`.execute(db);
  }
  return async () => {
    await sql`pragma foreign_keys = OFF`.execute(db);
    for (const [table, column] of tables) {
      await sql`delete from ${sql.id('main', table)} where ${sql.id(column)} = ${organizationId}`.execute(db);
      await sql`insert into ${sql.id('main', table)} select * from temp.${sql.id(`copy_${table}`)}`.execute(db);
    }
    await sql`pragma foreign_keys = ON`.execute(db);
  };
}
