import { beforeAll, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;

beforeAll(async () => {
  farm = await createFieldFarm();
});

const weigh = async (date: string, count: number, total_kg: number, category = 'Novillito'): Promise<Movement> => {
  const animals = [{ type: farm.cat(category), count, total_kg }];
  const body = { date, rodeo_id: farm.rodeos.invernada, lot_id: farm.lots.bajo, animals };
  return (await farm.record('caro', 'weighing', body)).body['movement'] as Movement;
};
const points = async (who: PersonName, rodeo = farm.rodeos.invernada) =>
  (await farm.as(who, 'GET', `/api/movement/daily-weight-gain/${farm.organizationId}/${rodeo}`)).body['points'];
const remove = (id: string) => farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);

describe('The daily gain of a rodeo', () => {
  test('is nothing without weighings', async () => {
    expect(await points('ana')).toEqual([]);
  });

  test('is what its heads gained a day between two weighings', async () => {
    await weigh('2026-04-15', 30, 6660);
    await weigh('2026-03-01', 30, 5400);
    expect(await points('caro')).toEqual([
      { date: '2026-03-01', average_kg: 180, daily_gain: null, group_changed: false },
      { date: '2026-04-15', average_kg: 222, daily_gain: 0.933, group_changed: false },
    ]);
  });

  test('leaves out what was deleted, and follows what was corrected', async () => {
    const wrong = await weigh('2026-05-15', 30, 9000);
    expect(await points('ana')).toHaveLength(3);
    await remove(wrong.id);
    expect(await points('ana')).toHaveLength(2);
  });

  test('says when many came in between', async () => {
    const bought = await farm.record('ana', 'purchase', {
      date: '2026-04-01',
      rodeo_id: farm.rodeos.invernada,
      lot_id: farm.lots.bajo,
      animals: [{ type: farm.cat('Novillito'), count: 9 }],
    });
    expect(await points('ana')).toMatchObject([{}, { group_changed: true }]);
    await remove((bought.body['movement'] as Movement).id);
  });

  test('is not moved by a change of lot', async () => {
    const body = { date: '2026-04-02', rodeo_id: farm.rodeos.invernada, from_lot_id: farm.lots.bajo };
    const moved = await farm.record('ana', 'rodeo/move', { ...body, to_lot_id: farm.lots.ombu, whole: true });
    expect(moved.status).toBe(200);
    expect(await points('ana')).toMatchObject([{}, { group_changed: false }]);
  });

  test('of another rodeo is its own', async () => {
    expect(await points('ana', farm.rodeos.cria)).toEqual([]);
  });
});

describe('A weaning with its kilos', () => {
  const weaning = (rest: object = {}) => ({
    date: '2026-05-10',
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    to_lot_id: farm.lots.bajo,
    to_rodeo_id: farm.rodeos.invernada,
    animals: [{ type: farm.cat('Ternero al pie'), count: 10 }],
    offline: true,
    ...rest,
  });
  const weighings = async (parent: string): Promise<Movement[]> => {
    const path = `/api/movement/all/${farm.organizationId}?type=WEIGHING`;
    const all = (await farm.as('ana', 'GET', path)).body['movements'] as Movement[];
    return all.filter((one) => one.metadata['parent_id'] === parent);
  };
  const record = async (rest: object): Promise<string> => {
    const answer = await farm.record('caro', 'weaning', weaning(rest));
    expect(answer.status).toBe(200);
    return (answer.body['movement'] as Movement).id;
  };
  const edit = (id: string, rest: object) =>
    farm.as('ana', 'PUT', `/api/movement/weaning/${farm.organizationId}/${id}`, weaning(rest));

  test('is a weighing of the calves in the rodeo that they pass to', async () => {
    const id = await record({ total_kg: 1750 });
    expect(await weighings(id)).toMatchObject([
      {
        date: '2026-05-10',
        rodeoId: farm.rodeos.invernada,
        reference: '10 terneros · 175 kg promedio · El Bajo · Invernada',
        animals: [{ type: farm.cat('Ternero'), count: 10, total_kg: 1750 }],
        metadata: { weighing_type: 'destete', postings: [] },
      },
    ]);
    expect(await points('ana')).toContainEqual(expect.objectContaining({ date: '2026-05-10', average_kg: 175 }));
  });

  test('that arrives twice is weighed once', async () => {
    const cid = '0f7c3f0a-6d7e-4a55-9d0e-2b1c9a8d7e6f';
    await record({ cid, total_kg: 1700 });
    await record({ cid, total_kg: 1700 });
    expect(await weighings(cid)).toHaveLength(1);
  });

  test('is weighed anew when it is corrected, and no more when the kilos are taken back', async () => {
    const id = await record({ total_kg: 1600 });
    await edit(id, { date: '2026-05-11', total_kg: 1650 });
    expect(await weighings(id)).toMatchObject([{ date: '2026-05-11', animals: [{ total_kg: 1650 }], version: 2 }]);
    await edit(id, {});
    expect(await weighings(id)).toMatchObject([{ deleted: true }]);
    await edit(id, { total_kg: 1640 });
    expect(await weighings(id)).toMatchObject([{ deleted: false, animals: [{ total_kg: 1640 }] }]);
  });

  test('takes its weighing with it when it is deleted', async () => {
    const id = await record({ total_kg: 1600 });
    await farm.as('caro', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}?offline=1`);
    expect(await weighings(id)).toMatchObject([{ deleted: true, metadata: { deletedBy: farm.userIds.caro } }]);
  });

  test('keeps its weighing from being changed or deleted by itself', async () => {
    const id = await record({ total_kg: 1600 });
    const [child] = await weighings(id);
    const own = { date: '2026-05-10', rodeo_id: farm.rodeos.invernada, animals: child?.animals };
    for (const answer of [
      await farm.as('ana', 'PUT', `/api/movement/weighing/${farm.organizationId}/${child?.id}`, own),
      await remove(child?.id ?? ''),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message: 'Este registro lo hizo otro: se cambia desde aquel' },
      });
    }
  });

  test('is refused with kilos that no calf weighs', async () => {
    const answer = await farm.record('caro', 'weaning', weaning({ total_kg: 17 }));
    expect(answer.body['issues']).toEqual([
      { path: 'total_kg', message: 'El promedio tiene que estar entre 20 y 1.500 kg por cabeza' },
    ]);
  });
});

closesInOrder(() => farm);
