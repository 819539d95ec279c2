import { beforeEach, describe, expect, test } from 'vitest';
import type { Saved, SaveProblem } from '../../src/app/sync/farm.ts';
import type { Result } from '../../src/domain/result.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { expectInOrder } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let ana: ServerPhone;
let beto: ServerPhone;
let sal: string;

async function saved(outcome: Promise<Result<Saved, SaveProblem>>): Promise<Saved> {
  const result = await outcome;
  // Each act a second after the one before, as a hand makes them.
  farm.clock.now += 1000;
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
const meet = async (): Promise<void> => {
  for (const phone of [ana, beto, ana]) await phone.meet();
};
const amounts = async (): Promise<readonly unknown[]> => {
  const read = async ({ farm: { views } }: ServerPhone): Promise<unknown> =>
    (await views.thing('asset', sal))?.row.quantity;
  return [await read(ana), await read(beto)];
};
const book = async (): Promise<readonly string[] | undefined> =>
  (await beto.farm.views.kardex(sal, 50))?.lines.map(
    ({ date, kind, delta, balance }) => `${date} ${kind} ${delta} → ${balance}`,
  );
const today = '2026-11-20';
const use = (phone: ServerPhone, quantity: number, date = today): Promise<Saved> =>
  saved(phone.farm.acts.recordMovement('ASSET_CONSUMPTION', { date, asset_id: sal, quantity, confirmed: true }));
const intake = (phone: ServerPhone, quantity: number, date = today): Promise<Saved> =>
  saved(phone.farm.acts.recordMovement('ASSET', { date, asset_id: sal, quantity }));
const count = (phone: ServerPhone, counted: number, date = today): Promise<Saved> =>
  saved(phone.farm.acts.countSupplies({ asset_id: sal, counted, date }));
const shownOf = async (id: string) => (await beto.farm.views.movement(id))?.movement;

beforeEach(async () => {
  farm = await createFieldFarm();
  [ana, beto] = [openServerPhone(farm, 'ana'), openServerPhone(farm, 'beto')];
  for (const phone of [ana, beto]) await phone.meet();
  const form = { name: 'Sal', kind: 'suplemento', unit: 'kg', quantity: 100, date: '2026-11-01' };
  sal = (await saved(ana.farm.acts.createThing('asset', form))).entityId;
  await meet();
  return async () => {
    await expectInOrder(farm);
    await farm.close();
  };
});

describe('A count of the store room states a moment (decision 77)', () => {
  test('what another phone had used before it, and sends later, is not taken twice', async () => {
    ana.link.isUp = false;
    await use(ana, 30);
    const { entityId } = await count(beto, 70);
    await meet();
    expect(await amounts()).toEqual([70, 70]);
    expect(await shownOf(entityId)).toMatchObject({ reference: 'Ajuste · contado: 70 kg de Sal · sin diferencia' });
    expect(await book()).toEqual([
      '2026-11-20 ajuste 0 → 70',
      '2026-11-20 consumo -30 → 70',
      '2026-11-01 ingreso 100 → 100',
    ]);
  });

  test('what had come in before it, which this phone did not know, is not added twice', async () => {
    beto.link.isUp = false;
    await intake(ana, 50);
    const { entityId } = await count(beto, 148);
    await meet();
    expect(await amounts()).toEqual([148, 148]);
    expect(await shownOf(entityId)).toMatchObject({
      type: 'ASSET_CONSUMPTION',
      reference: 'Ajuste · contado: 148 kg de Sal · 2 de menos',
    });
  });

  test('one that finds more after all is no use of it', async () => {
    ana.link.isUp = false;
    await use(ana, 30);
    const { entityId } = await count(beto, 75);
    expect(await shownOf(entityId)).toMatchObject({ type: 'ASSET_CONSUMPTION' });
    await meet();
    expect(await amounts()).toEqual([75, 75]);
    expect(await shownOf(entityId)).toMatchObject({
      type: 'ASSET',
      reference: 'Ajuste · contado: 75 kg de Sal · 5 de más',
    });
  });

  test('of two the later one rules, and what was used since is taken from it', async () => {
    for (const phone of [ana, beto]) phone.link.isUp = false;
    await count(ana, 80);
    await count(beto, 78);
    await use(ana, 8);
    await meet();
    expect(await amounts()).toEqual([70, 70]);
  });

  test('a late use does not move what was counted after it, until its edit is of a later day', async () => {
    await count(beto, 70, '2026-11-18');
    await meet();
    ana.link.isUp = false;
    const { entityId } = await use(ana, 12, '2026-11-16');
    await meet();
    expect(await amounts()).toEqual([70, 70]);
    ana.link.isUp = false;
    const after = { date: '2026-11-19', name: 'Sal', unit: 'kg', quantity: 5, asset_id: sal };
    await saved(ana.farm.acts.editMovement(entityId, after));
    await meet();
    expect(await amounts()).toEqual([65, 65]);
  });

  test('nor does the deletion of a late use', async () => {
    const { entityId } = await use(ana, 12, '2026-11-16');
    await count(ana, 70, '2026-11-18');
    await meet();
    await saved(ana.farm.acts.deleteMovement(entityId));
    await meet();
    expect(await amounts()).toEqual([70, 70]);
    expect(await book()).toEqual(['2026-11-18 ajuste -30 → 70', '2026-11-01 ingreso 100 → 100']);
  });

  test('one that is deleted gives back what the book says, and another after it stands', async () => {
    const first = await count(beto, 60, '2026-11-10');
    await count(beto, 70, '2026-11-18');
    await meet();
    await saved(beto.farm.acts.deleteMovement(first.entityId));
    await meet();
    expect(await amounts()).toEqual([70, 70]);
    expect(await book()).toEqual(['2026-11-18 ajuste -30 → 70', '2026-11-01 ingreso 100 → 100']);
  });
});

test('Who edits a count writes a difference, which no late record changes', async () => {
  const { entityId } = await count(beto, 70);
  await meet();
  const typed = { date: today, asset_id: sal, name: 'Sal', unit: 'kg', quantity: 20, entry_kind: 'ajuste' };
  await saved(beto.farm.acts.editMovement(entityId, typed));
  await meet();
  expect(await amounts()).toEqual([80, 80]);
  expect(await shownOf(entityId)).toMatchObject({ reference: 'Ajuste · 20 kg de Sal' });
  await use(ana, 5, '2026-11-16');
  await meet();
  expect(await amounts()).toEqual([75, 75]);
});
