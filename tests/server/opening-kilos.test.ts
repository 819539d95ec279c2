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

const outOfRange = 'El promedio tiene que estar entre 20 y 1.500 kg por cabeza';
const opening = (lines: readonly object[], rest: object = {}) => ({
  kind: 'opening',
  date: '2026-06-01',
  lot_id: farm.lots.bajo,
  rodeo_id: farm.rodeos.cria,
  counted: lines,
  ...rest,
});
const cows = (average_kg?: number | null) => ({
  type: farm.cat('Vaquillona'),
  count: 20,
  ...(average_kg !== undefined && { average_kg }),
});
const create = (who: PersonName, body: object): Promise<CoreResponse> => farm.as(who, 'POST', path, body);
const edit = (id: string, body: object): Promise<CoreResponse> => farm.as('ana', 'PUT', `${path}/${id}`, body);
const movementOf = (answer: CoreResponse): Movement => answer.body['movement'] as Movement;
const erase = (id: string) => farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);
const points = async (rodeo = farm.rodeos.cria) =>
  (await farm.as('ana', 'GET', `/api/movement/daily-weight-gain/${farm.organizationId}/${rodeo}`)).body['points'];
const weigh = (date: string, average_kg: number): Promise<CoreResponse> =>
  farm.record('ana', 'weighing', {
    date,
    rodeo_id: farm.rodeos.cria,
    lot_id: farm.lots.bajo,
    animals: [{ type: farm.cat('Vaquillona'), count: 20, average_kg }],
  });

describe('An opening stock with kilos', () => {
  test('keeps what a head weighed, and is the weighing that later ones are compared with', async () => {
    const made = movementOf(await create('ana', opening([cows(240)])));
    expect(made).toMatchObject({ metadata: { counted: [{ count: 20, difference: 20, average_kg: 240 }] } });
    const weighing = movementOf(await weigh('2026-07-01', 261));
    expect(await points()).toEqual([
      { date: '2026-06-01', average_kg: 240, daily_gain: null, group_changed: false },
      { date: '2026-07-01', average_kg: 261, daily_gain: 0.7, group_changed: false },
    ]);
    await erase(weighing.id);
    await erase(made.id);
    expect(await points()).toEqual([]);
  });

  test('without them says none', async () => {
    const made = movementOf(await create('ana', opening([cows()])));
    expect((made.metadata['counted'] as readonly object[])[0]).not.toHaveProperty('average_kg');
    expect(await points()).toEqual([]);
    await erase(made.id);
  });

  test.each([19.9, 1500.1])('is refused with %d kilos a head', async (kilos) => {
    const answer = await create('ana', opening([cows(kilos)]));
    expect(answer).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'counted.0.average_kg', message: outOfRange }] },
    });
  });

  test('is corrected in them, and its history says both', async () => {
    const { id } = movementOf(await create('ana', opening([cows(240)])));
    const corrected = movementOf(await edit(id, opening([cows(250)])));
    expect(corrected).toMatchObject({
      metadata: {
        counted: [{ average_kg: 250 }],
        editHistory: [{ changes: [{ field: 'counted', before: [{ average_kg: 240 }], after: [{ average_kg: 250 }] }] }],
      },
    });
    expect(await points()).toMatchObject([{ average_kg: 250 }]);
    await erase(id);
  });

  test('keeps them through a correction by an app that knows nothing of them; null takes them away', async () => {
    const { id } = movementOf(await create('ana', opening([cows(240)])));
    const older = await edit(id, opening([{ type: farm.cat('Vaquillona'), count: 21 }]));
    expect(movementOf(older)).toMatchObject({ metadata: { counted: [{ count: 21, average_kg: 240 }] } });
    const without = movementOf(await edit(id, opening([cows(null)])));
    expect((without.metadata['counted'] as readonly object[])[0]).not.toHaveProperty('average_kg');
    expect(await points()).toEqual([]);
    await erase(id);
  });

  test('of two lines of a category has the mean of those that say it, by heads', async () => {
    const type = farm.cat('Vaquillona');
    const lines = [
      { type, count: 10, average_kg: 200 },
      { type, count: 30, average_kg: 240 },
    ];
    const made = movementOf(await create('ana', opening(lines)));
    expect(made).toMatchObject({ metadata: { counted: [{ count: 40, average_kg: 230 }] } });
    await erase(made.id);
  });

  test('by a hand weighs from its approval on', async () => {
    const made = movementOf(await create('caro', opening([cows(240)])));
    expect(made).toMatchObject({ metadata: { state: 'pendiente', counted: [{ average_kg: 240 }] } });
    expect(await points()).toEqual([]);
    await farm.as('ana', 'PUT', `${path}/${made.id}/approve`, {});
    expect(await points()).toMatchObject([{ date: '2026-06-01', average_kg: 240 }]);
    await erase(made.id);
  });

  test('is refused as a recount, which states heads', async () => {
    const answer = await create('ana', { ...opening([cows(240)]), kind: 'recount' });
    expect(answer).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'counted', message: 'Un recuento no lleva kilos: registrá una pesada' }] },
    });
  });
});

describe('A new lot with animals', () => {
  const lot = (average_kg: number) => ({
    name: `Lote de ${average_kg}`,
    hectares: 40,
    animals: [{ type: farm.cat('Vaquillona'), count: 30, rodeo_id: farm.rodeos.cria, average_kg }],
    animals_on: '2026-03-01',
  });
  const make = (average_kg: number) =>
    farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, lot(average_kg));

  test('opens with their kilos', async () => {
    expect(await make(210)).toMatchObject({ status: 200 });
    expect(await points()).toEqual([{ date: '2026-03-01', average_kg: 210, daily_gain: null, group_changed: false }]);
  });

  test('is refused with kilos that no cattle weigh', async () => {
    expect(await make(5)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'animals.0.average_kg', message: outOfRange }] },
    });
  });
});

closesInOrder(() => farm);
