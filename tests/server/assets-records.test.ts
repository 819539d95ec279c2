import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

interface Asset {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  readonly missing: number;
}

const date = '2026-09-12';
const movementOf = (answer: CoreResponse): Movement => {
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['movement'] as Movement;
};
const take = async (who: PersonName, path: string, body: object): Promise<Movement> =>
  movementOf(await farm.record(who, path, { date, ...body }));
const consume = (who: PersonName, body: object): Promise<CoreResponse> =>
  farm.as(who, 'POST', `/api/asset/${org}/consume`, { date, ...body });
const edit = (path: string, id: string, body: object): Promise<CoreResponse> =>
  farm.as('ana', 'PUT', `/api/movement/${path}/${org}/${id}`, { date, ...body });
const erase = (id: string, offline = false): Promise<CoreResponse> =>
  farm.as('ana', 'DELETE', `/api/movement/delete/${org}/${id}${offline ? '?offline=1' : ''}`);
const all = async (): Promise<Asset[]> => (await farm.as('ana', 'GET', `/api/asset/${org}`)).body['assets'] as Asset[];
const named = async (name: string): Promise<Asset | undefined> => (await all()).find((asset) => asset.name === name);
const stock = async (name: string): Promise<number> => {
  const asset = await named(name);
  return (asset?.quantity ?? 0) - (asset?.missing ?? 0);
};
const item = async (name: string, unit: string, quantity: number): Promise<string> => {
  const { metadata } = await take('ana', 'load-asset', { name, unit, quantity });
  return String(metadata['asset_id']);
};
const seen = async (id: string): Promise<Movement> => movementOf(await farm.as('ana', 'GET', `/api/movement/${id}`));

describe('An intake', () => {
  test('of a new name makes the item; of a known one adds to it, accents and case aside', async () => {
    const first = await take('caro', 'load-asset', { name: 'Garrapaticida', unit: 'l', quantity: 2 });
    const second = await take('caro', 'load-asset', { name: 'GARRAPATICIDA', unit: 'l', quantity: 1.5 });
    expect(second.metadata['asset_id']).toBe(first.metadata['asset_id']);
    expect(second.metadata['name']).toBe('Garrapaticida');
    expect(await stock('Garrapaticida')).toBe(3.5);
  });

  test('that is corrected or deleted leaves what was there before', async () => {
    const intake = await take('ana', 'load-asset', { name: 'Sal', unit: 'bolsa', quantity: 40 });
    movementOf(await edit('load-asset', intake.id, { name: 'Sal', unit: 'bolsa', quantity: 25 }));
    expect(await stock('Sal')).toBe(25);
    movementOf(await edit('edit-asset', intake.id, { name: 'Sal gruesa', unit: 'bolsa', quantity: 25 }));
    expect([await stock('Sal'), await stock('Sal gruesa')]).toEqual([0, 25]);
    await erase(intake.id);
    expect(await stock('Sal gruesa')).toBe(0);
  });

  test('keeps its item when that is called otherwise by now, and its day of expiry', async () => {
    const body = { name: 'Oxi', unit: 'ml', quantity: 100, batch: 'L1', expires: '2027-03-01' };
    const intake = await take('ana', 'load-asset', body);
    const id = String(intake.metadata['asset_id']);
    await farm.as('ana', 'PUT', `/api/asset/${id}`, { name: 'Oxitetraciclina' });
    movementOf(await edit('load-asset', intake.id, { name: 'Oxi', unit: 'ml', quantity: 90, batch: 'L1' }));
    expect(await named('Oxi')).toBeUndefined();
    expect(await named('Oxitetraciclina')).toMatchObject({
      quantity: 90,
      batches: [{ number: 'L1', expires: '2027-03-01', quantity: 90 }],
    });
  });

  test('in another unit is reckoned where it can be, and refused at the office where not', async () => {
    await item('Maíz', 'kg', 1000);
    await take('ana', 'load-asset', { name: 'Maíz', unit: 't', quantity: 2 });
    expect(await stock('Maíz')).toBe(3000);
    const answer = await farm.record('ana', 'load-asset', { date, name: 'Maíz', unit: 'bolsa', quantity: 3 });
    expect(answer).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'unit', message: 'Este insumo se cuenta en kg' }] },
    });
    await take('caro', 'load-asset', { name: 'Maíz', unit: 'bolsa', quantity: 3, offline: true });
    expect((await all()).filter((asset) => asset.name === 'Maíz').map((asset) => asset.unit)).toEqual(
      expect.arrayContaining(['kg', 'bolsa']),
    );
  });

  test('of several items comes in whole, with its batches', async () => {
    const lines = [
      { name: 'Mancha', unit: 'dosis', quantity: 100, batch: 'M1', expires: '2026-12-01' },
      { name: 'Mancha', unit: 'dosis', quantity: 50, batch: 'M2', expires: '2027-12-01' },
      { name: 'Jeringas', unit: 'unidad', quantity: 4 },
    ];
    const path = `/api/asset/${org}/batch`;
    const batch = movementOf(await farm.as('caro', 'POST', path, { date, lines }));
    expect([await stock('Mancha'), await stock('Jeringas')]).toEqual([150, 4]);
    const bad = [...lines, { name: 'Sin unidad', quantity: 1 }];
    expect((await farm.as('caro', 'POST', path, { date, lines: bad })).body['issues']).toEqual([
      { path: 'lines.3.unit', message: 'Elegí una opción' },
    ]);
    movementOf(await farm.as('ana', 'PUT', `${path}/${batch.id}`, { date, lines: lines.slice(1) }));
    expect([await stock('Mancha'), await stock('Jeringas')]).toEqual([50, 4]);
    await erase(batch.id);
    expect([await stock('Mancha'), await stock('Jeringas')]).toEqual([0, 0]);
  });

  test('is not taken back at the office once it was used: who used it is named', async () => {
    const intake = await take('ana', 'load-asset', { name: 'Rollos', unit: 'rollo', quantity: 10 });
    movementOf(await consume('caro', { date: '2026-10-01', name: 'Rollos', unit: 'rollo', quantity: 8 }));
    const less = { name: 'Rollos', unit: 'rollo', quantity: 5 };
    for (const answer of [await erase(intake.id), await edit('load-asset', intake.id, less)]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'DEPENDENT_MOVEMENTS' } });
      expect(answer.body['message']).toBe(
        'Eliminá primero los movimientos posteriores: 8 rollos de Rollos (01/10/2026)',
      );
    }
    expect(await stock('Rollos')).toBe(2);
    movementOf(await edit('load-asset', intake.id, { ...less, quantity: 8 }));
  });
});

