import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

beforeEach(async () => {
  await farm.db.deleteFrom('refused').execute();
});

const iso = (hoursFromNow: number): string => new Date(farm.clock.now + hoursFromNow * 3_600_000).toISOString();

/** A record from the field that cannot be taken as it is: that much never rained. */
const flood = (mm: number, rest: object = {}) => ({
  date: '2026-11-20',
  mm,
  offline: true,
  cid: randomUUID(),
  recorded_at: iso(-30),
  ...rest,
});

const bring = (who: PersonName, body: object, key = randomUUID(), path = 'weather/rain'): Promise<CoreResponse> =>
  farm.record(who, path, body, { 'idempotency-key': key });

interface Waiting {
  readonly id: string;
  readonly author: { readonly first_name: string };
  readonly body: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

const waiting = async (who: PersonName = 'ana'): Promise<Waiting[]> =>
  (await farm.as(who, 'GET', `/api/refused/${org}`)).body['refused'] as Waiting[];
const apply = (who: PersonName, id: string, body: object = {}) =>
  farm.as(who, 'POST', `/api/refused/${org}/${id}/apply`, body);
const discard = (who: PersonName, id: string) => farm.as(who, 'DELETE', `/api/refused/${org}/${id}`);
const rainsOf = async (mm: number): Promise<Record<string, unknown>[]> => {
  const { body } = await farm.as('ana', 'GET', `/api/movement/all/${org}?type=RAIN`);
  return (body['movements'] as { metadata: { mm: number } }[]).filter(({ metadata }) => metadata.mm === mm);
};

describe('A record of the field that is refused for good', () => {
  test('is kept for the office: who, what, when and why', async () => {
    const [key, body] = [randomUUID(), flood(9999)];
    expect(await bring('caro', body, key)).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
    expect(await waiting()).toEqual([
      {
        id: key,
        author: { id: farm.userIds.caro, first_name: 'Caro', last_name: 'Díaz' },
        type: 'RAIN',
        method: 'POST',
        path: `/api/movement/weather/rain/${org}`,
        body,
        code: 'INVALID_BODY',
        message: 'Revisá los datos marcados',
        issues: [{ path: 'mm', message: expect.any(String) as string }],
        recorded_at: body.recorded_at,
        received_at: iso(0),
        from_lost_phone: false,
      },
    ]);
  });

  test('is one, however often its phone brings it', async () => {
    const [key, body] = [randomUUID(), flood(9998)];
    for (let times = 0; times < 3; times += 1) await bring('caro', body, key);
    expect(await waiting()).toHaveLength(1);
  });

  test('is one that has its phone’s last key, where it is sent again under another', async () => {
    const body = flood(9994);
    await bring('caro', body);
    const [key, other] = [randomUUID(), randomUUID()];
    await bring('caro', body, key);
    expect(await waiting()).toMatchObject([{ id: key }]);
    await bring('beto', body, other);
    expect(await waiting()).toHaveLength(2);
    await discard('caro', key);
    expect(await waiting()).toMatchObject([{ id: other }]);
  });

  test('is told to the office when it comes, when it is taken and when it is let go: once each', async () => {
    const { refused } = farm.outside;
    refused.length = 0;
    const keys = [randomUUID(), randomUUID()];
    for (const key of [...keys, ...keys]) await bring('caro', flood(9995), key);
    expect(refused).toEqual([org, org]);
    await apply('ana', keys[0] ?? '', { body: flood(9.5) });
    expect(refused).toHaveLength(3);
    await discard('ana', keys[1] ?? '');
    expect(refused).toHaveLength(4);
    expect((await discard('caro', randomUUID())).status).toBe(404);
    await bring('caro', flood(10.5));
    await bring('dana', flood(9995));
    expect(refused).toEqual([org, org, org, org]);
  });

  test('is kept out of a batch too, and the rest of the batch goes on', async () => {
    const path = `/api/movement/weather/rain/${org}`;
    const operations = [flood(3.5), flood(9997)].map((body) => ({ key: randomUUID(), method: 'POST', path, body }));
    const { body } = await farm.as('caro', 'POST', `/api/sync/${org}/ops`, { operations });
    expect((body['results'] as { status: number }[]).map(({ status }) => status)).toEqual([200, 400]);
    expect((await waiting()).map(({ id }) => id)).toEqual([operations[1]?.key]);
  });

  test('of somebody whose role does not reach for it waits for somebody whose does', async () => {
    const { body } = await bring('caro', flood(4.5));
    const { id } = body['movement'] as { id: string };
    await farm.db
      .updateTable('movements')
      .set({ created_at: iso(-24 * 5) })
      .where('id', '=', id)
      .execute();
    const key = randomUUID();
    const changed = { date: '2026-11-20', mm: 5.5, offline: true };
    const path = `/api/movement/weather/rain/${org}/${id}`;
    expect(await farm.as('caro', 'PUT', path, changed, { 'idempotency-key': key })).toMatchObject({ status: 403 });
    expect(await waiting()).toMatchObject([{ id: key, code: 'FORBIDDEN', method: 'PUT' }]);
    expect((await apply('beto', key)).body).toMatchObject({ ok: true, movement: { metadata: { mm: 5.5 } } });
    expect(await waiting()).toEqual([]);
  });

  test.each([
    ['typed at the office: its person sees the error at once', 'caro', () => flood(9996, { offline: false })],
    ['of a stranger', 'dana', () => flood(9996)],
  ] as const)('is not confused with one %s', async (_what, who, body) => {
    expect((await bring(who, body())).body).toMatchObject({ ok: false });
    expect((await farm.record('caro', 'weather/rain', flood(9996))).status).toBe(400);
    expect(await waiting()).toEqual([]);
  });

  test('of somebody who recorded it after he left the team is kept as well', async () => {
    const removed_at = iso(-40);
    await farm.db.updateTable('memberships').set({ removed_at }).where('user_id', '=', farm.userIds.caro).execute();
    const answer = await bring('caro', flood(6.5));
    await farm.db
      .updateTable('memberships')
      .set({ removed_at: null })
      .where('user_id', '=', farm.userIds.caro)
      .execute();
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await waiting()).toMatchObject([{ author: { first_name: 'Caro' }, body: { mm: 6.5 } }]);
    expect(await rainsOf(6.5)).toEqual([]);
  });

  test('never carries what is said of accounts, teams or invoices', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await farm.as('caro', 'PUT', `/api/organization/${org}`, { name: 'Mía', offline: true }, key);
    await farm.as('caro', 'POST', `/api/invoice/${org}`, { offline: true }, key);
    expect(await waiting()).toEqual([]);
  });

