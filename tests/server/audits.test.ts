import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let path: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  path = `/api/audit/${farm.organizationId}`;
});

const count = (counted: Readonly<Record<string, number>>, rest: object = {}) => ({
  date: '2026-11-10',
  kind: 'recount',
  lot_id: farm.lots.ombu,
  counted: Object.entries(counted).map(([type, heads]) => ({ type: farm.cat(type), count: heads })),
  ...rest,
});
/** Each a second after the one before: of two counts of a day the later rules. */
const submit = (who: PersonName, body: object): Promise<CoreResponse> => {
  farm.clock.now += 1000;
  return farm.as(who, 'POST', path, body);
};
const made = async (who: PersonName, body: object): Promise<Movement> => {
  const answer = await submit(who, body);
  expect(answer.body).toMatchObject({ ok: true, movement: { type: 'AUDIT_RECORD' } });
  return answer.body['movement'] as Movement;
};
const decide = (who: PersonName, id: string, verb: 'approve' | 'reject', body: object = {}) =>
  farm.as(who, 'PUT', `${path}/${id}/${verb}`, body);
const erase = (who: PersonName, id: string) =>
  farm.as(who, 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);
const cows = (): Promise<number> => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Vaca'));

describe('A recount by the office', () => {
  test('books the difference to the book, and shows what was expected', async () => {
    const audit = await made('beto', count({ Vaca: 58, Toro: 3 }));
    expect(audit).toMatchObject({
      reference: 'Recuento en El Ombú: −2 vacas y +1 toro',
      metadata: {
        state: 'aprobado',
        counted: [
          { count: 58, expected: 60, difference: -2 },
          { count: 3, expected: 2, difference: 1 },
        ],
      },
    });
    expect(audit.review).toBeUndefined();
    expect(await cows()).toBe(58);
    expect((await erase('beto', audit.id)).body).toMatchObject({ ok: true, alreadyDeleted: false });
    expect(await cows()).toBe(60);
  });

  test('leaves alone what was not counted; zero is a count', async () => {
    const audit = await made('ana', count({ Toro: 0 }));
    expect(await cows()).toBe(60);
    expect(await farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Toro'))).toBe(0);
    await erase('ana', audit.id);
  });

  test('that agrees is kept as proof', async () => {
    const audit = await made('ana', count({ Vaca: 60 }));
    expect(audit).toMatchObject({
      reference: 'Recuento en El Ombú: sin diferencias',
      metadata: { state: 'aprobado', postings: [] },
    });
  });

  test('stands against the book of its own day', async () => {
    const sold = await farm.record('ana', 'sell', {
      date: '2026-11-15',
      lot_id: farm.lots.ombu,
      rodeo_id: farm.rodeos.cria,
      animals: [{ type: farm.cat('Vaca'), count: 10 }],
    });
    const audit = await made('ana', count({ Vaca: 61 }));
    expect(audit.metadata['counted']).toMatchObject([{ expected: 60, difference: 1 }]);
    expect(await cows()).toBe(51);
    await erase('ana', audit.id);
    await erase('ana', (sold.body['movement'] as Movement).id);
  });

  test('is corrected against the book without itself, and keeps its history', async () => {
    const audit = await made('ana', count({ Vaca: 50 }));
    const answer = await farm.as(
      'ana',
      'PUT',
      `${path}/${audit.id}`,
      count({ Vaca: 59 }, { detail: 'Contamos de nuevo' }),
    );
    expect(answer.body['movement']).toMatchObject({
      version: 2,
      detail: 'Contamos de nuevo',
      metadata: {
        counted: [{ count: 59, expected: 60, difference: -1 }],
        editHistory: [{ editedBy: farm.userIds.ana }],
      },
    });
    expect(await cows()).toBe(59);
    await erase('ana', audit.id);
  });

  test('of a rodeo says nothing of the others in the lot', async () => {
    const there = () => farm.heads(farm.lots.ombu, farm.rodeos.invernada, farm.cat('Vaca'));
    const audit = await made('ana', count({ Vaca: 4 }, { rodeo_id: farm.rodeos.invernada }));
    expect([await cows(), await there()]).toEqual([60, 4]);
    await erase('ana', audit.id);
    expect(await there()).toBe(0);
  });
});

describe('An opening', () => {
  test('puts in what was counted', async () => {
    const body = count(
      { Vaquillona: 12, Toro: 1 },
      { kind: 'opening', lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.cria },
    );
    const audit = await made('ana', body);
    expect(audit.reference).toBe('Existencia inicial en El Bajo: 12 vaquillonas y 1 toro');
    expect(await farm.heads(farm.lots.bajo, farm.rodeos.cria, farm.cat('Vaquillona'))).toBe(12);
    await erase('ana', audit.id);
    expect(await farm.heads(farm.lots.bajo, farm.rodeos.cria, farm.cat('Vaquillona'))).toBe(0);
  });
});

describe('A count by a hand', () => {
  test('waits: nothing is booked until somebody approves it', async () => {
    const audit = await made('caro', count({ Vaca: 57 }));
    expect(audit).toMatchObject({ metadata: { state: 'pendiente', postings: [] }, review: { reasons: ['role'] } });
    expect(await cows()).toBe(60);
    expect((await decide('caro', audit.id, 'approve')).status).toBe(403);
    const approved = await decide('beto', audit.id, 'approve');
    expect(approved.body['movement']).toMatchObject({
      created_by: farm.userIds.caro,
      metadata: { state: 'aprobado', decided_by: farm.userIds.beto },
    });
    expect((approved.body['movement'] as Movement).review).toBeUndefined();
    expect(await cows()).toBe(57);
    expect((await decide('ana', audit.id, 'approve')).status).toBe(200);
    expect(await cows()).toBe(57);
    expect((await decide('ana', audit.id, 'reject')).status).toBe(409);
    expect((await farm.as('caro', 'PUT', `${path}/${audit.id}`, count({ Vaca: 1 }))).status).toBe(403);
    await erase('ana', audit.id);
    expect(await cows()).toBe(60);
  });

  test('states its own day: what was recorded of later days until the approval stands beside it', async () => {
    const audit = await made('caro', count({ Vaca: 58 }));
    const death = await farm.record('caro', 'death', {
      date: '2026-11-12',
      lot_id: farm.lots.ombu,
      rodeo_id: farm.rodeos.cria,
      animals: [{ type: farm.cat('Vaca'), count: 1 }],
    });
    await decide('ana', audit.id, 'approve');
    expect(await cows()).toBe(57);
    await erase('ana', audit.id);
    await erase('ana', (death.body['movement'] as Movement).id);
  });

  test('that is rejected stays to be read, with the reason, and is booked by nobody', async () => {
    const audit = await made('caro', count({ Vaca: 20 }));
    const { body } = await decide('beto', audit.id, 'reject', { reason: 'Faltó el potrero de atrás' });
    expect(body['movement']).toMatchObject({
      metadata: { state: 'rechazado', rejection: 'Faltó el potrero de atrás' },
    });
    expect((body['movement'] as Movement).review).toBeUndefined();
    expect(await cows()).toBe(60);
    expect((await decide('ana', audit.id, 'approve')).body).toMatchObject({
      code: 'CONFLICT',
      message: 'Este recuento ya fue aprobado o rechazado',
    });
  });

  test('is corrected by himself while it waits', async () => {
    const audit = await made('caro', count({ Vaca: 20 }));
    const { body } = await farm.as('caro', 'PUT', `${path}/${audit.id}`, count({ Vaca: 61 }));
    expect(body['movement']).toMatchObject({ metadata: { state: 'pendiente', counted: [{ difference: 1 }] } });
    expect((await erase('caro', audit.id)).body).toMatchObject({ ok: true, alreadyDeleted: false });
  });

  // The book of its moment decides, not what the phone showed (domain.md §3.7): what it had not heard of was there all the same.
  test('from the field stands against the book of its moment, and arrives once', async () => {
    const cid = randomUUID();
    const counted = [{ type: 'Vaca', count: 63, expected: 65, reason: 'faltante' }];
    const body = { ...count({}), counted, cid, offline: true };
    const audit = await made('caro', body);
    expect(audit).toMatchObject({
      id: cid,
      metadata: { counted: [{ expected: 60, difference: 3, reason: 'faltante' }] },
    });
    expect((await made('caro', body)).version).toBe(1);
    await decide('ana', cid, 'approve');
    expect(await cows()).toBe(63);
    await erase('ana', cid);
  });

  test('in a lot that was deleted meanwhile is kept in no lot, with the old name', async () => {
    const lot = await farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, {
      name: 'El Viejo',
      hectares: 2,
    });
    const { id } = lot.body['lot'] as { id: string };
    await farm.as('ana', 'DELETE', `/api/lot/delete/${farm.organizationId}/${id}`);
    expect((await submit('caro', count({ Vaca: 1 }, { lot_id: id }))).status).toBe(404);
    expect((await submit('caro', count({ Vaca: 1 }, { lot_id: randomUUID(), offline: true }))).status).toBe(424);
    const audit = await made('caro', count({ Vaca: 1 }, { lot_id: id, offline: true }));
    expect(audit).toMatchObject({
      metadata: { lot_id: null, was: { lot_id: 'El Viejo' } },
      review: { reasons: ['role', 'missing_reference'] },
    });
  });
});