describe('What is used', () => {
  test('comes out of the stock by the item’s id or name', async () => {
    const id = await item('Bloques', 'unidad', 20);
    const used = movementOf(await consume('caro', { asset_id: id, quantity: 3, lot_id: farm.lots.bajo }));
    expect(used.reference).toBe('3 unidades de Bloques · El Bajo');
    movementOf(await consume('caro', { name: 'bloques', unit: 'unidad', quantity: 2, entry_kind: 'merma' }));
    expect(await stock('Bloques')).toBe(15);
    const { entries } = (await farm.as('caro', 'GET', `/api/asset/detail/${id}`)).body as {
      entries?: { kind: string; lot_id: string | null }[];
    };
    expect(entries?.map((entry) => [entry.kind, entry.lot_id])).toEqual([
      ['ingreso', null],
      ['consumo', farm.lots.bajo],
      ['merma', null],
    ]);
  });

  test('beyond what there is on a day, the office refuses until it is confirmed', async () => {
    const id = await item('Diluyente', 'ml', 30);
    const answer = await consume('ana', { asset_id: id, quantity: 42 });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'NOT_ENOUGH_STOCK', message: 'Solo hay 30 ml de Diluyente al 12/09/2026', missing: 12 },
    });
    expect(await stock('Diluyente')).toBe(30);
    const used = movementOf(await consume('ana', { asset_id: id, quantity: 42, confirmed: true }));
    expect(used.review).toEqual({ reasons: ['negative_stock'], stock: [{ asset_id: id, missing: 12 }] });
    expect(await named('Diluyente')).toMatchObject({ quantity: 0, missing: 12 });
  });

  test('before it came in is refused at the office, even when there is some today', async () => {
    const id = await item('Tarde', 'ml', 30);
    expect((await consume('ana', { date: '2026-09-11', asset_id: id, quantity: 1 })).status).toBe(422);
  });

  test('in the field is taken as it was, and looked at until the intake arrives', async () => {
    const used = movementOf(await consume('caro', { name: 'Curabicheras', unit: 'ml', quantity: 50, offline: true }));
    expect(used.review?.reasons).toEqual(['negative_stock']);
    await take('ana', 'load-asset', { name: 'Curabicheras', unit: 'ml', quantity: 20 });
    expect((await seen(used.id)).review?.stock).toMatchObject([{ missing: 30 }]);
    const rest = await take('ana', 'load-asset', { name: 'Curabicheras', unit: 'ml', quantity: 30 });
    expect((await seen(used.id)).review).toBeUndefined();
    await erase(rest.id, true);
    expect((await seen(used.id)).review?.stock).toMatchObject([{ missing: 30 }]);
  });

  test('of an item that another phone is still to send waits for it', async () => {
    const body = { asset_id: randomUUID(), quantity: 1 };
    expect((await consume('caro', { ...body, offline: true })).status).toBe(424);
    expect((await consume('caro', body)).status).toBe(404);
  });

  test.each([
    ['no item', { quantity: 1, unit: 'ml' }, 'name'],
    ['no unit', { name: 'X', quantity: 1 }, 'unit'],
    ['nothing', { name: 'X', unit: 'ml', quantity: 0 }, 'quantity'],
  ])('is never %s', async (_what, body, path) => {
    const answer = await consume('ana', body);
    expect(answer.status).toBe(400);
    expect((answer.body['issues'] as { path: string }[]).map((issue) => issue.path)).toContain(path);
  });
});

