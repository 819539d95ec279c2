import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { doctorSentences } from '../../src/contract/sentences-doctor.ts';
import { examine } from '../../src/server/database/doctor.ts';
import { targetOf } from '../../src/server/database/doctor-references.ts';
import { farmColumns } from '../../src/server/database/farm-columns.ts';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';

describe('The doctor', () => {
  let farm: FieldFarm;
  let org: string;
  let movement: string;
  const found = async (): Promise<string[]> => [...new Set((await examine(farm.db)).map(({ kind }) => kind))];

  beforeEach(async () => {
    farm = await createFieldFarm();
    org = farm.organizationId;
    const key = { 'idempotency-key': '0b6f6c1e-4c43-4f0e-8df4-0a4f3a3a9a01' };
    const { body } = await farm.record('ana', 'weather/rain', { date: '2026-11-01', mm: 3 }, key);
    movement = (body['movement'] as { id: string }).id;
    await farm.as('ana', 'PUT', `/api/movement/weather/rain/${org}/${movement}`, { date: '2026-11-01', mm: 4 });
    await farm.as('ana', 'PUT', `/api/movement/weather/rain/${org}/${movement}`, { date: '2026-11-01', mm: 5 });
    return () => farm.close();
  });

  test('finds nothing wrong with a farm at work', async () => {
    expect(await examine(farm.db)).toEqual([]);
  });

  test('notices a sum that is not that of its lines, and says both', async () => {
    const cell = `${farm.lots.ombu}|${farm.rodeos.cria}|${farm.cat('Vaca')}`;
    await farm.db.updateTable('cells').set({ head: 61 }).where('cell_id', '=', cell).execute();
    expect(await examine(farm.db)).toEqual([{ kind: 'sum', organizationId: org, cell, added: 60, kept: 61 }]);
  });

  test('notices lines of a movement that was deleted or stands on another day', async () => {
    await farm.db.updateTable('movements').set({ deleted: 1 }).where('type', '=', 'BUY').execute();
    expect(await found()).toEqual(['line']);
    await farm.db.updateTable('movements').set({ deleted: 0, date: '2026-01-11' }).where('type', '=', 'BUY').execute();
    expect(await found()).toEqual(['line']);
  });

  test.each([
    ['a lot of a campo that never was', 'lots', 'campo_id'],
    ['a movement of a lot that never was', 'movements', 'lot_id'],
    ['a movement of a rodeo that never was', 'movements', 'rodeo_id'],
    ['a movement of nobody', 'movements', 'created_by'],
    ['a category that follows on none', 'categories', 'next_id'],
  ] as const)('notices %s', async (_what, table, column) => {
    await farm.db
      .updateTable(table)
      .set({ [column]: 'none' })
      .where('organization_id', '=', org)
      .execute();
    expect(await found()).toEqual(['reference']);
    expect((await examine(farm.db))[0]).toMatchObject({ table, column, id: 'none' });
  });

  test('notices a movement that names another farm’s lot', async () => {
    const made = await farm.as('dana', 'POST', '/api/organization', { name: 'Lo de Dana' });
    const theirs = (made.body['organization'] as { id: string }).id;
    const lot = await farm.as('dana', 'POST', `/api/lot/create/${theirs}`, { name: 'La Loma', hectares: 1 });
    const { id } = lot.body['lot'] as { id: string };
    await farm.db.updateTable('movements').set({ lot_id: id }).where('id', '=', movement).execute();
    expect(await examine(farm.db)).toEqual([
      { kind: 'reference', organizationId: org, table: 'movements', column: 'lot_id', id },
    ]);
  });

  test('notices an edit that was lost', async () => {
    await farm.db.deleteFrom('edits').where('n', '=', 1).execute();
    expect(await examine(farm.db)).toEqual([{ kind: 'history', organizationId: org, movement }]);
  });

  test('notices a hole in the feed, and the answer that speaks of it', async () => {
    const { seq } = await farm.db.selectFrom('operations').select('seq').executeTakeFirstOrThrow();
    await farm.db.deleteFrom('changes').where('seq', '=', seq).execute();
    expect((await found()).toSorted()).toEqual(['answer', 'feed']);
  });

  test('notices a change of a row that is not there', async () => {
    await farm.db.updateTable('changes').set({ row_id: 'none' }).where('row_id', '=', farm.lots.bajo).execute();
    expect(await found()).toEqual(['change']);
  });

  test('notices a farm that is nobody’s', async () => {
    await farm.db.updateTable('memberships').set({ role: 'admin' }).where('role', '=', 'owner').execute();
    expect(await examine(farm.db)).toEqual([{ kind: 'owner', organizationId: org }]);
  });

  test('knows what every column of a farm’s tables names, and where that is kept', async () => {
    const columns = await farmColumns(farm.db);
    const tables = new Set((await farm.db.introspection.getTables()).map(({ name }) => name));
    const unknown = columns.filter((column) => targetOf(column) === undefined);
    const nowhere = columns.filter((column) => !tables.has(targetOf(column)?.table ?? 'organizations'));
    expect({ unknown, nowhere }).toEqual({ unknown: [], nowhere: [] });
    expect(columns.filter((column) => targetOf(column)).length).toBeGreaterThan(20);
  });
});

describe('The doctor’s command', () => {
  let built: BuiltServer;
  let database: FreshDatabase | null = null;
  let server: ServerProcess;
  let empty: string;

  const doctor = (environment: Record<string, string>): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      const env = { ...process.env, DATABASE_URL: '', ...environment };
      const program = join(built.folder, 'server/server/doctor.js');
      execFile(process.execPath, [program], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      );
    });
  const here = (): Record<string, string> => ({
    DATA_DIR: server.dataDir,
    ...(database && { DATABASE_URL: database.url }),
  });

  beforeAll(async () => {
    built = await buildServer();
    empty = await mkdtemp(join(tmpdir(), 'empty-'));
    if (isOnPostgres()) database = await createPostgresDatabase();
    server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
    await server.start();
    const person = { email: 'ana@campo.test', first_name: 'Ana', last_name: 'Pérez', phone: '+5491155550000' };
    const body = { ...person, password: testPassword };
    const token = String((await call(server, 'POST', '/api/auth/sign-up', { body }))['token']);
    await call(server, 'POST', '/api/organization', { token, body: { name: 'La Esperanza' } });
  }, 60_000);

  afterAll(async () => {
    await server.close();
    await database?.drop();
    await built.remove();
    await rm(empty, { recursive: true });
  });

  test('says that all is well, while the server runs', async () => {
    const { code, said } = await doctor(here());
    expect(said).toContain('1 organización, 0 movimientos');
    expect(said).toContain(doctorSentences.allWell);
    expect(said).not.toContain('tranquera:tranquera@');
    expect(code).toBe(0);
  });

  test('says that there is nothing to examine where there is nothing', async () => {
    const fresh = isOnPostgres() ? await createPostgresDatabase() : null;
    const { code, said } = await doctor({ DATA_DIR: empty, ...(fresh && { DATABASE_URL: fresh.url }) });
    await fresh?.drop();
    expect(said).toContain('No hay ninguna base de datos en ');
    expect(code).toBe(2);
  });
});
