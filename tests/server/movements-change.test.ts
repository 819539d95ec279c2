import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
const hour = 3_600_000;

beforeAll(async () => {
  farm = await createFieldFarm();
});

const animals = (category: string, count: number) => [{ type: farm.cat(category), count }];
const inCria = (category: string, count: number, date = '2026-06-01') => ({
  date,
  lot_id: farm.lots.ombu,
  rodeo_id: farm.rodeos.cria,
  animals: animals(category, count),
});
const cows = (): Promise<number> => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Vaca'));
const made = async (who: PersonName, path: string, body: object): Promise<Movement> => {
  const answer = await farm.record(who, path, body);
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['movement'] as Movement;
};
const edit = (who: PersonName, path: string, id: string, body: object) =>
  farm.as(who, 'PUT', `/api/movement/${path}/${farm.organizationId}/${id}`, body);
const erase = (who: PersonName, id: string, offline = false) =>
  farm.as(who, 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}${offline ? '?offline=1' : ''}`);
const seen = async (who: PersonName, id: string): Promise<Movement> =>
  (await farm.as(who, 'GET', `/api/movement/${id}`)).body['movement'] as Movement;
describe('A record is corrected', () => {
  test('and the herd stands as if it had been written rightly at once', async () => {
    const before = await cows();
    const death = await made('ana', 'death', inCria('Vaca', 3));
    expect(await cows()).toBe(before - 3);
    const answer = await edit('ana', 'death', death.id, inCria('Vaca', 1));
    expect(answer.body).toMatchObject({
      ok: true,
      movement: { id: death.id, version: 2, reference: expect.stringContaining('1 vaca') as string },
    });
    expect(await cows()).toBe(before - 1);
    await erase('ana', death.id);
    expect(await cows()).toBe(before);
  });

  test('into another lot, rodeo and category: nothing is left behind', async () => {
    const here = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Ternero al pie'));
    const there = () => farm.heads(farm.lots.bajo, farm.rodeos.invernada, farm.cat('Ternera al pie'));
    const birth = await made('ana', 'birth', inCria('Ternero al pie', 4));
    expect([await here(), await there()]).toEqual([4, 0]);
    const other = { ...inCria('Ternera al pie', 5), lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.invernada };
    await edit('ana', 'birth', birth.id, other);
    expect([await here(), await there()]).toEqual([0, 5]);
    await erase('ana', birth.id);
    expect([await here(), await there()]).toEqual([0, 0]);
  });

  test('of a whole rodeo that was moved, without saying its animals again: the same ones have moved', async () => {
    const rodeo = { date: '2026-06-02', rodeo_id: farm.rodeos.cria, from_lot_id: farm.lots.ombu };
    const before = await cows();
    const move = await made('ana', 'rodeo/move', { ...rodeo, to_lot_id: farm.lots.bajo, whole: true });
    expect(move.animals.length).toBeGreaterThan(0);
    expect(await cows()).toBe(0);
    const body = { ...rodeo, date: '2026-06-03', to_lot_id: farm.lots.bajo, whole: true };
    const answer = await edit('ana', 'rodeo/move', move.id, body);
    expect(answer.body).toMatchObject({ ok: true, movement: { date: '2026-06-03', animals: move.animals } });
    expect(await farm.heads(farm.lots.bajo, farm.rodeos.cria, farm.cat('Vaca'))).toBe(before);
    await erase('ana', move.id);
    expect(await cows()).toBe(before);
  });

  test('and its history tells who and when, and cannot be written by hand', async () => {
    const rain = await made('ana', 'weather/rain', { date: '2026-06-01', mm: 10 });
    const forged = { date: '2026-06-01', mm: 11, metadata: { editHistory: [] } };
    expect((await edit('ana', 'weather/rain', rain.id, forged)).status).toBe(400);
    await edit('beto', 'weather/rain', rain.id, { date: '2026-06-01', mm: 12 });
    await edit('ana', 'edit-rain', rain.id, { date: '2026-06-02', mm: 13 });
    const { metadata, date } = await seen('caro', rain.id);
    expect(date).toBe('2026-06-02');
    expect(metadata.editHistory.map((line) => line.editedBy)).toEqual([farm.userIds.beto, farm.userIds.ana]);
    expect(metadata['mm']).toBe(13);
  });

  test('but not into another kind, nor when there is none such', async () => {
    const rain = await made('ana', 'weather/rain', { date: '2026-06-01', mm: 10 });
    expect((await edit('ana', 'weather/frost', rain.id, { date: '2026-06-01' })).status).toBe(404);
    expect((await edit('ana', 'weather/rain', randomUUID(), { date: '2026-06-01', mm: 1 })).status).toBe(404);
  });

  test('from the field waits for a record that has not come yet', async () => {
    const body = { date: '2026-06-01', mm: 1, offline: true };
    expect(await edit('ana', 'weather/rain', randomUUID(), body)).toMatchObject({
      status: 424,
      body: { code: 'DEPENDENCY_MISSING' },
    });
  });

  test('not at the office, when later records need its animals: they are named', async () => {
    const bought = await made('ana', 'purchase', inCria('Vaquillona', 10));
    await made('ana', 'sell', { ...inCria('Vaquillona', 8, '2026-07-01'), buyer: 'Don Carlos' });
    // Of the same category in another place: it needs none of these.
    const elsewhere = { rodeo_id: farm.rodeos.invernada, lot_id: farm.lots.bajo };
    await made('ana', 'purchase', { ...inCria('Vaquillona', 3), ...elsewhere });
    await made('ana', 'death', { ...inCria('Vaquillona', 2, '2026-06-20'), ...elsewhere });
    const answers = [await edit('ana', 'purchase', bought.id, inCria('Vaquillona', 5)), await erase('ana', bought.id)];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 409, body: { ok: false, code: 'DEPENDENT_MOVEMENTS' } });
      expect(answer.body['message']).toMatch(
        /^Eliminá primero los movimientos posteriores: 8 vaquillonas.*01\/07\/2026/,
      );
      expect(answer.body['movements']).toMatchObject([{ type: 'SELL', date: '2026-07-01' }]);
    }
    expect((await edit('ana', 'purchase', bought.id, inCria('Vaquillona', 8))).status).toBe(200);
  });

  test('by two people at once: the later one wins and is marked to be looked at', async () => {
    const rain = await made('ana', 'weather/rain', { date: '2026-06-03', mm: 10 });
    await edit('ana', 'weather/rain', rain.id, { date: '2026-06-03', mm: 11, base_version: 1 });
    const { body } = await edit('beto', 'weather/rain', rain.id, { date: '2026-06-03', mm: 12, base_version: 1 });
    expect(body['movement']).toMatchObject({ metadata: { mm: 12 }, review: { reasons: ['conflict'] } });
  });

  test('after somebody deleted it: the deletion stays, and so does what was written', async () => {
    const before = await cows();
    const death = await made('ana', 'death', inCria('Vaca', 2));
    await erase('ana', death.id);
    const { body } = await edit('beto', 'death', death.id, { ...inCria('Vaca', 1), offline: true });
    expect(body['movement']).toMatchObject({ deleted: true, review: { reasons: ['conflict'] } });
    expect((body['movement'] as Movement).metadata.editHistory).toHaveLength(1);
    expect(await cows()).toBe(before);
  });
});

describe('A record is deleted', () => {
  test('once: the second time it is deleted already', async () => {
    const before = await cows();
    const death = await made('ana', 'death', inCria('Vaca', 2));
    expect((await erase('ana', death.id)).body).toMatchObject({ ok: true, alreadyDeleted: false });
    expect((await erase('beto', death.id)).body).toMatchObject({ ok: true, alreadyDeleted: true });
    expect(await seen('ana', death.id)).toMatchObject({ deleted: true, metadata: { deletedBy: farm.userIds.ana } });
    expect(await cows()).toBe(before);
  });

  test('and stays in the whole list, but not among the last ten', async () => {
    const rain = await made('ana', 'weather/rain', { date: '2026-11-21', mm: 10 });
    await erase('ana', rain.id);
    const ids = async (path: string) =>
      (
        (await farm.as('ana', 'GET', `/api/movement/${path}/${farm.organizationId}`)).body['movements'] as Movement[]
      ).map((movement) => movement.id);
    expect(await ids('all')).toContain(rain.id);
    expect(await ids('last-10')).not.toContain(rain.id);
    expect((await ids('last-10')).length).toBeLessThanOrEqual(10);
  });

  test('from the field even when the book is left short: the cell is marked until the animals are found', async () => {
    const bought = await made('ana', 'purchase', inCria('Torito (MEJ)', 4));
    const sold = await made('ana', 'sell', { ...inCria('Torito (MEJ)', 3, '2026-07-01') });
    const marks = async () => (await seen('ana', sold.id)).review;
    expect((await erase('ana', bought.id, true)).status).toBe(200);
    const cell = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Torito (MEJ)'));
    expect(await cell()).toBe(-3);
    const found = await made('ana', 'purchase', { ...inCria('Torito (MEJ)', 1), offline: true });
    // The sale took it below zero; what was found is a good record.
    expect(found.review).toBeUndefined();
    expect(await marks()).toMatchObject({ reasons: ['negative_cell'], cells: [{ before: 1, change: -3, head: -2 }] });
    await made('ana', 'purchase', inCria('Torito (MEJ)', 2));
    expect(await marks()).toBeUndefined();
    expect(await cell()).toBe(0);
  });

  test('unless the server wrote it about a lot: that is changed by changing the lot', async () => {
    const all = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}?type=CREATE_LOT`);
    const [created] = all.body['movements'] as Movement[];
    expect((await erase('ana', created?.id ?? '')).status).toBe(403);
  });
});