describe('A count is refused', () => {
  test.each([
    ['without animals', () => ({ counted: [] }), 'counted'],
    ['of half a cow', () => ({ counted: [{ type: 'Vaca', count: 0.5 }] }), 'counted.0.count'],
    ['of fewer than none', () => ({ counted: [{ type: 'Vaca', count: -1 }] }), 'counted.0.count'],
    ['of what is no category', () => ({ counted: [{ type: 'Llama', count: 1 }] }), 'counted.0.type'],
    ['of a day to come', () => ({ date: '2026-12-25' }), 'date'],
    ['of another kind', () => ({ kind: 'guess' }), 'kind'],
    ['of no lot', () => ({ lot_id: null }), 'lot_id'],
  ])('%s', async (_what, rest, at) => {
    const answer = await submit('ana', { ...count({ Vaca: 1 }), ...rest() });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
    expect((answer.body['issues'] as { path: string }[]).map((issue) => issue.path)).toContain(at);
  });

  test('where there is none such, or a changed figure wrote it', async () => {
    const figure = {
      organization_id: farm.organizationId,
      lot_id: farm.lots.bajo,
      animal_type: farm.cat('Toro'),
      count: 1,
    };
    await farm.as('ana', 'POST', `/api/lot/animal/update/${farm.lots.bajo}`, figure);
    const all = await farm.as(
      'ana',
      'GET',
      `/api/movement/all/${farm.organizationId}?type=AUDIT_RECORD&from=2026-11-21`,
    );
    const written = (all.body['movements'] as Movement[]).find(({ metadata }) => metadata['before'] !== undefined);
    for (const id of [randomUUID(), written?.id ?? '']) expect((await decide('ana', id, 'approve')).status).toBe(404);
    expect((await erase('ana', written?.id ?? '')).status).toBe(403);
  });
});

closesInOrder(() => farm);
