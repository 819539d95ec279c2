import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { letIn } from '../support/let-in.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

const iso = (minutesFromNow: number): string => new Date(farm.clock.now + minutesFromNow * 60_000).toISOString();
const rain = (mm: number, recorded_at?: string, photo?: string) => ({
  date: '2026-11-20',
  mm,
  offline: true,
  cid: randomUUID(),
  ...(recorded_at && { recorded_at }),
  ...(photo && { photos: [photo] }),
});
const everyRain = async (): Promise<number[]> => {
  const { body } = await farm.as('ana', 'GET', `/api/movement/all/${org}?type=RAIN`);
  return (body['movements'] as { metadata: { mm: number } }[]).map(({ metadata }) => metadata.mm);
};

describe('What a hand recorded before he left the team', () => {
  beforeEach(async () => {
    await letIn(farm.as, org, 'caro', 'user');
    await farm.as('ana', 'DELETE', `/api/organization/user/${farm.userIds.caro}`, { organization_id: org });
  });

  test('arrives later all the same, under his name, for the office to look at', async () => {
    const body = rain(11, iso(-60));
    const answer = await farm.record('caro', 'weather/rain', body);
    expect(answer.status).toBe(200);
    expect(answer.body['movement']).toMatchObject({
      id: body.cid,
      created_by: farm.userIds.caro,
      created_at: body.recorded_at,
      review: { reasons: ['off_team'] },
    });
    // A lost answer is asked for again.
    expect((await farm.record('caro', 'weather/rain', body)).body).toEqual(answer.body);
    expect((await everyRain()).filter((mm) => mm === 11)).toHaveLength(1);
  });

  test('arrives in the queue of his phone, and what he does now stays outside', async () => {
    const operation = (body: object, path = `/api/movement/weather/rain/${org}`, method = 'POST') => ({
      key: randomUUID(),
      method,
      path,
      body,
    });
    const operations = [
      operation(rain(12, iso(-60))),
      operation(rain(13, iso(1))),
      operation({ name: 'Mío', hectares: 1, recorded_at: iso(-60), offline: true }, `/api/lot/create/${org}`),
      operation({ recorded_at: iso(-60), offline: true }, `/api/lot/delete/${org}/${farm.lots.ombu}`, 'DELETE'),
    ];
    const { body } = await farm.as('caro', 'POST', `/api/sync/${org}/ops`, { operations });
    // 'Not there' would tell his phone that the lot is deleted.
    expect((body['results'] as { status: number }[]).map(({ status }) => status)).toEqual([200, 404, 404, 403]);
    expect((await everyRain()).filter((mm) => mm === 12 || mm === 13)).toEqual([12]);
  });

  test.each([
    ['recorded after it', () => rain(14, iso(1))],
    ['that does not say when it was recorded', () => rain(14)],
    ['typed at the office', () => ({ ...rain(14, iso(-60)), offline: false })],
    ['whose instant is none', () => rain(14, 'ayer')],
  ])('is not confused with something %s', async (_what, body) => {
    expect(await farm.record('caro', 'weather/rain', body())).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await everyRain()).not.toContain(14);
  });

  test.each([
    ['of a record that arrived late', (photo: string) => rain(16, iso(-60), photo)],
    ['of a record that waits for the office', (photo: string) => rain(9999, iso(-60), photo)],
  ])('has its photo too: one %s is taken, and no other', async (_what, body) => {
    const bytes = jpegOf(Number(body('').mm));
    const digest = digestOf(bytes);
    const put = (name: string, sent: Uint8Array) => farm.as('caro', 'PUT', `/api/blob/${org}/${name}`, sent);
    expect((await put(digest, bytes)).status).toBe(404);
    await farm.record('caro', 'weather/rain', body(digest), { 'idempotency-key': randomUUID() });
    expect((await put(digest, bytes)).body).toMatchObject({ ok: true, blob: { digest } });
    const other = jpegOf(7777);
    expect((await put(digestOf(other), other)).status).toBe(404);
    expect((await put(digest.slice(0, 63) + '%', bytes)).status).toBe(404);
    expect((await farm.as('dana', 'PUT', `/api/blob/${org}/${digest}`, bytes)).status).toBe(404);
    expect((await farm.as('caro', 'GET', `/api/blob/${org}/${digest}`)).status).toBe(404);
    farm.clock.now += 181 * 86_400_000;
    expect((await put(digest, bytes)).status).not.toBe(200);
    farm.clock.now -= 181 * 86_400_000;
  });

  test.each([49, 179 * 24])('and dates back %i hours later is taken, and looked at', async (hours) => {
    await farm.db
      .updateTable('memberships')
      .set({ removed_at: iso(-60 * hours) })
      .where('organization_id', '=', org)
      .where('user_id', '=', farm.userIds.caro)
      .execute();
    const { status, body } = await farm.record('caro', 'weather/rain', rain(17, iso(-60 * hours - 60)));
    expect({ status, body }).toMatchObject({ status: 200, body: { movement: { review: { reasons: ['off_team'] } } } });
  });

  test('lets him read nothing', async () => {
    for (const path of [`/api/sync/${org}?since=0`, `/api/movement/all/${org}`, `/api/lot/info/${org}`])
      expect((await farm.as('caro', 'GET', path)).status).toBe(404);
  });

  test('is no way in for a stranger', async () => {
    expect((await farm.record('dana', 'weather/rain', rain(15, iso(-60)))).status).toBe(404);
  });
});

