import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doctorSentences } from '../../src/contract/sentences-doctor.ts';
import { examine } from '../../src/server/database/doctor.ts';
import { farmColumns, targetOf } from '../../src/server/database/doctor-references.ts';
import type { Finding } from '../../src/server/database/finding.ts';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openHistories } from '../support/opened-histories.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { closesInOrder, testPassword } from '../support/server.ts';

const cash = '{"date":"2026-11-12","amount":"50.00","method":"efectivo"}';
const takenBack = new Error('The harm is taken back');

describe('The doctor', () => {
  let farm: FieldFarm;
  let org: string;
  let movement: string;
  let theirLot: string;
  let invoice: string;

  /** What the doctor finds in a database that was harmed; the harm is taken back. */
  const findings = async (harm: (db: FieldFarm['db']) => Promise<unknown>): Promise<Finding[]> => {
    const found: Finding[] = [];
    await farm.db
      .transaction()
      .execute(async (trx) => {
        await openHistories(trx);
        await harm(trx);
        found.push(...(await examine(trx)));
        throw takenBack;
      })
      .catch((error: unknown) => {
        if (error !== takenBack) throw error;
      });
    return found;
  };
  const kinds = async (harm: (db: FieldFarm['db']) => Promise<unknown>): Promise<string[]> =>
    [...new Set((await findings(harm)).map(({ kind }) => kind))].toSorted();

  beforeAll(async () => {
    farm = await createFieldFarm();
    org = farm.organizationId;
    const key = { 'idempotency-key': '0b6f6c1e-4c43-4f0e-8df4-0a4f3a3a9a01' };
    const { body } = await farm.record('ana', 'weather/rain', { date: '2026-11-01', mm: 3 }, key);
    movement = (body['movement'] as { id: string }).id;
    await farm.as('ana', 'PUT', `/api/movement/weather/rain/${org}/${movement}`, { date: '2026-11-01', mm: 4 });
    await farm.as('ana', 'PUT', `/api/movement/weather/rain/${org}/${movement}`, { date: '2026-11-01', mm: 5 });
    const paper = {
      letter: 'A',
      point_of_sale: 3,
      number: 12,
      issued_on: '2026-11-10',
      state: 'pendiente',
      issuer: { name: 'Veterinaria Sur', cuit: '20-12345678-6' },
      recipient: { name: 'La Esperanza SA' },
      lines: [{ concept: 'Vacuna aftosa', net: '100.00', vat_rate: 21 }],
    };
    const entered = await farm.as('ana', 'POST', `/api/invoice/${org}`, paper);
    invoice = (entered.body['invoice'] as { id: string }).id;
    const made = await farm.as('dana', 'POST', '/api/organization', { name: 'Lo de Dana' });
    const theirs = (made.body['organization'] as { id: string }).id;
    const lot = await farm.as('dana', 'POST', `/api/lot/create/${theirs}`, { name: 'La Loma', hectares: 1 });
    theirLot = (lot.body['lot'] as { id: string }).id;
  });

  test('finds nothing wrong with a farm at work', async () => {
    expect(await findings(async () => undefined)).toEqual([]);
  });

  test('notices a sum that is not that of its lines, and says both', async () => {
    const cell = `${farm.lots.ombu}|${farm.rodeos.cria}|${farm.cat('Vaca')}`;
    const found = await findings((db) =>
      db.updateTable('cells').set({ head: 61 }).where('cell_id', '=', cell).execute(),
    );
    expect(found).toEqual([{ kind: 'sum', organizationId: org, cell, added: 60, kept: 61 }]);
  });

  test.each([
    ['was deleted', { deleted: 1 }],
    ['stands on another day', { date: '2026-01-11' }],
  ])('notices lines of a movement that %s', async (_what, set) => {
    expect(await kinds((db) => db.updateTable('movements').set(set).where('type', '=', 'BUY').execute())).toEqual([
      'line',
    ]);
  });

  test.each([
    ['a lot of a campo that never was', 'lots', 'campo_id'],
    ['a movement of a lot that never was', 'movements', 'lot_id'],
    ['a movement of a rodeo that never was', 'movements', 'rodeo_id'],
    ['a movement of nobody', 'movements', 'created_by'],
    ['a category that follows on none', 'categories', 'next_id'],
  ] as const)('notices %s', async (_what, table, column) => {
    const found = await findings((db) =>
      db
        .updateTable(table)
        .set({ [column]: 'none' })
        .where('organization_id', '=', org)
        .execute(),
    );
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['reference']));
    expect(found[0]).toMatchObject({ table, column, id: 'none' });
  });

  test('notices a movement that names another farm’s lot', async () => {
    const found = await findings((db) =>
      db.updateTable('movements').set({ lot_id: theirLot }).where('id', '=', movement).execute(),
    );
    expect(found).toEqual([
      { kind: 'reference', organizationId: org, table: 'movements', column: 'lot_id', id: theirLot },
    ]);
  });

  test.each<[string, (content: string) => Readonly<Record<string, string | null>>]>([
    ['is said to be paid and is not', () => ({ state: 'pagada' })],
    [
      'was paid and does not say so',
      (content) => ({ content: content.replace('"payments":[]', `"payments":[${cash}]`) }),
    ],
    ['has a number that its paper has not', () => ({ identity: 'another' })],
    ['names a record that never was', (content) => ({ content: content.replace('_ids":[]', '_ids":["none"]') })],
  ])('notices an invoice that %s', async (_what, harmed) => {
    const row = await farm.db.selectFrom('invoices').select('content').executeTakeFirstOrThrow();
    const found = await findings((db) => db.updateTable('invoices').set(harmed(row.content)).execute());
    expect(found).toEqual([{ kind: 'invoice', organizationId: org, invoice }]);
  });

  test('notices an edit that was lost', async () => {
    const found = await findings((db) => db.deleteFrom('edits').where('n', '=', 1).execute());
    expect(found).toEqual([{ kind: 'history', organizationId: org, movement }]);
  });

  test('notices a hole in the feed, and the answer that speaks of it', async () => {
    const { seq } = await farm.db
      .selectFrom('operations')
      .select('seq')
      .where('scope', '=', org)
      .executeTakeFirstOrThrow();
    const harm = (db: FieldFarm['db']) =>
      db.deleteFrom('changes').where('organization_id', '=', org).where('seq', '=', seq).execute();
    expect(await kinds(harm)).toEqual(['answer', 'feed']);
  });

  test('notices a change of a row that is not there', async () => {
    const harm = (db: FieldFarm['db']) =>
      db.updateTable('changes').set({ row_id: 'none' }).where('row_id', '=', farm.lots.bajo).execute();
    expect(await kinds(harm)).toEqual(['change']);
  });

  test('notices a later change of a row that a look at the row does not find', async () => {
    const harms: ((db: FieldFarm['db']) => Promise<unknown>)[] = [
      (db) => db.updateTable('changes').set({ again: 0 }).where('row_id', '=', movement).execute(),
      (db) => db.updateTable('cells').set({ seq: 1 }).where('head', '=', 60).execute(),
    ];
    for (const harm of harms) expect(await kinds(harm)).toEqual(['hidden']);
  });

  test('notices a farm that is nobody’s', async () => {
    const found = await findings((db) =>
      db.updateTable('memberships').set({ role: 'admin' }).where('organization_id', '=', org).execute(),
    );
    expect(found).toEqual([{ kind: 'owner', organizationId: org }]);
  });

  test('knows what every column of a farm’s tables names, and where that is kept', async () => {
    const columns = await farmColumns(farm.db);
    const tables = new Set((await farm.db.introspection.getTables()).map(({ name }) => name));
    const unknown = columns.filter((column) => targetOf(column) === undefined);
    const nowhere = columns.filter((column) => !tables.has(targetOf(column)?.table ?? 'organizations'));
    expect({ unknown, nowhere }).toEqual({ unknown: [], nowhere: [] });
    expect(columns.filter((column) => targetOf(column)).length).toBeGreaterThan(20);
  });

  closesInOrder(() => farm);
});

describe('Every suite that starts a backend', () => {
  test('ends with a visit of the doctor', async () => {
    const unvisited: string[] = [];
    for (const folder of ['.', './postgres', '../exam'].map((way) => fileURLToPath(new URL(way, import.meta.url)))) {
      for (const name of (await readdir(folder)).filter((file) => file.endsWith('.test.ts'))) {
        const text = await readFile(join(folder, name), 'utf8');
        const starts =
          /\b(createFieldFarm|createTestServer|openBackend|createServerProcess|startSpokenServer|compose)\(/;
        const isVisited = /\b(closesInOrder|expectInOrder|leavesAllInOrder|examine)\(/.test(text);
        if (starts.test(text) && !isVisited) unvisited.push(name);
      }
    }
    // A log-in that fails, and the reference page, write nothing of a farm.
    expect(unvisited).toEqual(['behind-a-proxy.test.ts', 'openapi.test.ts']);
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
