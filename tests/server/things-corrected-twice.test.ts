import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

interface Waiting {
  readonly id: string;
  readonly method: string;
  readonly code: string;
  readonly message: string;
  readonly author: { readonly id: string };
  readonly body: Readonly<Record<string, unknown>>;
}

const waiting = async (): Promise<Waiting[]> =>
  (await farm.as('ana', 'GET', `/api/refused/${org}`)).body['refused'] as Waiting[];
const apply = (id: string) => farm.as('ana', 'POST', `/api/refused/${org}/${id}/apply`, {});

const things = [
  ['lot', () => `/api/lot/create/${org}`, () => `/api/lot/info/${org}`, 'lots', { hectares: 10 }, { hectares: 12.5 }],
  ['rodeo', () => `/api/rodeo/${org}`, () => `/api/rodeo/${org}`, 'rodeos', { breed: 'Angus' }, { active: false }],
  ['campo', () => `/api/campo/${org}`, () => `/api/campo/${org}`, 'campos', {}, { locality: 'Ayacucho' }],
  [
    'category',
    () => `/api/animal-categories/${org}`,
    () => `/api/animal-categories/${org}`,
    'categories',
    { sex: 'h' },
    { sex: 'm', ev: 1.5 },
  ],
] as const;

describe.each(things)(
  'A %s that was refused and is corrected on two phones',
  (part, at, list, plural, first, other) => {
    const cid = randomUUID();
    const one = { name: `El primero ${part}`, ...first, cid };
    const second = { name: `El segundo ${part}`, ...first, ...other, cid };
    const bring = (body: object, who: PersonName = 'beto', key: string | null = randomUUID()) =>
      farm.as(who, 'POST', at(), body, key === null ? {} : { 'idempotency-key': key });
    const stands = async () =>
      ((await farm.as('ana', 'GET', list())).body[plural] as { id: string; name: string }[]).filter(
        ({ id }) => id === cid,
      );

    test('stands as it came first; what the other phone says waits for the office', async () => {
      expect((await bring(one)).status).toBe(200);
      farm.outside.refused.length = 0;
      expect((await bring(second)).body[part]).toMatchObject({ id: cid, name: one.name });
      expect(await stands()).toMatchObject([{ name: one.name, ...first }]);
      const [kept, ...more] = await waiting();
      expect(more).toEqual([]);
      expect(kept).toMatchObject({ method: 'PUT', code: 'CONFLICT', author: { id: farm.userIds.beto } });
      expect(kept?.body).toMatchObject({ name: second.name, ...other });
      expect(kept?.message).toContain(one.name);
      expect(farm.outside.refused).toEqual([org]);
    });

    test('is looked at once, whatever comes again', async () => {
      for (const body of [second, one, second]) await bring(body);
      expect(await waiting()).toHaveLength(1);
    });

    test('waits for nobody where it says the same, has no key, or comes under another name', async () => {
      await bring(one);
      await bring({ ...second, name: 'Sin clave' }, 'beto', null);
      await bring({ ...second, name: 'De otro' }, 'ana');
      expect(await waiting()).toEqual([]);
    });

    test('becomes what the other phone said where the office takes it, and is one still', async () => {
      await bring(second);
      const [kept] = await waiting();
      expect((await apply(kept?.id ?? '')).status).toBe(200);
      expect(await stands()).toMatchObject([{ name: second.name, ...other }]);
      expect(await waiting()).toEqual([]);
      // Both stood once: neither is news when its phone comes late.
      for (const body of [one, second]) await bring(body);
      expect(await waiting()).toEqual([]);
    });
  },
);

test('A correction that finds no more room before the office is refused, so that its phone keeps it', async () => {
  const cid = randomUUID();
  const bring = (name: string) =>
    farm.as('beto', 'POST', `/api/rodeo/${org}`, { name, cid }, { 'idempotency-key': randomUUID() });
  for (const name of ['Tropa', 'Tropa vieja']) expect((await bring(name)).status).toBe(200);
  const row = await farm.db.selectFrom('refused').selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: 1999 }, () => ({ ...row, id: randomUUID(), key: randomUUID() }));
  for (let at = 0; at < others.length; at += 500)
    await farm.db
      .insertInto('refused')
      .values(others.slice(at, at + 500))
      .execute();
  const said = await bring('Tropa nueva');
  expect(said.status).toBe(409);
  expect(said.body).toMatchObject({ code: 'CONFLICT' });
  expect(said.body['message']).toContain('Tropa');
  // What waits already is no news.
  expect((await bring('Tropa vieja')).status).toBe(200);
});

describe('A lot that was refused and is corrected with other animals on two phones', () => {
  const cid = randomUUID();
  const lot = (animals: Readonly<Record<string, number>>) => ({
    name: 'La Vuelta',
    hectares: 30,
    animals: Object.entries(animals).map(([type, count]) => ({ type, count })),
    cid,
    offline: true,
  });
  const bring = (animals: Readonly<Record<string, number>>) =>
    farm.as('beto', 'POST', `/api/lot/create/${org}`, lot(animals), { 'idempotency-key': randomUUID() });
  const vacas = () => farm.heads(cid, null, farm.cat('Vaca'));

  test('counts those that came first, and the difference only where the office takes it, once', async () => {
    await bring({ Vaca: 10, Toro: 1 });
    expect((await bring({ Vaca: 12, Toro: 1 })).status).toBe(200);
    await bring({ Vaca: 12, Toro: 1 });
    expect(await vacas()).toBe(10);
    const kept = await waiting();
    expect(kept).toMatchObject([{ body: { lot_id: cid, count: 12, base_count: 10 } }]);
    for (let times = 0; times < 2; times += 1) await apply(kept[0]?.id ?? '');
    expect(await vacas()).toBe(12);
    expect(await waiting()).toEqual([]);
  });
});

closesInOrder(() => farm);
