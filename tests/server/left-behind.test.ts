import { beforeEach, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let isOpen = false;
beforeEach(async () => {
  if (isOpen) await farm.close();
  farm = await createFieldFarm();
  isOpen = true;
});

const made = async (path: string, body: object): Promise<string> => {
  const answer = await farm.record('ana', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body['movement'] as Movement).id;
};
/** All of Cría from El Ombú to El Bajo. */
const move = (rest: object = {}): Promise<string> =>
  made('rodeo/move', {
    date: '2026-05-10',
    rodeo_id: farm.rodeos.cria,
    from_lot_id: farm.lots.ombu,
    to_lot_id: farm.lots.bajo,
    whole: true,
    ...rest,
  });
const at = (hour: string) => ({ offline: true, recorded_at: `2026-05-10T${hour}:00.000Z` });
const born = (date: string, count: number): Promise<string> =>
  made('birth', {
    date,
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    animals: [{ type: farm.cat('Ternero al pie'), count }],
    offline: true,
  });
const reviewOf = async (id: string): Promise<Movement['review']> => {
  const answer = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}`);
  return (answer.body['movements'] as Movement[]).find((one) => one.id === id)?.review;
};
const remove = (id: string) => farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);
const two = () => ({ reasons: ['left_behind'], left: [{ category_id: farm.cat('Ternero al pie'), head: 2 }] });

describe('A whole rodeo that moved', () => {
  test('and left nobody is not to be looked at', async () => {
    expect(await reviewOf(await move())).toBeUndefined();
  });

  test('is looked at when calves come in that stood there already', async () => {
    const id = await move();
    await born('2026-05-09', 2);
    expect(await reviewOf(id)).toEqual(two());
  });

  test('and those born there later are not of it', async () => {
    const id = await move();
    await born('2026-05-11', 2);
    expect(await reviewOf(id)).toBeUndefined();
  });

  test('and came back the same day left nobody', async () => {
    const id = await move(at('10:00'));
    const back = await move({ ...at('15:00'), from_lot_id: farm.lots.bajo, to_lot_id: farm.lots.ombu });
    expect([await reviewOf(id), await reviewOf(back)]).toEqual([undefined, undefined]);
  });

  test('and of which some came back the same day left those that never went', async () => {
    const id = await move(at('10:00'));
    const some = { whole: undefined, animals: [{ type: farm.cat('Vaca'), count: 5 }] };
    await move({ ...at('15:00'), ...some, from_lot_id: farm.lots.bajo, to_lot_id: farm.lots.ombu });
    await born('2026-05-09', 2);
    expect(await reviewOf(id)).toEqual(two());
  });

  test('is right again when they go after it', async () => {
    const id = await move();
    await born('2026-05-09', 2);
    await move({ whole: undefined, animals: [{ type: farm.cat('Ternero al pie'), count: 2 }] });
    expect(await reviewOf(id)).toBeUndefined();
  });

  test('and when their birth is deleted, or turns out to be of a later day', async () => {
    const id = await move();
    const birth = await born('2026-05-09', 2);
    await remove(birth);
    expect(await reviewOf(id)).toBeUndefined();
    const other = await born('2026-05-09', 2);
    expect(await reviewOf(id)).toEqual(two());
    await farm.as('ana', 'PUT', `/api/movement/birth/${farm.organizationId}/${other}`, {
      date: '2026-05-12',
      lot_id: farm.lots.ombu,
      rodeo_id: farm.rodeos.cria,
      animals: [{ type: farm.cat('Ternero al pie'), count: 2 }],
    });
    expect(await reviewOf(id)).toBeUndefined();
  });

  test('says the same whichever of both comes first', async () => {
    await born('2026-05-09', 2);
    const known = [
      { type: farm.cat('Vaca'), count: 60 },
      { type: farm.cat('Toro'), count: 2 },
    ];
    const id = await move({ animals: known, offline: true });
    expect(await reviewOf(id)).toEqual(two());
  });

  test('of which part moved on purpose asks nothing', async () => {
    const id = await move({ whole: undefined, animals: [{ type: farm.cat('Vaca'), count: 10 }] });
    expect(await reviewOf(id)).toBeUndefined();
  });

  test('and was deleted asks nothing any more', async () => {
    const id = await move();
    await born('2026-05-09', 2);
    await remove(id);
    expect(await reviewOf(id)).toBeUndefined();
  });
});

closesInOrder(() => farm);
