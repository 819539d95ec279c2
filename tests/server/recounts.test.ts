import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { expectInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeEach(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
  return async () => {
    await expectInOrder(farm);
    await farm.close();
  };
});

const movementIn = (answer: CoreResponse): Movement => {
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['movement'] as Movement;
};
/** A count of the cows of El Ombú, at an hour of a day. */
const counted = async (who: PersonName, heads: number, at: string, rest: object = {}): Promise<string> =>
  movementIn(
    await farm.as(who, 'POST', `/api/audit/${org}`, {
      date: at.slice(0, 10),
      kind: 'recount',
      lot_id: farm.lots.ombu,
      counted: [{ type: farm.cat('Vaca'), count: heads }],
      recorded_at: at,
      cid: randomUUID(),
      ...rest,
    }),
  ).id;
const decided = async (id: string, verb = 'approve'): Promise<Movement> =>
  movementIn(await farm.as('ana', 'PUT', `/api/audit/${org}/${id}/${verb}`, {}));
const movement = async (id: string): Promise<Movement> =>
  movementIn(await farm.as('ana', 'GET', `/api/movement/${id}`));
const recorded = async (path: string, heads: number, at: string, rest: object = {}): Promise<string> =>
  movementIn(
    await farm.record('ana', path, {
      date: at.slice(0, 10),
      lot_id: farm.lots.ombu,
      rodeo_id: farm.rodeos.cria,
      animals: [{ type: farm.cat('Vaca'), count: heads }],
      recorded_at: at,
      ...rest,
    }),
  ).id;
const erased = (id: string, query = '') => farm.as('ana', 'DELETE', `/api/movement/delete/${org}/${id}${query}`);
const cows = (rodeo: string | null = farm.rodeos.cria): Promise<number> =>
  farm.heads(farm.lots.ombu, rodeo, farm.cat('Vaca'));
const line = async (id: string): Promise<unknown> => {
  const [first] = (await movement(id)).metadata['counted'] as { expected: number; difference: number }[];
  return [first?.expected, first?.difference];
};

describe('Two counts of one lot', () => {
  test.each([
    ['in their order', [0, 1]],
    ['the later first', [1, 0]],
  ] as const)('approved %s take what is missing once', async (_words, order) => {
    const ids = [
      await counted('caro', 58, '2026-11-10T10:00:00.000Z'),
      await counted('caro', 58, '2026-11-10T11:00:00.000Z'),
    ];
    expect([await line(ids[0] ?? ''), await line(ids[1] ?? '')]).toEqual([
      [60, -2],
      [60, -2],
    ]);
    for (const at of order) await decided(ids[at] ?? '');
    expect(await cows()).toBe(58);
    expect([await line(ids[0] ?? ''), await line(ids[1] ?? '')]).toEqual([
      [60, -2],
      [58, 0],
    ]);
    expect(await movement(ids[1] ?? '')).toMatchObject({
      reference: 'Recuento en El Ombú: sin diferencias',
      metadata: { state: 'aprobado', postings: [] },
    });
  });

  test('that waits shows what it comes to since the other one stands', async () => {
    const first = await counted('caro', 58, '2026-11-10T10:00:00.000Z');
    const second = await counted('caro', 58, '2026-11-10T11:00:00.000Z');
    await decided(first);
    expect(await line(second)).toEqual([58, 0]);
    expect(await movement(second)).toMatchObject({
      reference: 'Recuento en El Ombú: sin diferencias',
      metadata: { state: 'pendiente' },
      review: { reasons: ['role'] },
    });
    await decided(first, 'approve');
    await erased(first);
    expect(await line(second)).toEqual([60, -2]);
  });

  test('that disagree: the later rules from its moment, whichever is approved first', async () => {
    const early = await counted('caro', 55, '2026-11-10T10:00:00.000Z');
    const late = await counted('caro', 57, '2026-11-10T11:00:00.000Z');
    await decided(late);
    expect(await cows()).toBe(57);
    await decided(early);
    expect(await cows()).toBe(57);
    expect([await line(early), await line(late)]).toEqual([
      [60, -5],
      [55, 2],
    ]);
  });

  test('recorded at one instant stand in the order of their ids', async () => {
    const at = '2026-11-10T10:00:00.000Z';
    await counted('ana', 50, at, { cid: 'ffffffff-0000-4000-8000-000000000000' });
    await counted('ana', 40, at, { cid: '00000000-0000-4000-8000-000000000000' });
    expect(await cows()).toBe(50);
  });
});

