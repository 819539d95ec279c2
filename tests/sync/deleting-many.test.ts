import { beforeEach, describe, expect, test } from 'vitest';
import { problems } from '../../src/contract/problems.ts';
import type { Deletion } from '../../src/app/sync/farm.ts';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import { isOfTest } from '../support/field-plot.ts';
import type { FieldServer } from '../support/field-server.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const rain = (mm: number) => ({ date: '2026-11-21', campo_id: 'sur', mm });
let server: FieldServer;
let clock: HandClock;
let ana: Phone;
beforeEach(async () => {
  ({ server, clock, ana } = await openField());
});

async function rained(...millimetres: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const mm of millimetres) {
    const saved = await ana.farm.acts.recordMovement('RAIN', rain(mm));
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
    ids.push(saved.value.entityId);
  }
  return ids;
}
async function deleted(ids: readonly string[]): Promise<Deletion> {
  const result = await ana.farm.acts.deleteMovements(ids);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
const listed = async (): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    (await ana.farm.views.page({}, null, 50)).items
      .filter(isOfTest)
      .map(({ movement, state }) => [String(movement.metadata['mm']), movement.deleted ? `deleted, ${state}` : state]),
  );
const writes = () => server.calls.filter((call) => call.method !== 'GET').map((call) => call.method);

describe('Deleting several records at once', () => {
  test('without signal waits in the outbox, and those that never left are gone without a trace', async () => {
    const sent = await rained(5, 10);
    await clock.pass(30_000);
    ana.fault = 'no-signal';
    const unsent = await rained(20);
    const result = await deleted([...sent, ...unsent]);
    expect(result).toMatchObject({ count: 3, kept: 0, unsent: 1 });
    expect(result.opIds).toHaveLength(2);
    expect(await listed()).toEqual({ 5: 'deleted, pendiente', 10: 'deleted, pendiente' });
  });

  test('reaches the server in one call', async () => {
    const ids = await rained(5, 10, 15);
    await clock.pass(30_000);
    await deleted(ids);
    await clock.pass(30_000);
    const told = server.calls.filter((call) =>
      ids.some((id) => JSON.stringify([call.path, call.body]).includes(`movement/delete/${organizationId}/${id}`)),
    );
    expect(told).toHaveLength(1);
    expect(await listed()).toEqual({ 5: 'deleted, enviado', 10: 'deleted, enviado', 15: 'deleted, enviado' });
  });

  test('one that is deleted already, or named twice, is no second deletion', async () => {
    const ids = await rained(5, 10);
    await clock.pass(30_000);
    await deleted(ids.slice(0, 1));
    expect(await deleted([...ids, ...ids])).toMatchObject({ count: 1 });
  });

  test('one that the server refuses stays in the list with the reason', async () => {
    const ids = await rained(5, 10);
    await clock.pass(30_000);
    server.refuseNext.push({ path: ids[0] ?? '', code: 'DEPENDENT_MOVEMENTS' });
    await deleted(ids);
    await clock.pass(60_000);
    expect(await listed()).toEqual({ 5: 'con_error', 10: 'deleted, enviado' });
    expect((await ana.farm.views.movement(ids[0] ?? ''))?.problem).toBe(problems.DEPENDENT_MOVEMENTS.message);
  });
});

describe('Taking that back', () => {
  test('brings back all of them, those that never left too, and nothing is sent of the deletion', async () => {
    const sent = await rained(5);
    await clock.pass(30_000);
    ana.fault = 'no-signal';
    const unsent = await rained(20);
    const { undo } = await deleted([...sent, ...unsent]);
    expect(await undo()).toBe(2);
    expect(await listed()).toEqual({ 5: 'enviado', 20: 'pendiente' });
    ana.fault = 'none';
    await clock.pass(60_000);
    expect(writes()).toEqual(['POST', 'POST']);
    expect(await listed()).toEqual({ 5: 'enviado', 20: 'enviado' });
  });

  test('brings back the unsent edit that the deletion made needless', async () => {
    const [id = ''] = await rained(5);
    await clock.pass(30_000);
    ana.fault = 'no-signal';
    await ana.farm.acts.editMovement(id, rain(7));
    const { undo } = await deleted([id]);
    expect(await undo()).toBe(1);
    expect(await listed()).toEqual({ 7: 'pendiente' });
  });

  test('says how many came back when the others have left already', async () => {
    const ids = await rained(5, 10);
    await clock.pass(30_000);
    const { undo } = await deleted(ids);
    await clock.pass(30_000);
    expect(await undo()).toBe(0);
    expect(await listed()).toEqual({ 5: 'deleted, enviado', 10: 'deleted, enviado' });
  });
});
