import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { Cycle } from '../../src/domain/office/cycles.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let address: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  address = `/api/reproductive-cycle/${farm.organizationId}`;
});
beforeEach(() => {
  farm.clock.now += 1000;
});

let year = 2000;
/** A service of its own year, so that no two of them overlap. */
const service = () => {
  year += 1;
  return { service_type: 'natural', service_start: `${year}-10-15`, service_end: `${year + 1}-01-15` };
};
const plan = (who: PersonName, body: object) => farm.as(who, 'POST', address, body);
const planned = async (body: object = {}): Promise<Cycle> => {
  const answer = await plan('beto', { rodeo_ids: [farm.rodeos.cria], ...service(), ...body });
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['cycle'] as Cycle;
};
const change = (id: string, body: object) => farm.as('beto', 'PUT', `${address}/${id}`, body);
const cycle = async (id: string): Promise<Cycle> =>
  (await farm.as('caro', 'GET', `${address}/${id}`)).body['cycle'] as Cycle;
const recorded = async (path: string, id: string, body: object): Promise<string> => {
  const answer = await farm.record('caro', path, { date: '2026-11-01', reproductive_cycle_id: id, ...body });
  expect(answer.body).toMatchObject({ ok: true });
  return (answer.body['movement'] as Movement).id;
};
const diagnosed = (id: string) =>
  recorded('pregnancy-diagnosis', id, { rodeo_id: farm.rodeos.cria, examined: 50, pregnant: 44, empty: 6 });
const born = (id: string, count = 3) =>
  recorded('birth', id, {
    rodeo_id: farm.rodeos.cria,
    lot_id: farm.lots.ombu,
    animals: [{ type: farm.cat('Ternero al pie'), count }],
  });
const forget = (movement: string) =>
  farm.as('beto', 'DELETE', `/api/movement/delete/${farm.organizationId}/${movement}`);
const recordsOf = async (id: string): Promise<Movement[]> =>
  (await farm.as('caro', 'GET', `/api/movement/reproductive-cycle/${farm.organizationId}/${id}`)).body[
    'movements'
  ] as Movement[];
const heard = () => farm.commits.at(-1)?.announcements ?? [];

describe('A cycle', () => {
  test('is planned with the females that the book has in its rodeos, and leaves its line in the book', async () => {
    const { body } = await plan('ana', {
      rodeo_ids: [farm.rodeos.cria],
      service_type: 'natural',
      service_start: '2026-10-15',
      service_end: '2027-01-15',
      bulls: 2,
    });
    expect(body['cycle']).toMatchObject({
      name: 'Servicio primavera 2026',
      state: 'planificado',
      suggested_state: 'en_servicio',
      served: [{ category_id: farm.cat('Vaca'), count: 60 }],
      indices: { to_examine: 60, pregnancy_of_served: null },
      expected: { diagnosis_on: '2027-03-16' },
    });
    expect(heard().map((one) => one.action)).toEqual(['movement-created', 'cycle-created']);
    const { id } = body['cycle'] as Cycle;
    expect(await recordsOf(id)).toMatchObject([
      { type: 'CREATE_REPRODUCTIVE_CYCLE', reference: 'Servicio primavera 2026', rodeoId: farm.rodeos.cria },
    ]);
  });

  test('takes the females that are said instead, by name too, a category once', async () => {
    const served = [
      { category_id: 'vaca', count: 30 },
      { category_id: farm.cat('Vaca'), count: 5 },
    ];
    expect((await planned({ served })).served).toEqual([{ category_id: farm.cat('Vaca'), count: 35 }]);
  });

  test('that comes twice with the phone’s id is one', async () => {
    const body = { rodeo_ids: [farm.rodeos.cria], ...service(), cid: randomUUID() };
    const [first, again] = [await plan('ana', body), await plan('ana', body)];
    expect(again.body).toEqual(first.body);
  });

  test.each([
    ['no rodeo', { rodeo_ids: [] }, 'rodeo_ids', 'Elegí al menos un rodeo'],
    [
      'an end before its beginning',
      { service_end: '1999-01-01' },
      'service_end',
      'El servicio termina antes de empezar',
    ],
    ['a service of a year', { service_end: '2099-01-01' }, 'service_end', 'El servicio dura como máximo 180 días'],
    ['a service that is none', { service_type: 'monta' }, 'service_type', 'Elegí una opción'],
    [
      'females of no category',
      { served: [{ category_id: 'Llamas', count: 3 }] },
      'served.0.category_id',
      'La categoría no existe',
    ],
  ])('with %s is refused at its field', async (_what, wrong, path, message) => {
    const before = await farm.everything();
    const answer = await plan('ana', { rodeo_ids: [farm.rodeos.cria], ...service(), ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
    expect(await farm.everything()).toBe(before);
  });

  test('takes no rodeo that is in another open one at the time, and names that one', async () => {
    const first = await planned({ name: 'Otoño' });
    const { service_start, service_end, service_type } = first;
    const body = { rodeo_ids: [farm.rodeos.cria], service_start, service_end, service_type };
    expect(await plan('ana', body)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'El rodeo ya está en el ciclo Otoño en esas fechas' },
    });
    expect((await plan('ana', { ...body, rodeo_ids: [farm.rodeos.invernada] })).status).toBe(200);
    await change(first.id, { state: 'anulado' });
    expect((await plan('ana', body)).status).toBe(200);
    expect(await change(first.id, { state: 'planificado' })).toMatchObject({ status: 409 });
  });

  test('is the office’s to plan and change; a hand sees it and records what happens', async () => {
    const { id } = await planned();
    expect(await plan('caro', { rodeo_ids: [farm.rodeos.cria], ...service() })).toMatchObject({ status: 403 });
    expect(await farm.as('caro', 'PUT', `${address}/${id}`, { vet: 'Luis' })).toMatchObject({ status: 403 });
    expect(await farm.as('caro', 'DELETE', `${address}/${id}`)).toMatchObject({ status: 403 });
    expect((await cycle(id)).id).toBe(id);
  });
});