describe('A count is derived again', () => {
  const count = () => counted('ana', 58, '2026-11-10T12:00:00.000Z');

  test('when a record dated before it arrives, and tells everybody', async () => {
    const id = await count();
    const before = farm.commits.length;
    const death = await recorded('death', 3, '2026-11-09T08:00:00.000Z', { offline: true });
    expect([await cows(), await line(id)]).toEqual([58, [57, 1]]);
    expect(await movement(id)).toMatchObject({
      version: 2,
      reference: 'Recuento en El Ombú: +1 vaca',
      metadata: { editHistory: [], postings: [{ head: 1 }] },
    });
    const told = farm.commits.slice(before).flatMap(({ announcements }) => announcements);
    expect(told.map(({ action }) => action)).toContain('movement-updated');
    const { seq = 0 } = farm.commits.at(-1) ?? {};
    const rows = await farm.db.selectFrom('changes').select('row_id').where('seq', '=', seq).execute();
    expect(rows.map(({ row_id }) => row_id)).toEqual(expect.arrayContaining([id, death]));
  });

  test('but not when it comes after, on the same day too', async () => {
    const id = await count();
    await recorded('death', 3, '2026-11-10T12:00:01.000Z');
    expect([await cows(), await line(id)]).toEqual([55, [60, -2]]);
  });

  test('when a record before it is edited, moved behind it, and deleted', async () => {
    const id = await count();
    const death = await recorded('death', 3, '2026-11-09T08:00:00.000Z');
    const edit = (date: string, heads: number) =>
      farm.as('ana', 'PUT', `/api/movement/death/${org}/${death}`, {
        date,
        lot_id: farm.lots.ombu,
        rodeo_id: farm.rodeos.cria,
        animals: [{ type: farm.cat('Vaca'), count: heads }],
      });
    movementIn(await edit('2026-11-09', 5));
    expect([await cows(), await line(id)]).toEqual([58, [55, 3]]);
    movementIn(await edit('2026-11-11', 5));
    expect([await cows(), await line(id)]).toEqual([53, [60, -2]]);
    movementIn(await edit('2026-11-08', 5));
    await erased(death);
    expect([await cows(), await line(id)]).toEqual([58, [60, -2]]);
  });

  test('when a count before it is corrected to another day, behind it', async () => {
    const early = await counted('ana', 50, '2026-11-05T12:00:00.000Z');
    const late = await count();
    expect([await cows(), await line(late)]).toEqual([58, [50, 8]]);
    const body = {
      date: '2026-11-12',
      kind: 'recount',
      lot_id: farm.lots.ombu,
      counted: [{ type: farm.cat('Vaca'), count: 50 }],
    };
    movementIn(await farm.as('ana', 'PUT', `/api/audit/${org}/${early}`, body));
    expect([await cows(), await line(late), await line(early)]).toEqual([50, [60, -2], [58, -8]]);
  });

  test('with the part that the change of another category leaves alone', async () => {
    const both = [
      { type: farm.cat('Vaca'), count: 58 },
      { type: farm.cat('Toro'), count: 3 },
    ];
    const id = await counted('ana', 0, '2026-11-10T12:00:00.000Z', { counted: both });
    await recorded('death', 1, '2026-11-09T08:00:00.000Z');
    expect((await movement(id)).metadata['counted']).toMatchObject([
      { expected: 59, difference: -1 },
      { expected: 2, difference: 1 },
    ]);
    expect(await farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Toro'))).toBe(3);
  });

  test('and what it needs no more is not refused: the count has shown that they were there', async () => {
    await count();
    await recorded('sell', 58, '2026-11-12T08:00:00.000Z');
    expect((await farm.record('ana', 'death', await deathOf(3, '2026-11-11'))).body).toMatchObject({
      code: 'NOT_ENOUGH_ANIMALS',
    });
    await recorded('death', 3, '2026-11-09T08:00:00.000Z');
    expect(await cows()).toBe(0);
  });

  const deathOf = async (heads: number, date: string) => ({
    date,
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    animals: [{ type: farm.cat('Vaca'), count: heads }],
  });

  test('and the mark of a cell below zero comes and goes with it', async () => {
    const sale = await recorded('sell', 62, '2026-11-12T08:00:00.000Z', { offline: true });
    expect((await movement(sale)).review).toMatchObject({ reasons: ['negative_cell'], cells: [{ head: -2 }] });
    const id = await counted('ana', 62, '2026-11-10T12:00:00.000Z');
    expect([await cows(), (await movement(sale)).review]).toEqual([0, undefined]);
    await recorded('death', 5, '2026-11-09T08:00:00.000Z');
    expect([await cows(), (await movement(sale)).review]).toEqual([0, undefined]);
    await erased(id, '?offline=1');
    expect([await cows(), (await movement(sale)).review]).toMatchObject([-7, { reasons: ['negative_cell'] }]);
  });

  test('over the rodeos of the lot, the fullest first', async () => {
    const { invernada } = farm.rodeos;
    await recorded('purchase', 10, '2026-11-01T08:00:00.000Z', { rodeo_id: invernada });
    await counted('ana', 5, '2026-11-10T12:00:00.000Z');
    expect([await cows(), await cows(invernada)]).toEqual([0, 5]);
    await recorded('death', 4, '2026-11-09T08:00:00.000Z', { rodeo_id: invernada });
    expect([await cows(), await cows(invernada)]).toEqual([0, 5]);
    await counted('ana', 9, '2026-11-11T12:00:00.000Z', { rodeo_id: farm.rodeos.cria });
    expect([await cows(), await cows(invernada)]).toEqual([9, 5]);
  });
});

describe('A hand’s count', () => {
  test('that agreed with the book waits for the office when it agrees no more: nothing is booked before', async () => {
    const id = await counted('caro', 60, '2026-11-10T12:00:00.000Z');
    expect(await movement(id)).toMatchObject({ metadata: { state: 'aprobado' } });
    await recorded('death', 1, '2026-11-09T08:00:00.000Z');
    expect(await cows()).toBe(59);
    expect(await movement(id)).toMatchObject({ metadata: { state: 'pendiente' }, review: { reasons: ['role'] } });
    await decided(id);
    expect(await cows()).toBe(60);
  });

  test('that agreed is taken back into nothing by the office’s word alone', async () => {
    const id = await counted('caro', 60, '2026-11-10T12:00:00.000Z');
    expect((await decided(id)).metadata).toMatchObject({ state: 'aprobado', decided_by: farm.userIds.ana });
    await recorded('death', 1, '2026-11-09T08:00:00.000Z');
    expect([await cows(), await line(id)]).toEqual([60, [59, 1]]);
    const body = { date: '2026-11-10', kind: 'recount', lot_id: farm.lots.ombu };
    const counts = [{ type: farm.cat('Vaca'), count: 1 }];
    expect((await farm.as('caro', 'PUT', `/api/audit/${org}/${id}`, { ...body, counted: counts })).status).toBe(403);
  });

  test('of a lot that is gone is held against no book, and waits until it names another', async () => {
    const made = await farm.as('ana', 'POST', `/api/lot/create/${org}`, { name: 'El Viejo', hectares: 2 });
    const { id: lot } = made.body['lot'] as { id: string };
    await farm.as('ana', 'DELETE', `/api/lot/delete/${org}/${lot}`);
    const id = await counted('ana', 7, '2026-11-10T12:00:00.000Z', { lot_id: lot, offline: true });
    const heads = () => farm.heads(null, null, farm.cat('Vaca'));
    expect(await movement(id)).toMatchObject({ metadata: { state: 'pendiente' } });
    expect((await farm.as('ana', 'PUT', `/api/audit/${org}/${id}/approve`, {})).body).toMatchObject({
      code: 'CONFLICT',
      message: 'Lo que se contó ya no existe: corregí dónde fue o rechazalo',
    });
    await recorded('death', 1, '2026-11-09T08:00:00.000Z');
    expect([await heads(), await cows()]).toEqual([0, 59]);
    const body = { date: '2026-11-10', kind: 'recount', lot_id: farm.lots.ombu };
    const counts = [{ type: farm.cat('Vaca'), count: 57 }];
    movementIn(await farm.as('ana', 'PUT', `/api/audit/${org}/${id}`, { ...body, counted: counts }));
    expect(await line(id)).toEqual([59, -2]);
    await decided(id);
    expect(await cows()).toBe(57);
  });
});

describe('What was recorded before a count and arrives with it', () => {
  const at = '2026-11-20T10:00:00.000Z';

  test('a lot made in the field stands with its animals before the count of them', async () => {
    const cid = randomUUID();
    const animals = [{ type: farm.cat('Vaca'), count: 40 }];
    const lot = {
      name: 'El Fondo',
      hectares: 10,
      animals,
      cid,
      animals_on: '2026-11-20',
      recorded_at: at,
      offline: true,
    };
    expect((await farm.as('ana', 'POST', `/api/lot/create/${org}`, lot)).status).toBe(200);
    await counted('ana', 38, '2026-11-20T11:00:00.000Z', { lot_id: cid, offline: true });
    expect(await farm.heads(cid, null, farm.cat('Vaca'))).toBe(38);
  });
});
