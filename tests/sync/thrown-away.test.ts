import { beforeEach, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let caro: ServerPhone;

beforeEach(async () => {
  farm = await createFieldFarm();
  caro = openServerPhone(farm, 'caro');
  await caro.meet();
  caro.link.isUp = false;
  const gone = farm.cat('Ternero al pie');
  const made = await caro.farm.acts.recordMovement('BIRTH', {
    date: '2026-11-20',
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    animals: [{ type: gone, count: 2 }],
  });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  await farm.db.updateTable('categories').set({ deleted: 1 }).where('id', '=', gone).execute();
  farm.clock.now += 60_000;
  await caro.meet();
});

const atTheOffice = async (): Promise<number> => {
  const { body } = await farm.as('ana', 'GET', `/api/refused/${farm.organizationId}`);
  return (body['refused'] as unknown[]).length;
};
const throwAway = async (): Promise<void> => {
  const [refused] = await caro.farm.views.pending();
  await caro.farm.acts.discard(refused?.opId ?? '');
};

describe('A refused record that its author throws away', () => {
  test('waits at the office no more: recorded anew, it would count twice', async () => {
    expect(await atTheOffice()).toBe(1);
    await throwAway();
    expect(await caro.farm.views.pending()).toEqual([]);
    expect(await atTheOffice()).toBe(0);
  });

  test('without signal is gone from the phone all the same, and the office decides by itself', async () => {
    caro.link.isUp = false;
    await throwAway();
    expect(await caro.farm.views.pending()).toEqual([]);
    expect(await atTheOffice()).toBe(1);
  });
});
