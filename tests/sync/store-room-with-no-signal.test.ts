import { beforeEach, describe, expect, test } from 'vitest';
import type { Saved, SaveProblem } from '../../src/app/sync/farm.ts';
import type { Result } from '../../src/domain/result.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let ana: ServerPhone;
let beto: ServerPhone;
let sal: string;

async function saved(outcome: Promise<Result<Saved, SaveProblem>>): Promise<Saved> {
  const result = await outcome;
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
const meet = async (): Promise<void> => {
  for (const phone of [ana, beto, ana]) await phone.meet();
};
const stock = async (phone: ServerPhone, id = sal) => {
  const row = (await phone.farm.views.thing('asset', id))?.row;
  return row && { quantity: row.quantity, missing: row.missing, batches: row.batches };
};
const book = async (phone: ServerPhone, limit = 50) => {
  const found = await phone.farm.views.kardex(sal, limit);
  return found?.lines.map(({ date, kind, delta, balance }) => `${date} ${kind} ${delta} → ${balance}`);
};
const use = (quantity: number, date = '2026-11-20', more: object = {}) =>
  ana.farm.acts.recordMovement('ASSET_CONSUMPTION', { date, asset_id: sal, quantity, ...more });
const intake = (quantity: number, date = '2026-11-20', more: object = {}) =>
  ana.farm.acts.recordMovement('ASSET', { date, asset_id: sal, quantity, ...more });

beforeEach(async () => {
  farm = await createFieldFarm();
  ana = openServerPhone(farm, 'ana');
  beto = openServerPhone(farm, 'beto');
  await meet();
  const form = { name: 'Sal', kind: 'suplemento', unit: 'kg', quantity: 100, date: '2026-11-01' };
  sal = (await saved(ana.farm.acts.createThing('asset', form))).entityId;
  await meet();
  ana.link.isUp = false;
});

describe('The store room with no signal', () => {
  test('shows at once what came in and what was used', async () => {
    await saved(use(30));
    await saved(intake(5));
    expect(await stock(ana)).toMatchObject({ quantity: 75, missing: 0 });
    expect((await ana.farm.views.things('asset')).map((view) => view.row.quantity)).toEqual([75]);
    expect(await stock(beto)).toMatchObject({ quantity: 100 });
    await meet();
    expect([(await stock(ana))?.quantity, (await stock(beto))?.quantity]).toEqual([75, 75]);
  });

  test('counts what a form names by its name, told in tons of an item kept in kilos', async () => {
    await saved(intake(0.5, '2026-11-20', { asset_id: undefined, name: 'sal', unit: 't' }));
    expect(await stock(ana)).toMatchObject({ quantity: 600 });
    await meet();
    expect(await stock(beto)).toMatchObject({ quantity: 600 });
  });

  test('never shows less than nothing: what is short is told apart', async () => {
    await saved(use(130, '2026-11-20', { confirmed: true }));
    expect(await stock(ana)).toMatchObject({ quantity: 0, missing: 30 });
    await saved(ana.farm.acts.countSupplies({ asset_id: sal, counted: 5 }));
    expect(await stock(ana)).toMatchObject({ quantity: 5, missing: 0 });
    await meet();
    expect(await stock(beto)).toMatchObject({ quantity: 5, missing: 0 });
  });

  test('follows a use that is changed and one that is deleted, sent or not', async () => {
    const { entityId } = await saved(use(30));
    await meet();
    ana.link.isUp = false;
    await saved(ana.farm.acts.editMovement(entityId, { date: '2026-11-20', name: 'Sal', unit: 'kg', quantity: 10 }));
    expect(await stock(ana)).toMatchObject({ quantity: 90 });
    await saved(ana.farm.acts.deleteMovement(entityId));
    expect(await stock(ana)).toMatchObject({ quantity: 100 });
    await meet();
    expect(await stock(beto)).toMatchObject({ quantity: 100 });
  });

  test('counts what was given to animals', async () => {
    const given = { date: '2026-11-20', rodeo_id: farm.rodeos.cria, lot_id: farm.lots.ombu, quantity: 12 };
    await saved(ana.farm.acts.recordMovement('CONSUMPTION', { ...given, asset_id: sal, product: 'Sal', unit: 'kg' }));
    expect(await stock(ana)).toMatchObject({ quantity: 88 });
  });

  test('has several items of one delivery note, each in its batch', async () => {
    const line = { asset_id: sal, quantity: 20, batch: 'A1', expires: '2026-12-10' };
    await saved(ana.farm.acts.recordMovement('ASSET_BATCH', { date: '2026-11-20', lines: [line] }));
    expect(await stock(ana)).toMatchObject({
      quantity: 120,
      batches: [{ number: 'A1', expires: '2026-12-10', quantity: 20 }],
    });
    await meet();
    expect(await stock(beto)).toEqual(await stock(ana));
  });

  test('knows a new item with its batches before it is sent', async () => {
    const batches = [{ number: 'X', expires: '2027-01-01', quantity: 8 }];
    const form = { name: 'Aftosa', kind: 'vacuna', unit: 'dosis', batches };
    const { entityId } = await saved(ana.farm.acts.createThing('asset', form));
    expect(await stock(ana, entityId)).toEqual({ quantity: 8, missing: 0, batches });
    await meet();
    expect(await stock(beto, entityId)).toEqual({ quantity: 8, missing: 0, batches });
  });
});

describe('The book of an item', () => {
  test('has every line with what there was after it, sent or not', async () => {
    await saved(use(30, '2026-11-19'));
    await saved(intake(5, '2026-11-20'));
    const lines = ['2026-11-20 ingreso 5 → 75', '2026-11-19 consumo -30 → 70', '2026-11-01 ingreso 100 → 100'];
    expect(await book(ana)).toEqual(lines);
    await meet();
    expect([await book(ana), await book(beto)]).toEqual([lines, lines]);
  });

  test('tells the newest lines first and whether there are older ones', async () => {
    for (const quantity of [1, 2, 3]) await saved(use(quantity, `2026-11-1${quantity}`));
    await meet();
    expect(await book(beto, 2)).toEqual(['2026-11-13 consumo -3 → 94', '2026-11-12 consumo -2 → 97']);
    expect((await beto.farm.views.kardex(sal, 2))?.more).toBe(true);
    expect((await beto.farm.views.kardex(sal, 4))?.more).toBe(false);
  });

  test('of an item that is not here is none', async () => {
    expect(await ana.farm.views.kardex('nothing', 10)).toBeNull();
  });
});
