import { beforeAll, describe, expect, test } from 'vitest';
import { liveActions, type LiveActionName } from '../../src/contract/live.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

interface Said {
  readonly action: LiveActionName;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What the farm is told of a call. */
async function said(method: string, path: string, body?: object): Promise<readonly Said[]> {
  const before = farm.commits.length;
  const answer = await farm.as('ana', method, path, body);
  expect(answer.body).toMatchObject({ ok: true });
  const all = farm.commits.slice(before).flatMap(({ announcements }) => announcements);
  // An empty payload means: fetch again (wire.md §Live).
  for (const { action, payload } of all.filter(({ payload: told }) => Object.keys(told).length > 0))
    expect([action, liveActions[action].payload.safeParse(payload).success]).toEqual([action, true]);
  return all;
}

const counts = (all: readonly Said[]) =>
  all.filter(({ action }) => action === 'animal-count-changed').map(({ payload }) => payload);
const of = (all: readonly Said[], action: LiveActionName): Said['payload'] =>
  all.find((one) => one.action === action)?.payload ?? {};

describe('A client that keeps lots as the specification does', () => {
  test('hears how many animals a lot holds after a movement, its change and its end', async () => {
    const [lot_id, category_id] = [farm.lots.ombu, farm.cat('Vaca')];
    const death = (count: number) => ({
      date: '2026-11-01',
      lot_id,
      rodeo_id: farm.rodeos.cria,
      animals: [{ type: category_id, count }],
    });
    const made = await said('POST', `/api/movement/death/${org}`, death(2));
    expect(counts(made)).toEqual([{ lot_id, category_id, count: 58 }]);
    const { id } = of(made, 'movement-created')['movement'] as { id: string };
    expect(counts(await said('PUT', `/api/movement/death/${org}/${id}`, death(5)))).toEqual([
      { lot_id, category_id, count: 55 },
    ]);
    expect(counts(await said('DELETE', `/api/movement/delete/${org}/${id}`))).toEqual([
      { lot_id, category_id, count: 60 },
    ]);
  });

  test('hears of both lots of a transfer, category by category', async () => {
    const [from_lot_id, to_lot_id] = [farm.lots.ombu, farm.lots.bajo];
    const animals = [
      { type: farm.cat('Vaca'), count: 10 },
      { type: farm.cat('Toro'), count: 1 },
    ];
    const body = { date: '2026-11-02', from_lot_id, to_lot_id, rodeo_id: farm.rodeos.cria, animals };
    const heard = counts(await said('POST', `/api/movement/load-transfer/${org}`, body));
    expect(heard).toHaveLength(4);
    expect(heard).toEqual(
      expect.arrayContaining([
        { lot_id: from_lot_id, category_id: farm.cat('Vaca'), count: 50 },
        { lot_id: from_lot_id, category_id: farm.cat('Toro'), count: 1 },
        { lot_id: to_lot_id, category_id: farm.cat('Vaca'), count: 10 },
        { lot_id: to_lot_id, category_id: farm.cat('Toro'), count: 1 },
      ]),
    );
    const { body: list } = await farm.as('ana', 'GET', `/api/lot/info/${org}`);
    const lots = list['lots'] as { id: string; animals: { count: number; category: { id: string } }[] }[];
    for (const { lot_id, category_id, count } of heard) {
      const shown = lots.find(({ id }) => id === lot_id)?.animals.find(({ category }) => category.id === category_id);
      expect(shown?.count).toBe(count);
    }
  });

  test('hears of no count that did not change', async () => {
    expect(counts(await said('POST', `/api/movement/weather/rain/${org}`, { date: '2026-11-03', mm: 12 }))).toEqual([]);
  });

  test('hears the lots in their new order, by both names of that list', async () => {
    const items = [
      { id: farm.lots.bajo, order: 1 },
      { id: farm.lots.ombu, order: 2 },
    ];
    const all = await said('PUT', `/api/lot/order/${org}`, { items });
    expect(all.map(({ action }) => action)).toEqual(['lots-sync', 'update-lots']);
    for (const { payload } of all)
      expect((payload['lots'] as { id: string }[]).map(({ id }) => id)).toEqual([farm.lots.bajo, farm.lots.ombu]);
  });

  test('hears the categories in their new order', async () => {
    const path = `/api/animal-categories/${org}/${farm.cat('Toro')}`;
    const { body } = await farm.as('ana', 'GET', `/api/animal-categories/${org}`);
    const last = (body['categories'] as { order: number }[]).length + 5;
    const all = await said('PUT', path, { order: last });
    expect(all.map(({ action }) => action)).toEqual(['category-updated', 'categories-sync']);
    expect((of(all, 'categories-sync')['categories'] as { name: string }[]).at(-1)?.name).toBe('Toro');
    expect((await said('PUT', path, { order: last })).map(({ action }) => action)).toEqual(['category-updated']);
  });
});

/** product.md §4, Live connection. */
const ofTheSpec: readonly LiveActionName[] = [
  'update-organization',
  'lot-created',
  'lot-updated',
  'lot-deleted',
  'lots-sync',
  'update-lots',
  'movement-created',
  'movement-updated',
  'movement-deleted',
  'update-movements',
  'animal-updated',
  'animal-count-changed',
  'category-created',
  'category-updated',
  'category-deleted',
  'categories-sync',
];

describe('Every live action of the specification', () => {
  test('is told by some call', async () => {
    const lot = { name: 'El Nuevo', hectares: 10 };
    const { body } = await farm.as('ana', 'POST', `/api/lot/create/${org}`, lot);
    const { id } = body['lot'] as { id: string };
    await said('PUT', `/api/lot/edit/${org}`, { id, name: 'El Más Nuevo' });
    await said('DELETE', `/api/lot/delete/${org}/${id}`);
    const vaca = { organization_id: org, lot_id: farm.lots.ombu, animal_type: farm.cat('Vaca') };
    await said('POST', `/api/lot/animal/update/${farm.cat('Vaca')}`, { ...vaca, count: 40 });
    await said('PUT', `/api/organization/${org}`, { name: 'La Nueva Esperanza' });
    const made = await farm.as('ana', 'POST', `/api/animal-categories/${org}`, { name: 'Buey' });
    await said('DELETE', `/api/animal-categories/${org}/${(made.body['category'] as { id: string }).id}`);
    const cycle = {
      rodeo_ids: [farm.rodeos.cria],
      service_type: 'natural',
      service_start: '2026-10-15',
      service_end: '2027-01-15',
    };
    const begun = await farm.as('ana', 'POST', `/api/reproductive-cycle/${org}`, cycle);
    const reproductive_cycle_id = (begun.body['cycle'] as { id: string }).id;
    const tacto = { date: '2026-11-10', rodeo_id: farm.rodeos.cria, examined: 10, pregnant: 8, empty: 2 };
    await said('POST', `/api/movement/pregnancy-diagnosis/${org}`, { ...tacto, reproductive_cycle_id });
    await said('DELETE', `/api/reproductive-cycle/${org}/${reproductive_cycle_id}`);
    const heard = new Set(farm.commits.flatMap(({ announcements }) => announcements.map(({ action }) => action)));
    expect(ofTheSpec.filter((action) => !heard.has(action))).toEqual([]);
  });
});

closesInOrder(() => farm);
