import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../../support/field-farm.ts';
import { quickestMs } from '../../support/quickest.ts';
import { expectInOrder } from '../../support/server.ts';

let farm: FieldFarm;
let name: string;
let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
});
afterAll(() => admin.end());

// For each test a farm of its own, and for its second try too: it must not meet the records of the first.
beforeEach(async () => {
  farm = await createFieldFarm();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(farm.db);
  name = rows[0]?.name ?? '';
});
afterEach(() => farm.close());

/** Every connection that the server has is cut, in the middle of whatever it does. */
const cutAll = () => admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
const limitTo = (most: number) => admin.query(`alter database ${name} connection limit ${most}`);
const open = async (): Promise<number> => {
  const { rows } = await admin.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = $1',
    [name],
  );
  return rows[0]?.count ?? 0;
};

const rain = (mark: string, key: string) =>
  farm.record('ana', 'weather/rain', { date: '2026-11-20', mm: 5, detail: mark }, { 'idempotency-key': key });
/** Sends until it is taken, as a phone does; gives every status on the way. */
async function untilTaken(mark: string): Promise<readonly number[]> {
  const key = randomUUID();
  const statuses: number[] = [];
  for (let tries = 0; tries < 100 && statuses.at(-1) !== 200; tries += 1) statuses.push((await rain(mark, key)).status);
  return statuses;
}
const marks = async (): Promise<readonly string[]> => {
  const rows = await farm.db.selectFrom('movements').select('detail').where('type', '=', 'RAIN').execute();
  return rows.map(({ detail }) => detail ?? '').toSorted((a, b) => (a < b ? -1 : 1));
};

describe('Connections to the database that are cut while people write', () => {
  test('cost nothing: each record is there once, a call says 503 at worst, and none stays lent out', async () => {
    const wanted = Array.from({ length: 120 }, (_, index) => `cut ${String(index).padStart(3, '0')}`);
    const statuses = new Set<number>();
    for (let at = 0; at < wanted.length; at += 6) {
      const writing = wanted.slice(at, at + 6).map(untilTaken);
      await cutAll();
      for (const seen of await Promise.all(writing)) for (const status of seen) statuses.add(status);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await marks()).toEqual(wanted);
    expect(await open()).toBeLessThanOrEqual(16);
    await expectInOrder(farm);
  }, 240_000);
});

describe('A database that has no connection left', () => {
  test('is a 503 at once, and the same record is taken when there is one', async () => {
    const key = randomUUID();
    await limitTo(0);
    await cutAll();
    // The pools learn of their dead connections by the first call that each lends out.
    await Promise.all(Array.from({ length: 16 }, () => rain('taken', key)));
    const refusedMs = await quickestMs(async () => {
      const refused = await rain('taken', key);
      expect([refused.status, refused.body['code']]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    });
    await limitTo(-1);
    expect((await rain('taken', key)).status).toBe(200);
    expect((await marks()).filter((mark) => mark === 'taken')).toHaveLength(1);
    const takenMs = await quickestMs(async () => {
      expect((await rain('another', randomUUID())).status).toBe(200);
    });
    // 'At once': of the size of a call, and not of a wait for a connection (ten seconds).
    expect(refusedMs / takenMs).toBeLessThan(20);
    await expectInOrder(farm);
  });
});
