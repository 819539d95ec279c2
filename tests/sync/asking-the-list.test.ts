import { beforeEach, describe, expect, test } from 'vitest';
import type { MovementFilter } from '../../src/app/sync/farm.ts';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import { isOfTest } from '../support/field-plot.ts';
import type { FieldServer } from '../support/field-server.ts';

let server: FieldServer;
let clock: HandClock;
let ana: Phone;
let beto: Phone;
beforeEach(async () => {
  ({ server, clock, ana, beto } = await openField());
});

async function rained(phone: Phone, mm: number): Promise<string> {
  const saved = await phone.farm.acts.recordMovement('RAIN', { date: '2026-11-21', campo_id: 'sur', mm });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value.entityId;
}
async function died(phone: Phone, lot_id: string, rodeo_id: string, type: string): Promise<string> {
  const body = { date: '2026-11-20', lot_id, rodeo_id, animals: [{ type, count: 1 }], cause: 'desconocida' };
  const saved = await phone.farm.acts.recordMovement('DEATH', body);
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value.entityId;
}
const listed = async (filter: MovementFilter): Promise<string[]> =>
  (await ana.farm.views.page(filter, null, 50)).items
    .filter(isOfTest)
    .map(({ movement: { type, metadata } }) =>
      type === 'RAIN' ? `rain ${String(metadata['mm'])}` : `${type.toLowerCase()} in ${String(metadata.lot_id)}`,
    );

describe('The list of movements, asked by who recorded them', () => {
  test('has one person’s alone, sent and waiting', async () => {
    await rained(ana, 5);
    await rained(beto, 8);
    await clock.pass(60_000);
    ana.fault = 'no-signal';
    await rained(ana, 12);
    expect(await listed({ authorId: 'ana' })).toEqual(['rain 12', 'rain 5']);
    expect(await listed({ authorId: 'beto' })).toEqual(['rain 8']);
    expect(await listed({ authorId: 'caro' })).toEqual([]);
  });
});

describe('The list of movements, asked in words', () => {
  test('finds a count with its point for thousands or without', async () => {
    const examined = { date: '2026-11-20', rodeo_id: 'cria', examined: 1414, pregnant: 1300, empty: 114 };
    const saved = await ana.farm.acts.recordMovement('PREGNANCY_DIAGNOSIS', examined);
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
    expect(await listed({ text: '1414' })).toHaveLength(1);
    expect(await listed({ text: '1.414' })).toHaveLength(1);
    expect(await listed({ text: '1.415' })).toHaveLength(0);
  });
});

describe('The list of movements, asked by the rodeo', () => {
  test('has what happened to it, and with a kind only that kind', async () => {
    await died(ana, 'ombu', 'cria', 'vaca');
    await died(ana, 'bajo', 'invernada', 'novillito');
    await clock.pass(30_000);
    expect(await listed({ rodeoId: 'cria' })).toEqual(['death in ombu']);
    expect(await listed({ rodeoId: 'invernada', types: ['DEATH'] })).toEqual(['death in bajo']);
    expect(await listed({ rodeoId: 'invernada', types: ['BIRTH'] })).toEqual([]);
    expect(await listed({ rodeoId: 'invernada', lotId: 'ombu' })).toEqual([]);
  });
});

describe('The list of movements, asked by how they stand', () => {
  beforeEach(async () => {
    await rained(ana, 5);
    const wrong = await rained(ana, 10);
    await clock.pass(30_000);
    await ana.farm.acts.deleteMovement(wrong);
    await clock.pass(30_000);
    ana.fault = 'no-signal';
    await rained(ana, 20);
  });

  test('tells those that stand from those that were deleted', async () => {
    expect(await listed({ standing: 'activo' })).toEqual(['rain 20', 'rain 5']);
    expect(await listed({ standing: 'eliminado' })).toEqual(['rain 10']);
  });

  test('has what still waits to be sent, and nothing of it once it has left', async () => {
    expect(await listed({ standing: 'pendiente' })).toEqual(['rain 20']);
    await ana.reconnect();
    expect(await listed({ standing: 'pendiente' })).toEqual([]);
  });

  test('has what the server refused', async () => {
    await ana.reconnect();
    const id = await rained(ana, 30);
    await clock.pass(30_000);
    server.refuseNext.push({ path: id, code: 'DEPENDENT_MOVEMENTS' });
    await ana.farm.acts.deleteMovement(id);
    await clock.pass(60_000);
    expect(await listed({ standing: 'con_error' })).toEqual(['rain 30']);
    expect(await listed({ standing: 'pendiente' })).toEqual([]);
  });
});