describe('A hand', () => {
  test('corrects and deletes what he recorded himself', async () => {
    const before = await cows();
    const death = await made('caro', 'death', inCria('Vaca', 2));
    expect((await edit('caro', 'death', death.id, inCria('Vaca', 1))).status).toBe(200);
    expect((await erase('caro', death.id)).status).toBe(200);
    expect(await cows()).toBe(before);
  });

  test('but not what others did', async () => {
    const death = await made('beto', 'death', inCria('Vaca', 1));
    for (const answer of [await edit('caro', 'death', death.id, inCria('Vaca', 2)), await erase('caro', death.id)]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect((await edit('beto', 'death', death.id, inCria('Vaca', 2))).status).toBe(200);
  });

  test.each([
    [47, 200],
    [49, 403],
  ])('%i hours after: %i', async (hours, status) => {
    const rain = await made('caro', 'weather/rain', { date: '2026-06-05', mm: hours });
    await farm.db
      .updateTable('movements')
      .set({ created_at: new Date(farm.clock.now - hours * hour).toISOString() })
      .where('id', '=', rain.id)
      .execute();
    expect((await edit('caro', 'weather/rain', rain.id, { date: '2026-06-05', mm: 1 })).status).toBe(status);
    expect((await edit('beto', 'weather/rain', rain.id, { date: '2026-06-05', mm: 2 })).status).toBe(200);
  });
});

describe('What waits for the office’s look', () => {
  test.each([
    ['a purchase', 'purchase', () => inCria('Vaca', 1)],
    ['a sale', 'sell', () => inCria('Vaca', 1)],
    ['animals that came', 'transfer/incoming', () => inCria('Vaca', 1)],
    ['animals that went', 'transfer/outgoing', () => inCria('Vaca', 1)],
    [
      'a change of category',
      'recategorization',
      () => ({
        date: '2026-06-01',
        lot_id: farm.lots.ombu,
        rodeo_id: farm.rodeos.cria,
        from_category: farm.cat('Vaca'),
        to_category: 'toro',
        count: 1,
      }),
    ],
  ])('is %s that a hand recorded; the same by the office is not', async (_what, path, body) => {
    const byHand = await made('caro', path, body());
    expect(byHand.review).toEqual({ reasons: ['role'] });
    expect((await made('beto', path, body())).review).toBeUndefined();
  });

  test('is the same rain told by two people, the later one', async () => {
    const rain = { date: '2026-06-20', mm: 22, campo_id: farm.campo };
    const first = await made('ana', 'weather/rain', rain);
    const second = await made('caro', 'weather/rain', { ...rain, mm: 24 });
    expect(second.review).toEqual({ reasons: ['possible_duplicate'], possible_duplicate_of: first.id });
    expect((await made('caro', 'weather/rain', { ...rain, campo_id: null })).review).toBeUndefined();
  });

  test('is no rain that is known to add to the other', async () => {
    const rain = { date: '2026-06-21', mm: 22, campo_id: farm.campo };
    const first = await made('ana', 'weather/rain', rain);
    const second = await made('beto', 'weather/rain', { ...rain, mm: 3, adds_to: first.id });
    expect(second.review).toBeUndefined();
  });

  test('is a field record whose place nobody can tell; a correction that says it takes the mark away', async () => {
    await made('ana', 'load-transfer', {
      date: '2026-06-20',
      from_lot_id: farm.lots.ombu,
      to_lot_id: farm.lots.bajo,
      rodeo_id: farm.rodeos.cria,
      animals: animals('Vaca', 5),
    });
    const body = { ...inCria('Vaca', 1), lot_id: undefined };
    expect(await farm.record('caro', 'death', body)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'lot_id', message: 'Elegí el lote' }] },
    });
    const unplaced = await made('caro', 'death', { ...body, offline: true });
    expect(unplaced.metadata.lot_id).toBeNull();
    expect(unplaced.review?.reasons).toContain('place_unsaid');
    const placed = await edit('caro', 'death', unplaced.id, inCria('Vaca', 1));
    expect((placed.body['movement'] as Movement).review).toBeUndefined();
  });

  test('is a field record in a lot that was deleted meanwhile: it lands in no lot, with the old name', async () => {
    const made1 = await farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, {
      name: 'El Viejo',
      hectares: 2,
    });
    const { id } = made1.body['lot'] as { id: string };
    await farm.as('ana', 'DELETE', `/api/lot/delete/${farm.organizationId}/${id}`);
    const body = { ...inCria('Ternero al pie', 1), lot_id: id };
    expect((await farm.record('caro', 'birth', body)).status).toBe(404);
    const kept = await made('caro', 'birth', { ...body, offline: true });
    expect(kept).toMatchObject({
      reference: '1 ternero al pie · Sin lote (era: El Viejo) · Cría',
      metadata: { lot_id: null, was: { lot_id: 'El Viejo' } },
      review: { reasons: ['missing_reference'] },
    });
  });
});

closesInOrder(() => farm);
