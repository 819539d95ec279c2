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
const settle = (who: PersonName, id: string, reasons: readonly string[]) =>
  farm.as(who, 'PUT', `/api/movement/review/${farm.organizationId}/${id}`, { reasons });
const bought = () =>
  made('caro', 'purchase', {
    date: '2026-06-01',
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    animals: [{ type: farm.cat('Vaca'), count: 1 }],
  });
const rain = (who: PersonName, mm: number) =>
  made(who, 'weather/rain', { date: '2026-06-20', mm, campo_id: farm.campo });

describe('A record that waits for the office’s look', () => {
  test('waits no longer when the office leaves it as it is; its facts stay, and nobody has edited it', async () => {
    const purchase = await bought();
    const { body } = await settle('beto', purchase.id, ['role']);
    const settled = body['movement'] as Movement;
    expect(settled.review).toBeUndefined();
    expect(settled).toMatchObject({ version: purchase.version, animals: purchase.animals });
    expect(settled.metadata.editHistory).toEqual([]);
    expect((await settle('beto', purchase.id, ['role'])).status).toBe(200);
  });

  test('is not for a hand to settle, nor what another farm has', async () => {
    const purchase = await bought();
    expect(await settle('caro', purchase.id, ['role'])).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await settle('dana', purchase.id, ['role'])).status).toBe(404);
    expect((await settle('beto', 'none', ['role'])).status).toBe(404);
  });

  test('is answered by its author where he knows best: which place, and whether two tellings are one', async () => {
    const death = await made('caro', 'death', {
      offline: true,
      date: '2026-06-03',
      animals: [{ type: farm.cat('Vaca'), count: 1 }],
    });
    expect(death.review).toMatchObject({ reasons: ['negative_cell', 'place_unsaid'], unsaid: ['lot_id'] });
    const { body } = await settle('caro', death.id, ['place_unsaid']);
    expect((body['movement'] as Movement).review?.reasons ?? []).not.toContain('place_unsaid');
    expect((body['movement'] as Movement).review?.unsaid).toBeUndefined();
    const hers = await rain('ana', 31);
    const second = await rain('caro', 32);
    expect((await settle('caro', hers.id, ['possible_duplicate'])).status).toBe(403);
    expect((await settle('caro', second.id, ['possible_duplicate', 'role'])).status).toBe(403);
    expect((await settle('caro', second.id, ['possible_duplicate'])).status).toBe(200);
  });

  test('of two tellings of one rain stands beside the other, until somebody says that both are true', async () => {
    await rain('ana', 22);
    const second = await rain('caro', 24);
    expect(second.review?.possible_duplicate_of).toBeDefined();
    const { body } = await settle('ana', second.id, ['possible_duplicate']);
    expect((body['movement'] as Movement).review).toBeUndefined();
  });

  test('keeps the reasons that nobody looked at', async () => {
    const sale = await made('caro', 'sell', {
      offline: true,
      date: '2026-06-02',
      lot_id: farm.lots.ombu,
      rodeo_id: farm.rodeos.cria,
      animals: [{ type: farm.cat('Toro'), count: 9 }],
    });
    expect(sale.review?.reasons).toEqual(['negative_cell', 'role']);
    const { body } = await settle('beto', sale.id, ['role']);
    expect((body['movement'] as Movement).review).toMatchObject({ reasons: ['negative_cell'] });
  });

  test('because the book falls short is made good by the book alone', async () => {
    const purchase = await bought();
    expect(await settle('beto', purchase.id, ['negative_cell'])).toMatchObject({
      status: 400,
      body: { code: 'INVALID_BODY' },
    });
  });

  test('as a count is approved or rejected, never waved through', async () => {
    const counted = await farm.as('caro', 'POST', `/api/audit/${farm.organizationId}`, {
      date: '2026-06-10',
      kind: 'recount',
      lot_id: farm.lots.ombu,
      counted: [{ type: farm.cat('Vaca'), count: 1 }],
    });
    const { id } = counted.body['movement'] as Movement;
    expect(await settle('beto', id, ['role'])).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });
});

describe('A record that two people changed', () => {
  test('shows both values: as the later one found it and as he left it', async () => {
    const told = { date: '2026-07-20', campo_id: farm.campo };
    const { id, version } = await made('ana', 'weather/rain', { ...told, mm: 10 });
    const path = `/api/movement/weather/rain/${farm.organizationId}/${id}`;
    await farm.as('beto', 'PUT', path, { ...told, mm: 12 });
    const late = await farm.as('ana', 'PUT', path, { ...told, mm: 15, base_version: version });
    expect(late.body['movement']).toMatchObject({
      review: { reasons: ['conflict'] },
      metadata: { mm: 15, conflict: { before: { mm: 12 }, after: { mm: 15 } } },
    });
    const { body } = await settle('beto', id, ['conflict']);
    expect(body['movement']).not.toHaveProperty('metadata.conflict');
  });
});

closesInOrder(() => farm);
