import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { isOnPostgres } from '../support/postgres.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { expectInOrder, type PersonName } from '../support/server.ts';

interface Device {
  readonly user_id: string;
  readonly outbox: { readonly waiting: number; readonly heard_at: string } | null;
}

/** Records that a phone sends in one call. */
const atOnce = 50;

let farm: FieldFarm;
let org: string;
beforeEach(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});
afterEach(async () => {
  await expectInOrder(farm);
  await farm.close();
});

const feed = (who: PersonName, outbox?: string, of = org): Promise<CoreResponse> =>
  farm.as(who, 'GET', `/api/sync/${of}?since=0`, undefined, outbox === undefined ? {} : { 'x-outbox': outbox });
const devices = (who: PersonName, of = org): Promise<CoreResponse> =>
  farm.as(who, 'GET', `/api/organization/${of}/session`);
/** What the office reads of Caro's one phone. */
async function read(who: PersonName = 'ana'): Promise<Device['outbox'] | undefined> {
  const sessions = (await devices(who)).body['sessions'] as Device[];
  return sessions.find(({ user_id }) => user_id === farm.userIds.caro)?.outbox;
}
const now = (): string => new Date(farm.clock.now).toISOString();
const rows = () => farm.db.selectFrom('outboxes').selectAll().execute();

/** The database refuses to write, in its own words. */
async function noRoom(): Promise<void> {
  if (!isOnPostgres()) return void (await sql`pragma query_only = on`.execute(farm.db));
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(farm.db);
  await sql`create trigger no_room before insert on outboxes for each row execute function no_room()`.execute(farm.db);
}
async function room(): Promise<void> {
  if (isOnPostgres()) await sql`drop trigger no_room on outboxes`.execute(farm.db);
  else await sql`pragma query_only = off`.execute(farm.db);
}

describe('How much waits on each phone', () => {
  test('is said by the phone itself, and read by the owner and the administrator', async () => {
    const sent: number[] = [];
    const caro: ServerPhone = openServerPhone(farm, 'caro', {
      // The signal goes after the first load.
      onCall: ({ path, body }) => {
        if (!path.endsWith('/ops')) return null;
        const { operations } = body as { readonly operations: readonly object[] };
        return sent.push(operations.length) > 1
          ? { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'cut' }
          : null;
      },
    });
    await caro.meet();
    expect(await read()).toEqual({ waiting: 0, heard_at: now() });
    caro.link.isUp = false;
    for (let mm = 1; mm <= atOnce + 3; mm += 1)
      expect((await caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm })).ok).toBe(true);
    await caro.meet();
    expect(sent).toEqual([atOnce, 3]);
    expect((await caro.farm.views.pending()).length).toBe(3);
    const heard = { waiting: 3, heard_at: now() };
    expect(await read('ana')).toEqual(heard);
    expect(await read('beto')).toEqual(heard);
    // Three days of silence change nothing of what was said, nor of when.
    farm.clock.now += 3 * 86_400_000;
    expect(await rows()).toMatchObject([heard]);
  });

  test('is nothing once it has been sent', async () => {
    const caro = openServerPhone(farm, 'caro');
    await caro.meet();
    caro.link.isUp = false;
    await caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 7 });
    await caro.meet();
    expect(await read()).toMatchObject({ waiting: 0 });
  });

  test('is not known of a phone that has never said so', async () => {
    expect((await feed('caro')).status).toBe(200);
    expect(await read()).toBeNull();
  });

  test.each(['', '-1', '1.5', '1e3', ' 4', '0x10', 'NaN', '12345678901', "4'; drop table outboxes", '४'])(
    'is not believed where it is no count (%s)',
    async (said) => {
      expect((await feed('caro', said)).status).toBe(200);
      expect(await rows()).toEqual([]);
    },
  );

  test('is bounded', async () => {
    await feed('caro', '999999999');
    expect(await read()).toMatchObject({ waiting: 99_999 });
  });

  test('is written down when it changes, and every ten minutes where it does not', async () => {
    const heard = [];
    for (const [minutes, said] of [
      [0, '2'],
      [5, '2'],
      [4, '2'],
      [1, '2'],
      [1, '3'],
    ] as const) {
      farm.clock.now += minutes * 60_000;
      await feed('caro', said);
      heard.push(farm.clock.now - Date.parse((await read())?.heard_at ?? ''));
    }
    expect(heard.map((ms) => ms / 60_000)).toEqual([0, 5, 9, 0, 0]);
  });

  test('changes nothing of the farm: no commit, and no other phone is told', async () => {
    const seq = () => farm.db.selectFrom('organizations').select(['seq', 'mark']).where('id', '=', org).execute();
    const before = [await seq(), farm.commits.length];
    await feed('caro', '8');
    expect([await seq(), farm.commits.length]).toEqual(before);
  });

  test('is nobody’s who may not see the phones, nor another farm’s', async () => {
    const made = await farm.as('dana', 'POST', '/api/organization', { name: 'La Otra' });
    const { id: other } = made.body['organization'] as { readonly id: string };
    await feed('caro', '9');
    expect((await feed('dana', '5')).status).toBe(404);
    expect((await feed('caro', '5', other)).status).toBe(404);
    expect((await devices('caro')).status).toBe(403);
    expect((await devices('dana')).status).toBe(404);
    expect((await devices('dana', other)).body['sessions']).toEqual([]);
    expect(await rows()).toMatchObject([{ organization_id: org, waiting: 9 }]);
  });

  test('is not heard where the database cannot write, and the feed is answered all the same', async () => {
    await feed('caro', '4');
    await noRoom();
    expect(await feed('caro', '5')).toMatchObject({ status: 200 });
    await room();
    expect(await read()).toMatchObject({ waiting: 4 });
    expect((await feed('caro', '5')).status).toBe(200);
    expect(await read()).toMatchObject({ waiting: 5 });
  });
});
