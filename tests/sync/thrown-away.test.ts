import { openMemoryStore } from '../support/memory-store.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FarmStore } from '../../src/app/store/store.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let caro: ServerPhone;
let store: FarmStore;

beforeEach(async () => {
  farm = await createFieldFarm();
  store = openMemoryStore();
  caro = openServerPhone(farm, 'caro', { store });
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
  await farm.as('ana', 'DELETE', `/api/animal-categories/${farm.organizationId}/${gone}`);
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

  test('without signal is gone from the phone at once, and from the office’s list when there is signal', async () => {
    caro.link.isUp = false;
    await throwAway();
    expect(await caro.farm.views.pending()).toEqual([]);
    expect(await atTheOffice()).toBe(1);
    await caro.meet();
    expect(await atTheOffice()).toBe(0);
  });

  test('is told to the office once, also where the app was closed in between', async () => {
    caro.link.isUp = false;
    await throwAway();
    caro.farm.stop();
    let told = 0;
    const reopened = openServerPhone(farm, 'caro', {
      store,
      onCall: ({ method, path }) => {
        told += method === 'DELETE' && path.includes('/refused/') ? 1 : 0;
        return null;
      },
    });
    for (let times = 0; times < 3; times += 1) await reopened.meet();
    expect([told, await atTheOffice()]).toEqual([1, 0]);
  });

  test('and that the office has taken meanwhile stays taken', async () => {
    const [{ id }] = (await farm.as('ana', 'GET', `/api/refused/${farm.organizationId}`)).body['refused'] as [
      { id: string },
    ];
    caro.link.isUp = false;
    await throwAway();
    const animals = [{ type: farm.cat('Ternera al pie'), count: 2 }];
    const body = { date: '2026-11-20', lot_id: farm.lots.ombu, rodeo_id: farm.rodeos.cria, animals, offline: true };
    expect((await farm.as('ana', 'POST', `/api/refused/${farm.organizationId}/${id}/apply`, { body })).status).toBe(
      200,
    );
    await caro.meet();
    expect(await farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Ternera al pie'))).toBe(2);
    expect(await caro.farm.views.pending()).toEqual([]);
  });

  test('by deleting what it was to make is off the list too', async () => {
    const [refused] = await caro.farm.views.pending();
    await caro.farm.acts.deleteMovement(refused?.entityId ?? '');
    expect(await caro.farm.views.pending()).toEqual([]);
    await caro.meet();
    expect(await atTheOffice()).toBe(0);
  });
});
