import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Note } from '../../src/domain/office/notes.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

beforeEach(async () => {
  farm.clock.now += 1000;
  await farm.db.deleteFrom('refused').execute();
});

interface Waiting {
  readonly id: string;
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const waiting = async (): Promise<Waiting[]> =>
  (await farm.as('ana', 'GET', `/api/refused/${org}`)).body['refused'] as Waiting[];
const apply = (id = '') => farm.as('ana', 'POST', `/api/refused/${org}/${id}/apply`, {});
const bring = (path: string, body: object, who: PersonName = 'beto', key: string | null = randomUUID()) =>
  farm.as(who, 'POST', path, body, key === null ? {} : { 'idempotency-key': key });

interface Thing {
  readonly part: string;
  readonly at: () => string;
  readonly list: () => string;
  readonly plural: string;
  readonly first: () => Readonly<Record<string, unknown>>;
  readonly other: () => Readonly<Record<string, unknown>>;
}

const things: readonly Thing[] = [
  {
    part: 'task',
    at: () => `/api/task/${org}`,
    list: () => `/api/task/${org}`,
    plural: 'tasks',
    first: () => ({ title: 'Revisar el molino', priority: 'alta', assigned_to: [farm.userIds.caro] }),
    other: () => ({ title: 'Revisar la aguada', checklist: [{ text: 'Flotante', done: true }] }),
  },
  {
    part: 'note',
    at: () => `/api/note/create/${org}`,
    list: () => `/api/note/all/${org}`,
    plural: 'notes',
    first: () => ({ text: 'Tres vacas flacas', lot_id: farm.lots.ombu }),
    other: () => ({ text: 'Trece vacas flacas', pinned: true }),
  },
  {
    part: 'cycle',
    at: () => `/api/reproductive-cycle/${org}`,
    list: () => `/api/reproductive-cycle/${org}`,
    plural: 'cycles',
    first: () => ({
      rodeo_ids: [farm.rodeos.cria],
      service_type: 'natural',
      service_start: '2026-10-01',
      service_end: '2026-12-31',
    }),
    other: () => ({ bulls: 3, served: [{ category_id: farm.cat('Vaca'), count: 58 }] }),
  },
  {
    part: 'asset',
    at: () => '/api/asset',
    list: () => `/api/asset/${org}`,
    plural: 'assets',
    first: () => ({ organization_id: org, name: 'Sal mineral', kind: 'suplemento', unit: 'kg' }),
    other: () => ({ minimum: 40, laboratory: 'Del Sur' }),
  },
];

describe.each(things)('A $part that was refused and is corrected on two phones', (thing) => {
  const cid = randomUUID();
  const one = () => ({ ...thing.first(), cid });
  const second = () => ({ ...thing.first(), ...thing.other(), cid });
  const stands = async () =>
    ((await farm.as('ana', 'GET', thing.list())).body[thing.plural] as { id: string }[]).filter(({ id }) => id === cid);

  test('stands as it came first; what the other phone says waits for the office, once', async () => {
    expect((await bring(thing.at(), one())).body).toMatchObject({ ok: true });
    const before = await stands();
    farm.outside.refused.length = 0;
    expect((await bring(thing.at(), second())).body[thing.part]).toMatchObject({ id: cid, ...thing.first() });
    expect(await stands()).toEqual(before);
    expect(await waiting()).toMatchObject([
      { method: 'PUT', code: 'CONFLICT', author: { id: farm.userIds.beto }, body: thing.other() },
    ]);
    expect(farm.outside.refused).toEqual([org]);
    for (const body of [second(), one(), second()]) await bring(thing.at(), body);
    expect(await waiting()).toHaveLength(1);
  });

  test('waits for nobody where it says the same, has no key, or comes under another name', async () => {
    await bring(thing.at(), one());
    await bring(thing.at(), second(), 'beto', null);
    await bring(thing.at(), second(), 'ana');
    expect(await waiting()).toEqual([]);
  });

  test('becomes what the other phone said where the office takes it, and is one still', async () => {
    await bring(thing.at(), second());
    expect((await apply((await waiting())[0]?.id)).body).toMatchObject({ ok: true });
    expect(await stands()).toMatchObject([thing.other()]);
    expect(await waiting()).toEqual([]);
    // Both stood once: neither is news when its phone comes late.
    for (const body of [one(), second()]) await bring(thing.at(), body);
    expect(await waiting()).toEqual([]);
  });
});

test('What a hand gives to others in a second correction of his task is no news: his tasks are his own', async () => {
  const task = { title: 'Recorrer', cid: randomUUID() };
  await bring(`/api/task/${org}`, task, 'caro');
  await bring(`/api/task/${org}`, { ...task, assigned_to: [farm.userIds.ana] }, 'caro');
  expect(await waiting()).toEqual([]);
});

describe.each([
  ['stands for its author alone', 'yo', 'yo'],
  ['stands for all, and the second was for its author alone', 'todos', 'yo'],
  ['stands for its author alone, and the second was for all', 'yo', 'todos'],
])('A note that %s', (_case, first, then) => {
  test('has its second correction kept beside it, where nobody else reads it', async () => {
    const cid = randomUUID();
    const path = `/api/note/create/${org}`;
    await bring(path, { text: 'Lo mío', visibility: first, cid });
    const other = { text: `Lo mío, mejor dicho: ${cid}`, visibility: then, cid };
    for (let times = 0; times < 2; times += 1)
      expect((await bring(path, other)).body['note']).toMatchObject({ id: cid, text: 'Lo mío' });
    expect(await waiting()).toEqual([]);
    const kept = async (who: PersonName): Promise<Note[]> =>
      ((await farm.as(who, 'GET', `/api/note/all/${org}`)).body['notes'] as Note[]).filter(
        ({ text }) => text === other.text,
      );
    expect(await kept('beto')).toMatchObject([{ visibility: 'yo', created_by: farm.userIds.beto }]);
    expect(await kept('ana')).toEqual([]);
  });
});

describe('An item that was refused and is corrected with another stock on two phones', () => {
  const item = (rest: object) => ({
    organization_id: org,
    name: 'Ivermectina',
    kind: 'antiparasitario',
    unit: 'ml',
    offline: true,
    ...rest,
  });
  const held = async (id: string): Promise<unknown> =>
    (await farm.as('ana', 'GET', `/api/asset/detail/${id}`)).body['asset'];

  test('holds what came first, and what the other says where the office takes it, once', async () => {
    const cid = randomUUID();
    const [first, second] = [item({ cid, quantity: 500 }), item({ cid, quantity: 450, total: '9000.00' })];
    for (const body of [first, second, second, first]) await bring('/api/asset', body);
    expect(await held(cid)).toMatchObject({ quantity: 500 });
    const kept = await waiting();
    expect(kept).toMatchObject([{ method: 'PUT', body: { quantity: 450, total: '9000.00' } }]);
    for (let times = 0; times < 2; times += 1) expect((await apply(kept[0]?.id)).body).toMatchObject({ ok: true });
    expect(await held(cid)).toMatchObject({ quantity: 450, unit_cost: '20.00' });
    for (const body of [first, second]) await bring('/api/asset', body);
    expect(await waiting()).toEqual([]);
  });

  test('has the stock of the second laid before the office where the first had none', async () => {
    const cid = randomUUID();
    for (const rest of [{}, { quantity: 30 }, { quantity: 30 }]) await bring('/api/asset', item({ cid, ...rest }));
    expect(await held(cid)).toMatchObject({ quantity: 0 });
    const kept = await waiting();
    expect(kept).toMatchObject([{ method: 'POST', body: { asset_id: cid, quantity: 30 } }]);
    for (let times = 0; times < 2; times += 1) await apply(kept[0]?.id);
    expect(await held(cid)).toMatchObject({ quantity: 30 });
  });

  test('waits as the difference in each batch where one of both names batches', async () => {
    const cid = randomUUID();
    const batches = [{ number: 'B1', quantity: 8 }];
    for (const rest of [{ quantity: 10 }, { batches }]) await bring('/api/asset', item({ cid, ...rest }));
    const kept = await waiting();
    expect(kept).toMatchObject([
      { body: { asset_id: cid, counted: 0, expected: 10 } },
      { body: { asset_id: cid, counted: 8, expected: 0, batch: 'B1' } },
    ]);
    for (const { id } of kept) expect((await apply(id)).body).toMatchObject({ ok: true });
    expect(await held(cid)).toMatchObject({ quantity: 8, batches: [{ number: 'B1', quantity: 8 }] });
  });
});

closesInOrder(() => farm);
