import { beforeAll, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

const rain = (rest: object = {}) => ({ date: '2026-11-21', campo_id: farm.campo, mm: 38.5, ...rest });
const record = async (body: object): Promise<Movement> => {
  const answer = await farm.record('ana', 'weather/rain', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body['movement'] as Movement;
};

describe('A rain that accumulated since the last reading', () => {
  test('is booked on its last day and says how many days it is of', async () => {
    const movement = await record(rain({ mode: 'acumulado', since: '2026-11-11' }));
    expect(movement).toMatchObject({
      date: '2026-11-21',
      reference: '38,5 mm · acumulado de 11 días · Campo Sur',
      metadata: { mode: 'acumulado', since: '2026-11-11', mm: 38.5 },
    });
  });

  test('becomes one of its day when it is corrected to that', async () => {
    const { id } = await record(rain({ mode: 'acumulado', since: '2026-11-20' }));
    const answer = await farm.as('ana', 'PUT', `/api/movement/weather/rain/${farm.organizationId}/${id}`, rain());
    const movement = answer.body['movement'] as Movement;
    expect(movement.reference).toBe('38,5 mm · Campo Sur');
    expect(movement.metadata).not.toHaveProperty('since');
  });

  test('that says nothing of it is of its day', async () => {
    expect((await record(rain({ mode: 'dia' }))).reference).toBe('38,5 mm · Campo Sur');
  });

  test.each([
    ['no first day', { mode: 'acumulado' }, 'Elegí desde qué día se acumuló'],
    [
      'a first day after the last',
      { mode: 'acumulado', since: '2026-11-22' },
      'No puede ser después del día de la medición',
    ],
    ['a first day though it is of one', { since: '2026-11-20' }, 'Solo corresponde a un acumulado'],
    ['a first day that does not exist', { mode: 'acumulado', since: '2026-11-31' }, 'La fecha no existe'],
  ])('is refused with %s', async (_words, rest, message) => {
    const answer = await farm.record('ana', 'weather/rain', rain(rest));
    expect(answer.status).toBe(400);
    expect(answer.body['issues']).toEqual([{ path: 'since', message }]);
  });
});

closesInOrder(() => farm);