describe('A cycle goes on by what is recorded', () => {
  test('to tactado, en_paricion and destetado, and back when the records are deleted', async () => {
    const { id } = await planned({ served: [{ category_id: 'Vaca', count: 50 }] });
    const diagnosis = await diagnosed(id);
    expect(heard().map((one) => one.action)).toContain('cycle-updated');
    expect(await cycle(id)).toMatchObject({ state: 'tactado', indices: { to_examine: 0 }, totals: { pregnant: 44 } });
    const birth = await born(id);
    expect((await cycle(id)).state).toBe('en_paricion');
    const weaning = await recorded('weaning', id, {
      rodeo_id: farm.rodeos.cria,
      lot_id: farm.lots.ombu,
      animals: [{ type: farm.cat('Ternero al pie'), count: 3 }],
      total_kg: 540,
    });
    expect(await cycle(id)).toMatchObject({ state: 'destetado', totals: { weaned: 3, weaned_kg: 540 } });
    for (const [movement, state] of [
      [weaning, 'en_paricion'],
      [birth, 'tactado'],
      [diagnosis, 'planificado'],
    ] as const) {
      await forget(movement);
      expect((await cycle(id)).state).toBe(state);
    }
  });

  test('and leaves a record that was moved to another cycle', async () => {
    const [first, second] = [await planned(), await planned()];
    const movement = await diagnosed(first.id);
    const path = `/api/movement/pregnancy-diagnosis/${farm.organizationId}/${movement}`;
    const body = { date: '2026-11-01', rodeo_id: farm.rodeos.cria, examined: 10, pregnant: 9, empty: 1 };
    await farm.as('beto', 'PUT', path, { ...body, reproductive_cycle_id: second.id });
    expect((await cycle(first.id)).state).toBe('planificado');
    expect(await cycle(second.id)).toMatchObject({ state: 'a_tactar', totals: { examined: 10 } });
    expect((await recordsOf(second.id)).map((one) => one.id)).toContain(movement);
  });

  test('unless a person says otherwise', async () => {
    const { id } = await planned();
    await diagnosed(id);
    await change(id, { state: 'a_tactar' });
    await diagnosed(id);
    expect((await cycle(id)).state).toBe('a_tactar');
    await born(id);
    expect((await cycle(id)).state).toBe('en_paricion');
  });

  test('by hand forward as far as is known, back one step', async () => {
    const { id } = await planned();
    expect((await change(id, { state: 'tactado' })).body).toMatchObject({ cycle: { state: 'tactado' } });
    expect(await change(id, { state: 'planificado' })).toMatchObject({
      status: 409,
      body: { message: 'Un ciclo vuelve atrás de a un paso' },
    });
    farm.clock.now += 1000;
    expect((await change(id, { state: 'a_tactar' })).status).toBe(200);
    expect((await recordsOf(id)).filter((one) => one.type === 'EDIT_REPRODUCTIVE_CYCLE')).toMatchObject([
      { metadata: { before: { state: 'tactado' }, after: { state: 'a_tactar' } } },
      { metadata: { before: { state: 'planificado' }, after: { state: 'tactado' } } },
    ]);
  });
});