describe('A hand’s change of his own record', () => {
  const path = (id: string): string => `/api/movement/weather/rain/${org}/${id}`;
  const made = async (): Promise<Movement> => {
    const { body } = await farm.record('caro', 'weather/rain', rain(20));
    return body['movement'] as Movement;
  };
  /** The record was made so many hours ago. */
  const age = (id: string, hours: number) =>
    farm.db
      .updateTable('movements')
      .set({ created_at: iso(-60 * hours) })
      .where('id', '=', id)
      .execute();

  beforeAll(async () => {
    await letIn(farm.as, org, 'caro', 'user');
  });

  test('made within 48 hours counts, however late it arrives', async () => {
    const { id } = await made();
    await age(id, 24 * 10);
    const edit = (recorded_at?: string) =>
      farm.as('caro', 'PUT', path(id), {
        date: '2026-11-20',
        mm: 21,
        offline: true,
        ...(recorded_at && { recorded_at }),
      });
    expect((await edit()).status).toBe(403);
    expect((await edit(iso(-60 * 24 * 7))).status).toBe(403);
    expect((await edit(iso(-60 * 24 * 9))).body['movement']).toMatchObject({ metadata: { mm: 21 } });
  });

  test('is not believed to be older than the record, nor to come from the future', async () => {
    const { id } = await made();
    await age(id, 24 * 10);
    for (const recorded_at of [iso(-60 * 24 * 11), iso(60 * 24)]) {
      const body = { date: '2026-11-20', mm: 22, offline: true, recorded_at };
      expect((await farm.as('caro', 'PUT', path(id), body)).status).toBe(403);
    }
  });

  test.each([
    ['edited', 'PUT', 47, []],
    ['edited', 'PUT', 49, ['late_change']],
    ['deleted', 'DELETE', 47, []],
    ['deleted', 'DELETE', 49, ['late_change']],
  ] as const)(
    '%s by %s, %i hours after it came, goes by the server’s clock: %j',
    async (_what, method, hours, reasons) => {
      const { id } = await made();
      const came = iso(-60 * hours);
      await farm.db.updateTable('movements').set({ created_at: came, synced_at: came }).where('id', '=', id).execute();
      const recorded_at = iso(-60 * hours + 1);
      const answer =
        method === 'PUT'
          ? await farm.as('caro', method, path(id), { date: '2026-11-20', mm: 23, offline: true, recorded_at })
          : await farm.as(
              'caro',
              method,
              `/api/movement/delete/${org}/${id}?offline=1&recorded_at=${encodeURIComponent(recorded_at)}`,
            );
      expect(answer.status).toBe(200);
      const { review, deleted } = await farm.db
        .selectFrom('movements')
        .select(['review', 'deleted'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(deleted).toBe(method === 'DELETE' ? 1 : 0);
      expect((JSON.parse(review ?? '{"reasons":[]}') as { reasons: string[] }).reasons).toEqual(reasons);
    },
  );

  test('may be deleting it', async () => {
    const { id } = await made();
    await age(id, 24 * 10);
    const remove = (when: string) =>
      farm.as('caro', 'DELETE', `/api/movement/delete/${org}/${id}?offline=1&recorded_at=${encodeURIComponent(when)}`);
    expect((await remove(iso(-60 * 24 * 7))).status).toBe(403);
    expect((await remove(iso(-60 * 24 * 9))).body).toEqual({ ok: true, alreadyDeleted: false });
  });
});

closesInOrder(() => farm);
