import { beforeAll, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;

beforeAll(async () => {
  farm = await createFieldFarm();
});

const beside = (category: string) =>
  farm.record('ana', 'purchase', {
    date: '2026-02-01',
    rodeo_id: farm.rodeos.invernada,
    lot_id: farm.lots.ombu,
    animals: [{ type: farm.cat(category), count: 3 }],
  });
const born = (rest: object = {}) =>
  farm.record('caro', 'birth', {
    date: '2026-09-01',
    lot_id: farm.lots.ombu,
    animals: [{ type: farm.cat('Ternero al pie'), count: 1 }],
    ...rest,
  });

test('A birth that names the lot alone is of the rodeo whose cows stand there, not of the bulls beside them', async () => {
  await beside('Toro');
  const answer = await born();
  expect(answer.status).toBe(200);
  expect((answer.body['movement'] as Movement).rodeoId).toBe(farm.rodeos.cria);
});

test('A birth where two rodeos hold cows is asked for its rodeo at the office, and looked at from the field', async () => {
  await beside('Vaquillona');
  expect(await born()).toMatchObject({ status: 400, body: { issues: [{ path: 'rodeo_id' }] } });
  const kept = await born({ offline: true });
  expect((kept.body['movement'] as Movement).rodeoId).toBeNull();
  expect((kept.body['movement'] as Movement).review?.reasons).toContain('place_unsaid');
});

closesInOrder(() => farm);
