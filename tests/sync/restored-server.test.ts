import { beforeEach, describe, expect, test } from 'vitest';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import type { FieldServer } from '../support/field-server.ts';
import { createTestServer } from '../support/server.ts';

const birth = { date: '2026-11-21', lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'ternero', count: 2 }] };
const calves = async (phone: Phone): Promise<number> =>
  (await phone.farm.views.stock()).find((cell) => cell.category === 'ternero')?.head ?? 0;

let server: FieldServer;
let clock: HandClock;
let ana: Phone;
let beto: Phone;
beforeEach(async () => {
  ({ server, clock, ana, beto } = await openField());
});

async function recordBirth(): Promise<string> {
  const outcome = await ana.farm.acts.recordMovement('BIRTH', birth);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  await clock.pass(30_000);
  return outcome.value.entityId;
}

describe('A server that was brought back from a backup of yesterday', () => {
  test('gets back what the phones had sent since, once', async () => {
    const restore = await server.backup();
    await recordBirth();
    await restore();
    ana.fault = 'no-signal';
    beto.hint('visible');
    await clock.pass(10_000);
    expect(await calves(beto)).toBe(0);
    await ana.reconnect();
    expect([await calves(ana), await calves(beto)]).toEqual([2, 2]);
    expect(await server.applied()).toHaveLength(1);
  });

  test('a deletion waits for the phone that brings the record back', async () => {
    const restore = await server.backup();
    const id = await recordBirth();
    await beto.farm.acts.deleteMovement(id);
    await clock.pass(30_000);
    await restore();
    ana.fault = 'no-signal';
    beto.hint('visible');
    await clock.pass(30_000);
    expect((await beto.farm.views.pending()).map((view) => view.state)).toEqual(['pendiente']);
    await ana.reconnect();
    await clock.pass(30_000);
    expect([await calves(ana), await calves(beto)]).toEqual([0, 0]);
    expect((await ana.farm.views.movement(id))?.movement.deleted).toBe(true);
    expect(await beto.farm.views.pending()).toEqual([]);
  });

  test('says in a refusal too that it is another one, and an edit of what it lost is no error', async () => {
    const restore = await server.backup();
    const id = await recordBirth();
    await restore();
    await ana.farm.acts.editMovement(id, { ...birth, animals: [{ type: 'ternero', count: 5 }] });
    await clock.pass(60_000);
    expect(await ana.farm.views.pending()).toEqual([]);
    expect([await calves(ana), await calves(beto)]).toEqual([5, 5]);
  });

  test('the server’s own refusals carry the life of its database', async () => {
    const own = await createTestServer();
    const answer = await own.as('ana', 'DELETE', `/api/movement/delete/${own.organizationId}/none`);
    expect([answer.status, answer.headers['x-sync-epoch']]).toEqual([404, own.epoch]);
    await own.close();
  });
});
