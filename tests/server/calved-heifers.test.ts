import { beforeEach, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let isOpen = false;
beforeEach(async () => {
  if (isOpen) await farm.close();
  farm = await createFieldFarm();
  isOpen = true;
  await farm.record('ana', 'purchase', {
    date: '2026-01-12',
    rodeo_id: farm.rodeos.cria,
    lot_id: farm.lots.ombu,
    animals: [{ type: farm.cat('Vaquillona'), count: 20 }],
  });
});

const birth = (rest: object = {}) => ({
  date: '2026-05-10',
  rodeo_id: farm.rodeos.cria,
  lot_id: farm.lots.ombu,
  animals: [
    { type: farm.cat('Ternero al pie'), count: 2 },
    { type: farm.cat('Ternera al pie'), count: 1 },
  ],
  ...rest,
});
const ofHeifers = (rest: object = {}) =>
  birth({ mother_category: farm.cat('Vaquillona'), to_category: farm.cat('Vaca'), ...rest });
const record = async (body: object, who: PersonName = 'ana'): Promise<Movement> => {
  const answer = await farm.record(who, 'birth', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body['movement'] as Movement;
};
const edit = (id: string, body: object) =>
  farm.as('ana', 'PUT', `/api/movement/birth/${farm.organizationId}/${id}`, body);
const childrenOf = async (id: string): Promise<Movement[]> => {
  const all = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}`);
  return (all.body['movements'] as Movement[]).filter((one) => one.metadata['parent_id'] === id);
};
const herd = async (): Promise<number[]> =>
  Promise.all(
    ['Vaquillona', 'Vaca', 'Ternero al pie'].map((name) =>
      farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat(name)),
    ),
  );

describe('A birth whose mothers were heifers', () => {
  test('is a recategorization too, and the herd says so', async () => {
    const { id, reference } = await record(ofHeifers());
    expect(reference).toBe('2 terneros al pie y 1 ternera al pie · El Ombú · Cría · madre vaquillona');
    expect(await childrenOf(id)).toMatchObject([
      {
        type: 'RECATEGORIZATION',
        date: '2026-05-10',
        reference: '3 vaquillonas → Vaca · El Ombú · Cría',
        animals: [{ type: farm.cat('Vaquillona'), count: 3 }],
        metadata: { reason: 'parto', lot_id: farm.lots.ombu },
      },
    ]);
    expect(await herd()).toEqual([17, 63, 2]);
  });

  test('finds the rodeo by itself, and takes the names of the categories', async () => {
    await record(ofHeifers({ rodeo_id: undefined, mother_category: 'vaquillona', to_category: 'vaca' }));
    expect(await herd()).toEqual([17, 63, 2]);
  });

  test('passes nobody where only the mother was said', async () => {
    const { id } = await record(ofHeifers({ to_category: undefined }));
    expect(await childrenOf(id)).toEqual([]);
    expect(await herd()).toEqual([20, 60, 2]);
  });

  test('passes those of the stillborn too, and one heifer of twins once', async () => {
    await record(ofHeifers({ stillborn: 1 }));
    expect(await herd()).toEqual([16, 64, 2]);
    await record(ofHeifers({ mothers: 2 }));
    expect(await herd()).toEqual([14, 66, 4]);
  });

  test('that arrives twice passes them once', async () => {
    const cid = '0f7c3f0a-6d7e-4a55-9d0e-2b1c9a8d7e6e';
    await record(ofHeifers({ cid }));
    await record(ofHeifers({ cid }));
    expect(await herd()).toEqual([17, 63, 2]);
  });

  test('passes as many as it says after a correction, and none when that was taken back', async () => {
    const { id } = await record(ofHeifers());
    expect((await edit(id, ofHeifers({ animals: [{ type: farm.cat('Ternero al pie'), count: 1 }] }))).status).toBe(200);
    expect(await herd()).toEqual([19, 61, 1]);
    await edit(id, birth());
    expect(await herd()).toEqual([20, 60, 2]);
    expect(await childrenOf(id)).toMatchObject([{ deleted: true }]);
  });

  test('takes all back when it is deleted', async () => {
    const { id } = await record(ofHeifers());
    const gone = await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);
    expect(gone.status).toBe(200);
    expect(await herd()).toEqual([20, 60, 0]);
  });

  test('waits for a look where a hand recorded it', async () => {
    const { id } = await record(ofHeifers(), 'caro');
    expect(await childrenOf(id)).toMatchObject([{ review: { reasons: ['role'] } }]);
  });

  test('is refused at the office where there are not so many heifers; from the field it is taken and marked', async () => {
    const many = { animals: [{ type: farm.cat('Ternero al pie'), count: 25 }] };
    expect(await farm.record('ana', 'birth', ofHeifers(many))).toMatchObject({
      status: 422,
      body: { code: 'NOT_ENOUGH_ANIMALS' },
    });
    expect(await herd()).toEqual([20, 60, 0]);
    const { id } = await record(ofHeifers({ ...many, offline: true }));
    expect(await herd()).toEqual([-5, 85, 25]);
    expect(await childrenOf(id)).toMatchObject([{ review: { reasons: ['negative_cell'] } }]);
  });

  test.each([
    ['the category of the mother', { mother_category: undefined }, ['mother_category']],
    ['a category that is another', { to_category: 'vaquillona' }, ['to_category']],
    ['a lot', { lot_id: null }, ['lot_id']],
    ['no more mothers than calves', { mothers: 4 }, ['mothers']],
    ['mothers at all', { mothers: 0 }, ['mothers']],
  ])('needs %s', async (_words, rest, paths) => {
    const ids = { ...rest, ...('to_category' in rest && { to_category: farm.cat('Vaquillona') }) };
    const answer = await farm.record('ana', 'birth', ofHeifers(ids));
    expect(answer.status).toBe(400);
    expect((answer.body['issues'] as { path: string }[]).map((issue) => issue.path)).toEqual(paths);
  });
});

closesInOrder(() => farm);