describe('A record', () => {
  const body = { date: '2026-11-01', count: 1 };
  const aborted = (rest: object) => farm.record('caro', 'abortion', { ...body, rodeo_id: farm.rodeos.cria, ...rest });

  test('of a cycle that never was is not found, and waits when it comes from the field', async () => {
    const reproductive_cycle_id = randomUUID();
    expect(await aborted({ reproductive_cycle_id })).toMatchObject({ status: 404 });
    expect(await aborted({ reproductive_cycle_id, offline: true })).toMatchObject({ status: 424 });
  });

  test('from the field of a cycle that was deleted meanwhile is kept without it', async () => {
    const { id } = await planned();
    await farm.as('beto', 'DELETE', `${address}/${id}`);
    expect(await aborted({ reproductive_cycle_id: id })).toMatchObject({ status: 404 });
    const kept = await aborted({ reproductive_cycle_id: id, offline: true });
    expect(kept.body['movement']).toMatchObject({ metadata: { reproductive_cycle_id: null } });
  });
});

describe('A closed cycle', () => {
  test('keeps its figures, and opens again when one of its records or it itself is changed', async () => {
    const { id } = await planned();
    const movement = await diagnosed(id);
    await change(id, { state: 'cerrado' });
    expect(await cycle(id)).toMatchObject({ state: 'cerrado', is_frozen: true, totals: { pregnant: 44 } });
    await forget(movement);
    expect(await cycle(id)).toMatchObject({ state: 'destetado', is_frozen: false, totals: { pregnant: 0 } });
    await change(id, { state: 'cerrado' });
    await change(id, { withdrawn: 4 });
    expect(await cycle(id)).toMatchObject({ state: 'destetado', totals: { withdrawn: 4 } });
  });
});

describe('A deleted cycle', () => {
  test('leaves the lists and the phones; its records stay and name it no more', async () => {
    const { id } = await planned();
    const movement = await diagnosed(id);
    const since = farm.commits.at(-1)?.seq ?? 0;
    expect((await farm.as('beto', 'DELETE', `${address}/${id}`)).body).toMatchObject({ alreadyDeleted: false });
    expect((await farm.as('beto', 'DELETE', `${address}/${id}`)).body).toMatchObject({ alreadyDeleted: true });
    const list = (await farm.as('caro', 'GET', address)).body['cycles'] as Cycle[];
    expect(list.map((one) => one.id)).not.toContain(id);
    const { body } = await farm.as('caro', 'GET', `/api/movement/${movement}`);
    expect(body['movement']).toMatchObject({ deleted: false });
    expect((body['movement'] as Movement).metadata).not.toHaveProperty('reproductive_cycle_id');
    const feed = await farm.as('caro', 'GET', `/api/sync/${farm.organizationId}?since=${since}`);
    const changes = feed.body['changes'] as { table: string; id: string; row: object | null }[];
    expect(changes.find((one) => one.table === 'cycles')).toMatchObject({ id, row: null });
    expect(changes.find((one) => one.id === movement)?.row).toMatchObject({ id: movement });
    expect(await change(id, { vet: 'Luis' })).toMatchObject({ status: 404 });
  });
});

closesInOrder(() => farm);
