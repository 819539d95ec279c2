import { beforeAll, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;

beforeAll(async () => {
  farm = await createFieldFarm();
});

const made = async (who: PersonName, path: string, body: object): Promise<Movement> => {
  const answer = await farm.record(who, path, body);
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['movement'] as Movement;
};
const cria = () => ({ lot_id: farm.lots.ombu, rodeo_id: farm.rodeos.cria });
const treat = (date: string, more: object = {}, who: PersonName = 'caro', path = 'treatment') =>
  made(who, path, {
    date,
    ...cria(),
    reason: 'desparasitacion',
    products: [{ name: 'Ivermectina' }],
    withdrawal_days: 10,
    ...more,
  });
const leave = (who: PersonName, date: string, more: object = {}, path = 'sell') =>
  made(who, path, { date, ...cria(), animals: [{ type: farm.cat('Vaca'), count: 1 }], ...more });
const edit = (who: PersonName, path: string, id: string, body: object) =>
  farm.as(who, 'PUT', `/api/movement/${path}/${farm.organizationId}/${id}`, body);
const now = async (id: string): Promise<Movement> => {
  const { body } = await farm.as('ana', 'GET', `/api/movement/${id}`);
  return body['movement'] as Movement;
};
const reasonsOf = async (id: string): Promise<readonly string[]> => (await now(id)).review?.reasons ?? [];

describe.each([
  ['A sale', 'sell', '2026-02-05'],
  ['Animals sent elsewhere', 'transfer/outgoing', '2026-02-06'],
])('%s in a withdrawal period', (_, path, date) => {
  beforeAll(async () => {
    await treat('2026-02-01');
  });

  test('without a reason is taken and waits for a look, at the office as from the field', async () => {
    expect((await leave('ana', date, {}, path)).review?.reasons).toEqual(['withdrawal']);
    expect((await leave('ana', date, { offline: true }, path)).review?.reasons).toEqual(['withdrawal']);
  });

  test('with the reason of an admin stands at once, and keeps it', async () => {
    const movement = await leave('beto', date, { withdrawal_reason: 'Van a invernada' }, path);
    expect(movement.review).toBeUndefined();
    expect(movement.metadata).toMatchObject({ withdrawal_reason: 'Van a invernada' });
  });

  test('waits all the same where a hand wrote the reason', async () => {
    const movement = await leave('caro', date, { withdrawal_reason: 'Me lo pidieron' }, path);
    expect(movement.review?.reasons).toEqual(['role', 'withdrawal']);
  });

  test('is the office’s to leave as it is', async () => {
    const { id } = await leave('ana', date, {}, path);
    const address = `/api/movement/review/${farm.organizationId}/${id}`;
    expect(await farm.as('caro', 'PUT', address, { reasons: ['withdrawal'] })).toMatchObject({ status: 403 });
    expect(await farm.as('beto', 'PUT', address, { reasons: ['withdrawal'] })).toMatchObject({ status: 200 });
    expect(await reasonsOf(id)).toEqual([]);
  });
});

describe('On the day of a treatment', () => {
  const day = '2026-08-20';
  const at = (hour: number) => ({ offline: true, recorded_at: `${day}T${hour}:00:00.000Z` });
  const inLot = { lot_id: undefined as string | undefined, rodeo_id: null };
  beforeAll(() => {
    inLot.lot_id = farm.lots.ombu;
  });

  test.each([
    ['earlier', 13, false],
    ['later', 16, true],
  ])('what left %s, by when both were recorded, is judged so in any order of arrival', async (_, hour, waits) => {
    const isAsked = async ({ id }: Movement): Promise<boolean> => (await reasonsOf(id)).includes('withdrawal');
    const before = await leave('ana', day, { ...inLot, ...at(hour) });
    const given = await treat(day, { ...inLot, ...at(15) });
    const after = await leave('ana', day, { ...inLot, ...at(hour) });
    expect([await isAsked(before), await isAsked(after)]).toEqual([waits, waits]);
    const corrected = await edit('ana', 'sell', before.id, {
      date: day,
      ...inLot,
      offline: true,
      animals: [{ type: farm.cat('Vaca'), count: 2 }],
    });
    expect(corrected.body).toMatchObject({ ok: true });
    expect(await isAsked(before)).toBe(waits);
    await edit('caro', 'treatment', given.id, { date: day, ...inLot, reason: 'desparasitacion', withdrawal_days: 12 });
    expect([await isAsked(before), await isAsked(after)]).toEqual([waits, waits]);
    await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${given.id}`);
  });
});

describe('A sale', () => {
  test.each([
    ['on the last day of the withdrawal waits', '2026-02-11', ['withdrawal']],
    ['on the day after is free', '2026-02-12', []],
    ['before the treatment is free', '2026-01-31', []],
  ])('%s', async (_, date, reasons) => {
    expect((await leave('ana', date)).review?.reasons ?? []).toEqual(reasons);
  });

  test('of another rodeo is free', async () => {
    const other = { lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.invernada };
    const sold = await leave('ana', '2026-02-05', { ...other, animals: [{ type: farm.cat('Novillito'), count: 1 }] });
    expect(sold.review).toBeUndefined();
  });

  test('that the office let go stays so when its author corrects it', async () => {
    const body = { date: '2026-02-05', ...cria(), animals: [{ type: farm.cat('Vaca'), count: 1 }] };
    const { id } = await made('caro', 'sell', body);
    const reason = { withdrawal_reason: 'Van a invernada' };
    await edit('beto', 'sell', id, { ...body, ...reason });
    expect(await reasonsOf(id)).toEqual(['role']);
    await edit('caro', 'sell', id, { ...body, ...reason, buyer: 'Agro Sur' });
    expect(await reasonsOf(id)).toEqual(['role']);
    await edit('caro', 'sell', id, { ...body, withdrawal_reason: 'Otra cosa' });
    expect(await reasonsOf(id)).toEqual(['role', 'withdrawal']);
  });

  test('waits no more once it is corrected to a free day', async () => {
    const { id } = await leave('ana', '2026-02-05');
    const body = { ...cria(), animals: [{ type: farm.cat('Vaca'), count: 1 }] };
    await edit('ana', 'sell', id, { ...body, date: '2026-02-20' });
    expect(await reasonsOf(id)).toEqual([]);
    await edit('ana', 'sell', id, { ...body, date: '2026-02-06' });
    expect(await reasonsOf(id)).toEqual(['withdrawal']);
  });
});

describe('A treatment that comes after the sale, from a phone that had no signal', () => {
  test('marks what left in its days, and nothing else', async () => {
    const sold = await leave('ana', '2026-04-05');
    const sent = await leave('ana', '2026-04-11', {}, 'transfer/outgoing');
    const free = await leave('ana', '2026-04-12');
    const excused = await leave('ana', '2026-04-06', { withdrawal_reason: 'Van a invernada' });
    await treat('2026-04-01', { offline: true }, 'caro', 'load-medicine');
    expect(await Promise.all([sold, sent, free, excused].map(({ id }) => reasonsOf(id)))).toEqual([
      ['withdrawal'],
      ['withdrawal'],
      [],
      [],
    ]);
    expect((await now(sold.id)).version).toBe(sold.version);
  });

  test('takes the mark away when it is deleted or shortened, unless another one still forbids', async () => {
    const sold = await leave('ana', '2026-05-05');
    const first = await treat('2026-05-01');
    const second = await treat('2026-05-02');
    const address = `/api/movement/delete/${farm.organizationId}/${first.id}`;
    await farm.as('ana', 'DELETE', address);
    expect(await reasonsOf(sold.id)).toEqual(['withdrawal']);
    await edit('ana', 'treatment', second.id, {
      date: '2026-05-02',
      ...cria(),
      reason: 'desparasitacion',
      products: [{ name: 'Ivermectina' }],
      withdrawal_days: 1,
    });
    expect(await reasonsOf(sold.id)).toEqual([]);
  });

  test('keeps the other reasons of the record', async () => {
    const sold = await leave('caro', '2026-06-05');
    const { id } = await treat('2026-06-01', { lot_id: undefined });
    expect(await reasonsOf(sold.id)).toEqual(['role', 'withdrawal']);
    await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);
    expect(await reasonsOf(sold.id)).toEqual(['role']);
  });
});

describe('Animals that move', () => {
  const cow = () => [{ type: farm.cat('Vaca'), count: 1 }];
  const lotAlone = (name: 'ombu' | 'bajo') => ({ lot_id: farm.lots[name], rodeo_id: null });
  const remove = (id: string) => farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);

  test('to another lot take the withdrawal along, where nobody keeps rodeos', async () => {
    await made('ana', 'purchase', { date: '2026-01-20', ...lotAlone('ombu'), animals: cow() });
    await treat('2026-09-01', lotAlone('ombu'), 'caro', 'load-medicine');
    const places = { from_lot_id: farm.lots.ombu, to_lot_id: farm.lots.bajo, rodeo_id: null };
    await made('caro', 'load-transfer', { date: '2026-09-03', ...places, animals: cow(), offline: true });
    const waits = async (date: string) => {
      const { id } = await leave('ana', date, { ...lotAlone('bajo'), offline: true });
      return (await reasonsOf(id)).includes('withdrawal');
    };
    expect([await waits('2026-09-02'), await waits('2026-09-11'), await waits('2026-09-12')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('to another rodeo take it along, and what left is judged again when a move comes, changes or goes', async () => {
    const other = { lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.invernada };
    const sold = await leave('ana', '2026-10-05', { ...other, animals: [{ type: farm.cat('Novillito'), count: 1 }] });
    const given = await treat('2026-10-01');
    expect(await reasonsOf(sold.id)).toEqual([]);
    const move = (date: string) => ({
      date,
      from_rodeo_id: farm.rodeos.cria,
      to_rodeo_id: farm.rodeos.invernada,
      lot_id: farm.lots.ombu,
      animals: cow(),
      offline: true,
    });
    const late = await made('caro', 'change-rodeo', move('2026-10-03'));
    expect(await reasonsOf(sold.id)).toEqual(['withdrawal']);
    await edit('caro', 'change-rodeo', late.id, move('2026-10-06'));
    expect(await reasonsOf(sold.id)).toEqual([]);
    await edit('caro', 'change-rodeo', late.id, move('2026-10-04'));
    expect(await reasonsOf(sold.id)).toEqual(['withdrawal']);
    await remove(late.id);
    expect(await reasonsOf(sold.id)).toEqual([]);
    await made('caro', 'change-rodeo', move('2026-10-02'));
    expect(await reasonsOf(sold.id)).toEqual(['withdrawal']);
    await remove(given.id);
    expect(await reasonsOf(sold.id)).toEqual([]);
  });
});

closesInOrder(() => farm);
