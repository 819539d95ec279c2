import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

interface Asset {
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
  readonly missing: number;
  readonly state: string;
  readonly batches: readonly object[];
  readonly version: number;
}
interface Entry {
  readonly kind: string;
  readonly delta: number;
  readonly balance: number;
  readonly movement_id: string;
}

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

const create = (who: PersonName, rest: object): Promise<CoreResponse> =>
  farm.as(who, 'POST', '/api/asset', { organization_id: org, kind: 'antiparasitario', unit: 'ml', ...rest });
const made = async (rest: object): Promise<Asset> => {
  const answer = await create('ana', rest);
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['asset'] as Asset;
};
const detail = async (who: PersonName, id: string): Promise<{ asset: Asset; entries: Entry[] }> =>
  (await farm.as(who, 'GET', `/api/asset/detail/${id}`)).body as unknown as { asset: Asset; entries: Entry[] };
const adjust = (who: PersonName, body: object): Promise<CoreResponse> =>
  farm.as(who, 'POST', `/api/asset/${org}/adjust`, body);

describe('A new item', () => {
  test('has the stock that it is made with, as an intake of its own', async () => {
    const { id } = await made({ name: 'Ivermectina 1 %', quantity: 500, total: '90000.00', minimum: 100 });
    const { asset, entries } = await detail('ana', id);
    expect(asset).toMatchObject({ quantity: 500, missing: 0, state: 'normal', unit_cost: '180.00', batches: [] });
    expect(entries).toMatchObject([{ kind: 'ingreso', delta: 500, balance: 500, cost: '90000.00' }]);
  });

  test('may come in batches, each with its expiry: the first to expire stands first', async () => {
    const { id } = await made({
      name: 'Vacuna aftosa',
      unit: 'dosis',
      batches: [
        { number: 'B2', expires: '2027-06-30', quantity: 200 },
        { number: 'B1', expires: '2026-12-10', quantity: 50 },
      ],
    });
    const { asset, entries } = await detail('ana', id);
    expect(asset).toMatchObject({
      quantity: 250,
      state: 'por_vencer',
      batches: [
        { number: 'B1', expires: '2026-12-10', quantity: 50 },
        { number: 'B2', expires: '2027-06-30', quantity: 200 },
      ],
    });
    expect(new Set(entries.map((entry) => entry.movement_id)).size).toBe(1);
  });

  test('that came twice with the same id is one item with one intake', async () => {
    const cid = randomUUID();
    const first = await create('ana', { name: 'Sal', unit: 'bolsa', quantity: 10, cid });
    const second = await create('ana', { name: 'Sal', unit: 'bolsa', quantity: 10, cid });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body['asset']).toMatchObject({ id: cid, quantity: 10 });
    expect((await detail('ana', cid)).entries).toHaveLength(1);
  });

  test('needs a name of its own at the office; from the field both stay', async () => {
    await made({ name: 'Cobre' });
    const taken = await create('beto', { name: 'COBRE' });
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN', message: 'Ya existe un insumo con ese nombre', issues: [{ path: 'name' }] },
    });
    expect((await create('beto', { name: 'cobre', offline: true })).status).toBe(200);
  });

  test.each([
    ['a name', { name: ' ' }, 'name', 'Ingresá el nombre del insumo'],
    ['a kind that exists', { name: 'X', kind: 'juguete' }, 'kind', 'Elegí una opción'],
    ['a unit that exists', { name: 'X', unit: 'm3' }, 'unit', 'Elegí una opción'],
    ['a day that exists', { name: 'X', date: '2026-02-30' }, 'date', 'La fecha no existe'],
    ['a day that has come', { name: 'X', quantity: 1, date: '2026-12-25' }, 'date', 'La fecha todavía no llegó'],
    ['a price', { name: 'X', quantity: 1, total: '1,50' }, 'total', 'Ingresá un importe'],
    ['nothing below zero', { name: 'X', quantity: -1 }, 'quantity', 'Ingresá la cantidad'],
  ])('needs %s', async (_what, rest, path, message) => {
    const answer = await create('ana', rest);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
    expect(answer.body['issues']).toContainEqual({ path, message });
  });
});

