import { beforeEach, describe, expect, test } from 'vitest';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
beforeEach(async () => {
  farm = await createFieldFarm();
});

closesInOrder(() => farm);

const see = (person: 'ana' | 'caro', body: object): Promise<CoreResponse> =>
  farm.as(person, 'PUT', `/api/lot/water/${farm.organizationId}`, { id: farm.lots.ombu, ...body });
const lot = async (): Promise<Record<string, unknown>> => {
  const { body } = await farm.as('ana', 'GET', `/api/lot/details/${farm.lots.ombu}`);
  return body['lot'] as Record<string, unknown>;
};
const history = async (): Promise<string[]> => {
  const { body } = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}`);
  const edits = (body['movements'] as Record<string, unknown>[]).filter(({ type }) => type === 'EDIT_LOT');
  return edits
    .map(({ reference }) => reference)
    .map(String)
    .toSorted((a, b) => (a < b ? -1 : 1));
};
const dayOf = (days: number): string => new Date(farm.clock.now + days * 86_400_000).toISOString().slice(0, 10);

describe('The water of a lot', () => {
  test('nobody has looked at is not known', async () => {
    expect(await lot()).toMatchObject({ water: null, water_on: null });
  });

  test('is told by a hand, who may change nothing else of the lot', async () => {
    expect(await see('caro', { water: 'baja', water_on: dayOf(-1) })).toMatchObject({ status: 200 });
    expect(await lot()).toMatchObject({ name: 'El Ombú', water: 'baja', water_on: dayOf(-1), version: 2 });
    const more = await see('caro', { water: 'baja', water_on: dayOf(0), name: 'Mío' });
    expect(more).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
    expect(await lot()).toMatchObject({ name: 'El Ombú' });
  });

  test('is written down in the history of the lot', async () => {
    await see('ana', { water: 'seca', water_on: dayOf(0) });
    expect(await history()).toEqual(['El Ombú · Agua: seca']);
  });

  test('as it was seen earlier hides nothing newer, and is kept in the history', async () => {
    await see('ana', { water: 'llena', water_on: dayOf(0) });
    await see('caro', { water: 'seca', water_on: dayOf(-2) });
    expect(await lot()).toMatchObject({ water: 'llena', water_on: dayOf(0) });
    expect(await history()).toEqual(['El Ombú · Agua: llena', 'El Ombú · Agua: seca']);
  });

  test.each([
    [{ water: 'turbia', water_on: '2026-11-01' }, 'water', 'Elegí cómo está el agua'],
    [{ water: 'baja', water_on: '2026-02-30' }, 'water_on', 'La fecha no existe'],
    [{ water: 'baja', water_on: '2099-01-01' }, 'water_on', 'La fecha todavía no llegó'],
  ])('%j is refused with the reason', async (body, path, message) => {
    expect(await see('ana', body)).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
    expect(await lot()).toMatchObject({ water: null });
  });

  test('of a lot that is gone is told of no more', async () => {
    const made = await farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, {
      name: 'La Isla',
      hectares: 9,
    });
    const { id } = made.body['lot'] as { id: string };
    await farm.as('ana', 'DELETE', `/api/lot/delete/${farm.organizationId}/${id}`);
    expect(await see('ana', { id, water: 'baja', water_on: dayOf(0) })).toMatchObject({
      status: 404,
      body: { message: 'Lote no encontrado' },
    });
  });
});
