import { beforeEach, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let culls: string;
let apart: string;

let isOpen = false;
beforeEach(async () => {
  if (isOpen) await farm.close();
  farm = await createFieldFarm();
  isOpen = true;
  const org = farm.organizationId;
  const made = async (path: string, name: string, part: string): Promise<string> =>
    ((await farm.as('ana', 'POST', path, { name })).body[part] as { id: string }).id;
  culls = await made(`/api/animal-categories/${org}`, 'Vaca de descarte', 'category');
  apart = await made(`/api/rodeo/${org}`, 'Descarte', 'rodeo');
});

const diagnosis = (rest: object = {}) => ({
  date: '2026-05-10',
  rodeo_id: farm.rodeos.cria,
  examined: 60,
  pregnant: 48,
  empty: 12,
  ...rest,
});
const toCulls = (rest: object = {}) =>
  diagnosis({ to_category: culls, from_category: farm.cat('Vaca'), lot_id: farm.lots.ombu, ...rest });
const record = async (body: object, who: PersonName = 'ana'): Promise<string> => {
  const answer = await farm.record(who, 'pregnancy-diagnosis', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body['movement'] as Movement).id;
};
const edit = (id: string, body: object) =>
  farm.as('ana', 'PUT', `/api/movement/pregnancy-diagnosis/${farm.organizationId}/${id}`, body);
const childrenOf = async (id: string): Promise<Movement[]> => {
  const all = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}`);
  return (all.body['movements'] as Movement[]).filter((one) => one.metadata['parent_id'] === id);
};
const cows = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Vaca'));
const culled = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, culls);

describe('A diagnosis whose empty cows pass to the culls', () => {
  test('is a recategorization too, and the herd says so', async () => {
    const id = await record(toCulls());
    expect(await childrenOf(id)).toMatchObject([
      {
        type: 'RECATEGORIZATION',
        date: '2026-05-10',
        reference: '12 vacas → Vaca de descarte · El Ombú · Cría',
        animals: [{ type: farm.cat('Vaca'), count: 12 }],
        metadata: { reason: 'descarte', lot_id: farm.lots.ombu },
      },
    ]);
    expect([await cows(), await culled()]).toEqual([48, 12]);
  });

  test('finds the lot by itself where they stand in one', async () => {
    await record(toCulls({ lot_id: undefined }));
    expect([await cows(), await culled()]).toEqual([48, 12]);
  });

  test('or a change of rodeo, where a rodeo was said', async () => {
    const id = await record(toCulls({ to_category: undefined, to_rodeo_id: apart }));
    expect(await childrenOf(id)).toMatchObject([{ type: 'CHANGE_RODEO', reference: '12 vacas · Cría → Descarte' }]);
    expect(await farm.heads(farm.lots.ombu, apart, farm.cat('Vaca'))).toBe(12);
    expect(await cows()).toBe(48);
  });

  test('that arrives twice passes them once', async () => {
    const cid = '0f7c3f0a-6d7e-4a55-9d0e-2b1c9a8d7e6f';
    await record(toCulls({ cid }));
    await record(toCulls({ cid }));
    expect(await culled()).toBe(12);
  });

  test('passes as many as it says after a correction, and none when that was taken back', async () => {
    const id = await record(toCulls());
    expect((await edit(id, toCulls({ empty: 10, pregnant: 50 }))).status).toBe(200);
    expect([await cows(), await culled()]).toEqual([50, 10]);
    await edit(id, toCulls({ to_category: undefined, to_rodeo_id: apart }));
    expect([await cows(), await culled(), await farm.heads(farm.lots.ombu, apart, farm.cat('Vaca'))]).toEqual([
      48, 0, 12,
    ]);
    await edit(id, diagnosis());
    expect(await cows()).toBe(60);
    expect(await childrenOf(id)).toMatchObject([{ deleted: true }]);
    await edit(id, toCulls());
    expect([await cows(), await culled()]).toEqual([48, 12]);
  });

  test('takes all back when it is deleted', async () => {
    const id = await record(toCulls());
    const gone = await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);
    expect(gone.status).toBe(200);
    expect([await cows(), await culled()]).toEqual([60, 0]);
    expect(await childrenOf(id)).toMatchObject([{ deleted: true }]);
  });

  test('is not taken back from under a sale of the culls', async () => {
    const id = await record(toCulls());
    const sale = { date: '2026-05-20', rodeo_id: farm.rodeos.cria, lot_id: farm.lots.ombu };
    await farm.record('ana', 'sell', { ...sale, animals: [{ type: culls, count: 12 }] });
    const gone = await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);
    expect(gone).toMatchObject({ status: 409, body: { code: 'DEPENDENT_MOVEMENTS' } });
    expect(await edit(id, diagnosis())).toMatchObject({ status: 409 });
    expect([await cows(), await culled()]).toEqual([48, 0]);
  });

  test('waits for a look where a hand recorded it', async () => {
    const id = await record(toCulls(), 'caro');
    expect(await childrenOf(id)).toMatchObject([{ review: { reasons: ['role'] } }]);
  });

  test('is refused at the office where there are not so many, and nothing of it stays', async () => {
    const answer = await farm.record('ana', 'pregnancy-diagnosis', toCulls({ examined: 100, pregnant: 30, empty: 70 }));
    expect(answer).toMatchObject({ status: 422, body: { code: 'NOT_ENOUGH_ANIMALS' } });
    expect(await cows()).toBe(60);
  });

  test('is taken from the field all the same, and marked', async () => {
    const id = await record(toCulls({ examined: 100, pregnant: 30, empty: 70, offline: true }));
    expect(await cows()).toBe(-10);
    expect(await childrenOf(id)).toMatchObject([{ review: { reasons: ['negative_cell'] } }]);
  });

  test('of a lot that was deleted meanwhile passes them in Sin lote', async () => {
    const gone = (
      (await farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, { name: 'El Alto', hectares: 5 })).body[
        'lot'
      ] as { id: string }
    ).id;
    await farm.as('ana', 'DELETE', `/api/lot/delete/${farm.organizationId}/${gone}`);
    await record(toCulls({ lot_id: gone, offline: true }));
    expect(await farm.heads(null, farm.rodeos.cria, culls)).toBe(12);
  });

  test.each([
    ['the category they come from', { from_category: undefined }, 'from_category'],
    ['a category that is another', { to_category: 'vaca' }, 'to_category'],
    ['one target alone', { to_rodeo_id: 'descarte' }, 'to_rodeo_id'],
  ])('needs %s', async (_words, rest, path) => {
    const ids = { to_category: farm.cat('Vaca'), to_rodeo_id: apart };
    const named = Object.fromEntries(
      Object.keys(rest).map((name) => [name, name === 'from_category' ? undefined : ids[name as keyof typeof ids]]),
    );
    const answer = await farm.record('ana', 'pregnancy-diagnosis', toCulls(named));
    expect(answer.status).toBe(400);
    expect((answer.body['issues'] as { path: string }[]).map((issue) => issue.path)).toEqual([path]);
  });
});

closesInOrder(() => farm);