describe('An item is changed', () => {
  test('but its stock is never typed', async () => {
    const { id, version } = await made({ name: 'Fosfato', quantity: 4 });
    const answer = await farm.as('beto', 'PUT', `/api/asset/${id}`, { name: 'Fosfato dicálcico', minimum: 5 });
    expect(answer.body['asset']).toMatchObject({ name: 'Fosfato dicálcico', quantity: 4, version: version + 1 });
    expect((await detail('ana', id)).asset.state).toBe('stock_bajo');
    expect((await farm.as('beto', 'PUT', `/api/asset/${id}`, { quantity: 400 })).status).toBe(400);
  });

  test('keeps its unit once it has entries', async () => {
    const [used, unused] = [await made({ name: 'Usado', quantity: 1 }), await made({ name: 'Sin usar' })];
    expect(await farm.as('ana', 'PUT', `/api/asset/${used.id}`, { unit: 'l' })).toMatchObject({
      status: 409,
      body: { message: 'La unidad no se puede cambiar: el insumo ya tiene movimientos' },
    });
    expect((await farm.as('ana', 'PUT', `/api/asset/${used.id}`, { unit: 'ml' })).status).toBe(200);
    expect((await farm.as('ana', 'PUT', `/api/asset/${unused.id}`, { unit: 'l' })).body['asset']).toMatchObject({
      unit: 'l',
    });
  });

  test('is deleted when nothing is left of it, once', async () => {
    const { id } = await made({ name: 'Para borrar', quantity: 1 });
    const erase = () => farm.as('ana', 'DELETE', `/api/asset/${id}`);
    expect(await erase()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await adjust('ana', { asset_id: id, counted: 0 });
    expect((await erase()).body).toMatchObject({ ok: true, alreadyDeleted: false });
    expect((await erase()).body).toMatchObject({ ok: true, alreadyDeleted: true });
    const list = (await farm.as('ana', 'GET', `/api/asset/${org}`)).body['assets'] as Asset[];
    expect(list.map((asset) => asset.id)).not.toContain(id);
    const row = await farm.db.selectFrom('assets').select('deleted_by').where('id', '=', id).executeTakeFirst();
    expect(row?.deleted_by).toBe(farm.userIds.ana);
    expect((await farm.as('ana', 'PUT', `/api/asset/${id}`, { name: 'Otro' })).status).toBe(404);
  });
});

describe('A stocktake', () => {
  test('writes the difference to the book of that day', async () => {
    const { id } = await made({ name: 'Rollos', unit: 'rollo', quantity: 48, date: '2026-06-01' });
    const less = await adjust('ana', { asset_id: id, counted: 45, date: '2026-07-01', reason: 'Se mojaron' });
    expect(less.body).toMatchObject({ asset: { quantity: 45 }, movement: { type: 'ASSET_CONSUMPTION' } });
    const more = await adjust('ana', { asset_id: id, counted: 47.5, date: '2026-08-01' });
    expect(more.body).toMatchObject({
      asset: { quantity: 47.5 },
      movement: { type: 'ASSET', reference: 'Ajuste · contado: 47,5 rollos de Rollos · 2,5 de más' },
    });
    expect((await detail('ana', id)).entries.map(({ kind, delta }) => [kind, delta])).toEqual([
      ['ingreso', 48],
      ['ajuste', -3],
      ['ajuste', 2.5],
    ]);
  });

  test('that agrees with the book writes nothing', async () => {
    const { id } = await made({ name: 'Postes', unit: 'unidad', quantity: 30 });
    const answer = await adjust('ana', { asset_id: id, counted: 30 });
    expect(answer.body).toMatchObject({ ok: true, asset: { quantity: 30 } });
    expect(answer.body).not.toHaveProperty('movement');
    expect((await detail('ana', id)).entries).toHaveLength(1);
  });

  test('that says what it saw and not when is booked by its difference: two add up', async () => {
    const { id } = await made({ name: 'Alambre', unit: 'unidad', quantity: 10 });
    await adjust('ana', { asset_id: id, counted: 8, expected: 10 });
    await adjust('beto', { asset_id: id, counted: 9, expected: 10 });
    expect((await detail('ana', id)).asset.quantity).toBe(7);
  });

  test('of one batch counts what the screen shows of it, after what nobody named was used', async () => {
    const { id } = await made({ name: 'Clostridial', unit: 'dosis', batches: [{ number: 'L9', quantity: 10 }] });
    await farm.as('ana', 'POST', `/api/asset/${org}/consume`, { date: '2026-11-21', asset_id: id, quantity: 4 });
    const same = await adjust('ana', { asset_id: id, counted: 6, batch: 'L9' });
    expect(same.body).not.toHaveProperty('movement');
    const less = await adjust('ana', { asset_id: id, counted: 5, batch: 'L9' });
    expect(less.body['asset']).toMatchObject({ quantity: 5, batches: [{ number: 'L9', quantity: 5 }] });
  });

  test('by a hand stands and waits for the office’s look; sent twice it is one', async () => {
    const { id } = await made({ name: 'Gasoil', unit: 'l', quantity: 200 });
    const body = { asset_id: id, counted: 180, cid: randomUUID(), offline: true };
    const answer = await adjust('caro', body);
    expect(answer.body).toMatchObject({ asset: { quantity: 180 }, movement: { review: { reasons: ['role'] } } });
    const again = await adjust('caro', body);
    expect(again.body).toMatchObject({ asset: { quantity: 180 }, movement: { id: body.cid } });
  });

  test('of what is nobody’s, or of another farm, is not found', async () => {
    expect((await adjust('ana', { asset_id: randomUUID(), counted: 1 })).status).toBe(404);
    expect((await adjust('ana', { counted: 1 })).status).toBe(400);
  });
});

describe('A hand', () => {
  test('sees items and their book without prices, and makes or changes none', async () => {
    const { id } = await made({ name: 'Caro', quantity: 2, total: '777777.00' });
    const seen = await detail('caro', id);
    expect(JSON.stringify(seen)).not.toMatch(/777777|388888|unit_cost|"cost"/);
    expect(seen.asset).toMatchObject({ quantity: 2 });
    const list = await farm.as('caro', 'GET', `/api/asset/${org}`);
    expect(JSON.stringify(list.body)).not.toContain('unit_cost');
    expect((await create('caro', { name: 'Mío' })).status).toBe(403);
    expect((await farm.as('caro', 'PUT', `/api/asset/${id}`, { name: 'Mío' })).status).toBe(403);
  });

  test('hears of an item without its price', () => {
    const told = JSON.stringify(farm.commits.flatMap((commit) => commit.announcements));
    expect(told).toContain('asset-created');
    expect(told).toContain('asset-updated');
    expect(told).not.toMatch(/777777|unit_cost/);
  });
});

describe('The feed', () => {
  test('brings items with their stock, and prices to those alone who may see them', async () => {
    const { id } = await made({ name: 'En el feed', quantity: 3, total: '30.00' });
    const rowFor = async (who: PersonName) => {
      const { body } = await farm.as(who, 'GET', `/api/sync/${org}?since=0`);
      const changes = body['changes'] as { table: string; id: string; row: object }[];
      return changes.find((change) => change.table === 'assets' && change.id === id)?.row;
    };
    expect(await rowFor('ana')).toMatchObject({ name: 'En el feed', quantity: 3, unit_cost: '10.00' });
    expect(await rowFor('caro')).toMatchObject({ quantity: 3 });
    expect(await rowFor('caro')).not.toHaveProperty('unit_cost');
  });

  test('brings them in the first load too', async () => {
    let page = '';
    const seen = new Set<string>();
    for (;;) {
      const { body } = await farm.as('caro', 'GET', `/api/sync/${org}/snapshot${page && `?page=${page}`}`);
      for (const change of body['changes'] as { table: string }[]) seen.add(change.table);
      if (typeof body['next_page'] !== 'string') break;
      page = body['next_page'];
    }
    expect(seen).toContain('assets');
  });
});

closesInOrder(() => farm);