  test('fills nobody’s disk', async () => {
    await bring('caro', flood(9995, { detail: 'x'.repeat(70_000) }));
    expect(await waiting()).toEqual([]);
  });
});

describe('What waits', () => {
  test('is for the office alone', async () => {
    expect(await farm.as('caro', 'GET', `/api/refused/${org}`)).toMatchObject({ status: 403 });
    expect(await farm.as('dana', 'GET', `/api/refused/${org}`)).toMatchObject({ status: 404 });
  });

  test('shows prices to those alone who see them', async () => {
    const herd = { rodeo_id: farm.rodeos.cria, lot_id: farm.lots.ombu, animals: [{ type: 'Vaca', count: 0 }] };
    await bring('beto', { ...flood(1), mm: undefined, ...herd, total: '100.00' }, randomUUID(), 'purchase');
    const [seen] = await waiting('ana');
    expect(seen?.body['total']).toBe('100.00');
    await farm.as('ana', 'PUT', `/api/organization/${org}`, { settings: { show_finance_to_admins: false } });
    const [hidden] = await waiting('beto');
    await farm.as('ana', 'PUT', `/api/organization/${org}`, { settings: { show_finance_to_admins: true } });
    expect(hidden?.body).not.toHaveProperty('total');
    expect(hidden?.body).toMatchObject({ cid: seen?.body['cid'] });
  });

  test('ends by itself when the record stands by now: it was corrected on its phone', async () => {
    const body = flood(9994);
    await bring('caro', body);
    expect(await waiting()).toHaveLength(1);
    expect((await bring('caro', { ...body, mm: 7.5 })).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });
});

describe('The office', () => {
  test('takes a record after all, corrected, under its author’s name, and once', async () => {
    const [key, body] = [randomUUID(), flood(9993)];
    await bring('caro', body, key);
    const corrected = { body: { ...body, mm: 8.5 } };
    const taken = await apply('beto', key, corrected);
    expect(taken.body).toMatchObject({
      ok: true,
      movement: { id: body.cid, created_by: farm.userIds.caro, metadata: { mm: 8.5 } },
    });
    expect((await apply('ana', key, corrected)).body).toEqual(taken.body);
    expect(await rainsOf(8.5)).toHaveLength(1);
    // The phone that still offers it learns from its feed that it is there.
    const { acks } = (await farm.as('caro', 'GET', `/api/sync/${org}?since=0`)).body as { acks: { key: string }[] };
    expect(acks.map((ack) => ack.key)).toContain(key);
    const row = await farm.db.selectFrom('refused').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'aplicado', decided_by: farm.userIds.beto });
  });

  test('hears what is wrong with a record that still cannot be taken, and it goes on waiting', async () => {
    const key = randomUUID();
    await bring('caro', flood(9992), key);
    expect(await apply('ana', key)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_BODY', issues: [{ path: 'mm' }] },
    });
    expect(await waiting()).toMatchObject([{ id: key, author: { first_name: 'Caro' } }]);
  });

  test('lets one go: it stays in the book of refusals, and is not taken any more', async () => {
    const key = randomUUID();
    await bring('caro', flood(9991), key);
    expect((await discard('beto', key)).body).toEqual({ ok: true, alreadyDeleted: false });
    expect((await discard('beto', key)).body).toEqual({ ok: true, alreadyDeleted: true });
    expect(await waiting()).toEqual([]);
    expect((await apply('ana', key)).status).toBe(404);
    await bring('caro', flood(9991), key);
    expect(await waiting()).toEqual([]);
    expect(await farm.db.selectFrom('refused').select(['state', 'decided_by']).execute()).toEqual([
      { state: 'descartado', decided_by: farm.userIds.beto },
    ]);
  });

  test('is not needed for one’s own: who recorded it anew lets the old one go, another’s he does not', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    await bring('caro', flood(9990), own);
    await bring('beto', flood(9990), other);
    expect((await discard('caro', own)).status).toBe(200);
    expect((await discard('caro', other)).status).toBe(404);
    expect((await waiting()).map(({ id }) => id)).toEqual([other]);
  });

  test('of another farm reaches none of it', async () => {
    const key = randomUUID();
    await bring('caro', flood(9989), key);
    const made = await farm.as('dana', 'POST', '/api/organization', { name: 'Lo de Dana' });
    const theirs = (made.body['organization'] as { id: string }).id;
    expect((await farm.as('dana', 'POST', `/api/refused/${theirs}/${key}/apply`, {})).status).toBe(404);
    expect((await farm.as('dana', 'DELETE', `/api/refused/${theirs}/${key}`)).status).toBe(404);
    expect((await farm.as('dana', 'GET', `/api/refused/${theirs}`)).body['refused']).toEqual([]);
    expect(await waiting()).toHaveLength(1);
  });
});

closesInOrder(() => farm);