describe('A treatment', () => {
  const treat = (products: readonly object[], rest: object = {}) => ({
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    reason: 'desparasitacion',
    products,
    ...rest,
  });

  test('takes its products out of the store room, and gives them back when it is deleted', async () => {
    const id = await item('Ivermectina', 'ml', 500);
    const treated = await take('caro', 'treatment', treat([{ asset_id: id, quantity: 120 }, { name: 'Sal común' }]));
    expect(treated.reference).toContain('Ivermectina y Sal común');
    expect(treated.metadata['products']).toMatchObject([{ asset_id: id, name: 'Ivermectina', unit: 'ml' }, {}]);
    expect(await stock('Ivermectina')).toBe(380);
    movementOf(await edit('treatment', treated.id, treat([{ asset_id: id, quantity: 100 }])));
    expect(await stock('Ivermectina')).toBe(400);
    movementOf(await edit('edit-treatment', treated.id, treat([{ name: 'Otra cosa', quantity: 100 }])));
    expect(await stock('Ivermectina')).toBe(500);
    movementOf(
      await edit('treatment', treated.id, treat([{ asset_id: id, quantity: 1, unit: 'l' }], { confirmed: true })),
    );
    expect(await stock('Ivermectina')).toBe(-500);
    await erase(treated.id);
    expect(await stock('Ivermectina')).toBe(500);
  });

  test('that arrives twice takes once', async () => {
    const id = await item('Levamisol', 'ml', 100);
    const body = treat([{ asset_id: id, quantity: 10 }], { cid: randomUUID() });
    await take('caro', 'load-treatment', body);
    await take('caro', 'load-treatment', body);
    expect(await stock('Levamisol')).toBe(90);
  });

  test('of a name alone is free text, whatever the store room holds', async () => {
    await item('Complejo B', 'ml', 100);
    await take('caro', 'load-medicine', treat([{ name: 'Complejo B', quantity: 20, unit: 'ml' }]));
    expect(await stock('Complejo B')).toBe(100);
  });

  test('in a unit that says nothing of the item’s is refused at the office, and kept to be looked at from the field', async () => {
    const id = await item('Dectomax', 'ml', 100);
    const body = treat([{ asset_id: id, quantity: 2, unit: 'frascos' }]);
    const answer = await farm.record('ana', 'treatment', { date, ...body });
    expect(answer.body['issues']).toEqual([
      { path: 'products.0.unit', message: 'No se puede pasar a la unidad del insumo' },
    ]);
    const kept = await take('caro', 'treatment', { ...body, offline: true });
    expect(kept.review?.reasons).toEqual(['missing_reference']);
    expect(await stock('Dectomax')).toBe(100);
  });
});

describe('A ration', () => {
  test('of an item comes out of its stock, told in tons or rolls alike', async () => {
    const id = await item('Silo de maíz', 'kg', 5000);
    const fed = { lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.invernada };
    const ration = await take('caro', 'consumption', { ...fed, asset_id: id, quantity: 1.2, unit: 't' });
    expect(ration.reference).toBe('1,2 t Silo de maíz · El Bajo · Invernada');
    expect(await stock('Silo de maíz')).toBe(3800);
    await erase(ration.id);
    expect(await stock('Silo de maíz')).toBe(5000);
  });

  test('of a name alone touches none, and of nothing is refused', async () => {
    const fed = { lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.invernada, quantity: 3 };
    await take('caro', 'consumption', { ...fed, product: 'Silo de maíz' });
    expect(await stock('Silo de maíz')).toBe(5000);
    expect((await farm.record('caro', 'consumption', { date, ...fed })).body['issues']).toEqual([
      { path: 'product', message: 'Completá este dato' },
    ]);
  });
});

describe('Prices of an intake', () => {
  test('that a hand sends wait for a look; those of the office survive its corrections', async () => {
    const intake = await take('caro', 'load-asset', { name: 'Precio', unit: 'kg', quantity: 10, total: '5.00' });
    expect(await seen(intake.id)).toMatchObject({ metadata: { total: '5.00' }, review: { reasons: ['price'] } });
    const office = await take('ana', 'load-asset', { name: 'Precio', unit: 'kg', quantity: 10, total: '80.00' });
    expect(await named('Precio')).toMatchObject({ unit_cost: '8.00' });
    const settings = (show_finance_to_admins: boolean) =>
      farm.db
        .updateTable('organizations')
        .set({ settings: JSON.stringify({ show_finance_to_admins }) })
        .execute();
    await settings(false);
    const path = `/api/movement/load-asset/${org}/${office.id}`;
    await farm.as('beto', 'PUT', path, { date, name: 'Precio', unit: 'kg', quantity: 20, total: '1.00' });
    await settings(true);
    expect(await named('Precio')).toMatchObject({ unit_cost: '4.00', quantity: 30 });
  });
});

closesInOrder(() => farm);
