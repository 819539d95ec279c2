import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readIn, writeIn } from '../../../src/server/database/scope.ts';
import type { Tables } from '../../../src/server/database/tables.ts';
import { closesInOrder, openBackend, testPassword } from '../../support/server.ts';

/** Two farms on one PostgreSQL, seen by the road that serves farms. */
let backend: Awaited<ReturnType<typeof openBackend>>;
let ours: string;
let theirs: string;
/** Every table with rows of farms, by what the catalogue of the database says. */
let farmTables: readonly string[];

const settle = async (name: string): Promise<string> => {
  const person = { email: `${name}@campo.test`, password: testPassword, first_name: name, last_name: 'X' };
  const signedUp = await backend.send(null, 'POST', '/api/auth/sign-up', { ...person, phone: '+5491155550001' });
  const token = String(signedUp.body['token']);
  const send = async (path: string, body: object, part: string): Promise<string> => {
    const answer = await backend.send(token, 'POST', path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return (answer.body[part] as { id: string }).id;
  };
  const org = await send('/api/organization', { name: `Lo de ${name}` }, 'organization');
  const lot = await send(`/api/lot/create/${org}`, { name: 'El Bajo', hectares: 10 }, 'lot');
  const rodeo = await send(`/api/rodeo/${org}`, { name: 'Cría' }, 'rodeo');
  const category = await send(`/api/animal-categories/${org}`, { name: 'Buey' }, 'category');
  const animals = [{ type: category, count: 5 }];
  const buy = { date: '2026-01-10', rodeo_id: rodeo, lot_id: lot, animals };
  await send(`/api/movement/purchase/${org}`, buy, 'movement');
  return org;
};

beforeAll(async () => {
  backend = await openBackend(':memory:', { now: Date.parse('2026-11-21T12:00:00Z') });
  ours = await settle('ana');
  theirs = await settle('dana');
  const { rows } = await sql<{ table: string }>`
    select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relkind = 'r' and n.nspname = current_schema() order by 1`.execute(backend.db);
  farmTables = rows.map(({ table }) => table);
});

const owners = async (db: Kysely<Tables>, table: string): Promise<string[]> => {
  const { rows } = await sql<{ org: string }>`select distinct organization_id as org from ${sql.table(table)}`.execute(
    db,
  );
  return rows.map(({ org }) => org).toSorted();
};

/** The code of the error that the database answers with; null when it takes what was sent. */
const refusalOf = async (work: Promise<unknown>): Promise<string | null> =>
  await work.then(
    () => null,
    (error: unknown) => String((error as { code?: unknown }).code),
  );

const rowSecurityViolated = '42501';

describe('Row-level security between farms', () => {
  test('stands around every table with rows of farms, the owner of the tables included', async () => {
    const { rows } = await sql<{ table: string; on: boolean; forced: boolean }>`
      select c.relname as table, c.relrowsecurity as on, c.relforcerowsecurity as forced
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = current_schema()`.execute(backend.db);
    const open = rows.filter(({ on, forced }) => !on || !forced).map(({ table }) => table);
    expect(farmTables.length).toBeGreaterThanOrEqual(9);
    expect(open.filter((table) => [...farmTables, 'organizations', 'operations'].includes(table))).toEqual([]);
  });

  test('judges what is written as well as what is read', async () => {
    const { rows } = await sql<{ table: string }>`
      select tablename as table from pg_policies
      where schemaname = current_schema() and cmd = 'ALL' and qual is not null and with_check is not null`.execute(
      backend.db,
    );
    expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining([...farmTables]));
  });

  test('holds for the role that serves, which is not above it', async () => {
    const { rows } = await sql<{ rolsuper: boolean; rolbypassrls: boolean }>`
      select rolsuper, rolbypassrls from pg_roles where rolname = current_user`.execute(backend.farmDb);
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  });
});

describe('Who names no farm', () => {
  test('sees nothing in any table', async () => {
    for (const table of farmTables) expect([table, await owners(backend.farmDb, table)]).toEqual([table, []]);
    expect(await backend.farmDb.selectFrom('organizations').selectAll().execute()).toEqual([]);
    expect(await backend.farmDb.selectFrom('operations').selectAll().execute()).toEqual([]);
  });

  test('writes nothing', async () => {
    const row = { organization_id: ours, seq: 999, table_name: 'lots', row_id: 'x', again: 1 };
    expect(await refusalOf(backend.farmDb.insertInto('changes').values(row).execute())).toBe(rowSecurityViolated);
    await backend.farmDb.deleteFrom('cells').execute();
    await backend.farmDb.updateTable('lots').set({ name: 'Nada' }).execute();
    expect(await owners(backend.db, 'cells')).toEqual([ours, theirs].toSorted());
    expect(await backend.db.selectFrom('lots').select('name').where('name', '=', 'Nada').execute()).toEqual([]);
  });

  test('does not become the server by asking for everything of a farm that has no such name', async () => {
    for (const name of ['', '%', "' or true --", 'null', '**']) {
      const rows = await readIn(backend.farmDb, name, (trx) => trx.selectFrom('lots').selectAll().execute());
      expect(rows).toEqual([]);
    }
  });
});

