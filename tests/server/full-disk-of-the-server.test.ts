import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { isOnPostgres } from '../support/postgres.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

/** The disk of the database is full: a page more, or on PostgreSQL a row more, is refused in the database's own words. */
async function fill(): Promise<void> {
  if (!isOnPostgres()) {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(farm.db);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(farm.db);
    return;
  }
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    farm.db,
  );
  await sql`create trigger no_room before insert on changes for each row execute function no_room()`.execute(farm.db);
}

async function makeRoom(): Promise<void> {
  if (!isOnPostgres()) return void (await sql`pragma max_page_count = 1073741823`.execute(farm.db));
  await sql`drop trigger if exists no_room on changes`.execute(farm.db);
  await sql`drop function if exists no_room()`.execute(farm.db);
}
afterEach(makeRoom);

const rain = (mark: string, key: string = randomUUID()) =>
  farm.record(
    'ana',
    'weather/rain',
    { date: '2026-11-20', mm: 5, detail: `${mark} ${'x'.repeat(900)}` },
    {
      'idempotency-key': key,
    },
  );
/** Records until one finds no room. */
async function untilFull(): Promise<{ readonly taken: number; readonly key: string; readonly mark: string }> {
  for (let taken = 0; taken < 500; taken += 1) {
    const [key, mark] = [randomUUID(), `full ${taken}`];
    const { status, body } = await rain(mark, key);
    if (status === 200) continue;
    expect([status, body['code']]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    return { taken, key, mark };
  }
  throw new Error('There was always room');
}
const marks = async (): Promise<readonly string[]> => {
  const rows = await farm.db.selectFrom('movements').select('detail').where('type', '=', 'RAIN').execute();
  return rows.map(({ detail }) => (detail ?? '').split(' x')[0] ?? '');
};

describe('A database whose disk is full', () => {
  test('says that it cannot write now, keeps nothing of the record, and is read all the same', async () => {
    await fill();
    const before = (await marks()).length;
    const { taken, mark } = await untilFull();
    expect((await marks()).length).toBe(before + taken);
    expect(await marks()).not.toContain(mark);
    expect((await farm.as('ana', 'GET', `/api/lot/info/${farm.organizationId}`)).status).toBe(200);
    expect(farm.bugs).toEqual([]);
  });

  test('takes the same record when there is room, once', async () => {
    await fill();
    const { key, mark } = await untilFull();
    expect((await rain(mark, key)).status).toBe(503);
    await makeRoom();
    expect((await rain(mark, key)).status).toBe(200);
    expect((await rain(mark, key)).headers['idempotency-status']).toBe('replayed');
    expect((await marks()).filter((one) => one === mark)).toHaveLength(1);
  });
});

closesInOrder(() => farm);