describe('Who names a farm', () => {
  test('sees its rows and no row of another, in every table', async () => {
    const seen = new Set<string>();
    for (const table of farmTables) {
      const found = await readIn(backend.farmDb, ours, (trx) => owners(trx, table));
      expect([table, found.filter((org) => org !== ours)]).toEqual([table, []]);
      if (found.length > 0) seen.add(table);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['lots', 'rodeos', 'categories', 'movements', 'postings']));
  });

  test('reaches no row of another by joining', async () => {
    const pairs = await readIn(backend.farmDb, ours, (trx) =>
      trx
        .selectFrom('movements')
        .innerJoin('postings', 'postings.movement_id', 'movements.id')
        .innerJoin('organizations', (join) => join.onTrue())
        .select(['movements.organization_id as a', 'postings.organization_id as b', 'organizations.id as c'])
        .execute(),
    );
    expect(pairs.length).toBeGreaterThan(0);
    expect(new Set(pairs.flatMap(({ a, b, c }) => [a, b, c]))).toEqual(new Set([ours]));
  });

  test('counts and adds up nothing of another', async () => {
    const sums = await readIn(backend.farmDb, ours, (trx) =>
      trx
        .selectFrom('cells')
        .select((select) => [select.fn.sum<number>('head').as('head'), select.fn.countAll<number>().as('cells')])
        .executeTakeFirstOrThrow(),
    );
    expect(sums).toEqual({ head: 5, cells: 1 });
  });

  test('finds nothing of another even when he asks for it by name', async () => {
    const rows = await readIn(backend.farmDb, ours, (trx) =>
      trx.selectFrom('lots').selectAll().where('organization_id', '=', theirs).execute(),
    );
    expect(rows).toEqual([]);
  });

  test('puts no row into another, and moves none there', async () => {
    const row = { organization_id: theirs, seq: 999, table_name: 'lots', row_id: 'x', again: 1 };
    const insert = writeIn(backend.farmDb, ours, (trx) => trx.insertInto('changes').values(row).execute());
    expect(await refusalOf(insert)).toBe(rowSecurityViolated);
    const move = writeIn(backend.farmDb, ours, (trx) =>
      trx.updateTable('lots').set({ organization_id: theirs }).execute(),
    );
    expect(await refusalOf(move)).toBe(rowSecurityViolated);
  });

  test('changes and deletes nothing of another', async () => {
    const changed = await writeIn(backend.farmDb, ours, async (trx) => {
      const updated = await trx
        .updateTable('lots')
        .set({ name: 'Mío' })
        .where('organization_id', '=', theirs)
        .executeTakeFirst();
      const deleted = await trx.deleteFrom('cells').where('organization_id', '=', theirs).executeTakeFirst();
      return [Number(updated.numUpdatedRows), Number(deleted.numDeletedRows)];
    });
    expect(changed).toEqual([0, 0]);
  });
});

describe('A connection that served a farm', () => {
  const rowsOfLots = (db: Kysely<Tables>): Promise<unknown[]> => db.selectFrom('lots').select('id').execute();

  test('knows nothing of it afterwards, whether the work was kept or taken back', async () => {
    await backend.farmDb.connection().execute(async (one) => {
      expect(await readIn(one, ours, rowsOfLots)).toHaveLength(1);
      expect(await rowsOfLots(one)).toEqual([]);
      const failing = writeIn(one, ours, async (trx) => {
        expect(await rowsOfLots(trx)).toHaveLength(1);
        throw new Error('the work went wrong');
      });
      await expect(failing).rejects.toThrow('the work went wrong');
      expect(await rowsOfLots(one)).toEqual([]);
      expect(await readIn(one, theirs, (trx) => owners(trx, 'lots'))).toEqual([theirs]);
    });
  });

  test('serves many farms at once, each its own', async () => {
    const reads = Array.from({ length: 60 }, async (_, index) => {
      const org = [ours, theirs, randomUUID()][index % 3] ?? '';
      const found = await readIn(backend.farmDb, org, (trx) => owners(trx, 'lots'));
      return index % 3 === 2 ? found.length === 0 : found.length === 1 && found[0] === org;
    });
    expect(new Set(await Promise.all(reads))).toEqual(new Set([true]));
    expect(await rowsOfLots(backend.farmDb)).toEqual([]);
  });
});

closesInOrder(() => backend);
