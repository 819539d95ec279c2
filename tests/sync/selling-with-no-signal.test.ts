import { beforeEach, describe, expect, test } from 'vitest';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import { isOfTest } from '../support/field-plot.ts';
import type { FieldServer } from '../support/field-server.ts';

const sale = { date: '2026-11-21', rodeo_id: 'cria', lot_id: 'ombu', animals: [{ type: 'vaca', count: 3 }] };
const cows = async (phone: Phone): Promise<number> =>
  (await phone.farm.views.rodeos()).find((view) => view.rodeo.id === 'cria')?.heads ?? 0;

let server: FieldServer;
let clock: HandClock;
let ana: Phone;
let beto: Phone;
beforeEach(async () => {
  ({ server, clock, ana, beto } = await openField());
});

async function sellWithNoSignal(): Promise<{ opId: string; entityId: string }> {
  ana.fault = 'no-signal';
  await clock.pass(20_000);
  const saved = await ana.farm.acts.recordMovement('SELL', sale);
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value;
}

describe('Selling with no signal', () => {
  test('the sale is on the list at once, marked as waiting', async () => {
    const { entityId } = await sellWithNoSignal();
    const [first] = await ana.farm.views.lastTen();
    expect(first).toMatchObject({ key: entityId, state: 'pendiente', canUndo: true, author: 'Ana Paz' });
    expect(first?.movement.id).toMatch(/^-\d+$/);
    expect(first?.summary).toContain('3 vacas');
  });

  test('the rodeo is short three cows at once', async () => {
    await sellWithNoSignal();
    expect(await cows(ana)).toBe(57);
    expect((await ana.farm.views.lot('ombu'))?.heads).toBe(57);
  });

  test('what the book falls short of takes nothing from what stands beside it', async () => {
    const calves = {
      date: '2026-11-21',
      lot_id: 'ombu',
      rodeo_id: 'cria',
      animals: [{ type: 'ternero', count: 4 }],
    };
    await ana.farm.acts.recordMovement('BIRTH', calves);
    await ana.farm.acts.recordMovement('SELL', { ...sale, animals: [{ type: 'vaca', count: 65 }] });
    expect(await cows(ana)).toBe(4);
    expect((await ana.farm.views.lot('ombu'))?.heads).toBe(4);
  });

  test('the chip counts one waiting record and claims nothing else', async () => {
    await sellWithNoSignal();
    await clock.pass(20_000);
    expect(ana.farm.status()).toMatchObject({ waiting: 1, withError: 0, reach: 'unreachable', sending: null });
  });

  test('the sale outlives the app', async () => {
    await sellWithNoSignal();
    await ana.restart();
    expect(await ana.farm.views.pending()).toHaveLength(1);
    expect(await cows(ana)).toBe(57);
  });

  test('it can still be taken back after an hour without signal, and leaves no trace', async () => {
    const { opId } = await sellWithNoSignal();
    await clock.pass(3_600_000);
    expect(await ana.farm.acts.undo(opId)).toBe(true);
    await ana.reconnect();
    expect(await ana.farm.views.pending()).toEqual([]);
    expect(await ana.farm.views.sentToday()).toEqual([]);
    expect(await server.movements()).toHaveLength(0);
  });

  test('it is sent when the signal returns, and the other phone sees it', async () => {
    const { entityId } = await sellWithNoSignal();
    await ana.reconnect();
    expect(ana.farm.status()).toMatchObject({ waiting: 0, withError: 0, reach: 'reachable' });
    expect((await beto.farm.views.lastTen()).filter(isOfTest).map((view) => view.key)).toEqual([entityId]);
    expect(await cows(beto)).toBe(57);
  });

  test('it is marked as made in the field, so that it is not refused for stale counts', async () => {
    await sellWithNoSignal();
    await ana.reconnect();
    expect(server.calls.find((call) => call.method === 'POST')?.body).toMatchObject({ offline: true });
  });

  test('it is sent once even if the first answer was lost', async () => {
    await sellWithNoSignal();
    ana.fault = async (request) => {
      if (request.path === '/api/health') return null;
      if (request.method === 'POST') await server.call(request, 'ana');
      return { outcome: 'unreachable', reason: 'TIMEOUT_ERROR', detail: 'lost' };
    };
    ana.hint('online');
    await clock.pass(30_000);
    await ana.reconnect();
    const posts = server.calls.filter((call) => call.method === 'POST');
    expect(posts.length).toBeGreaterThan(1);
    expect(new Set(posts.map((call) => call.idempotencyKey)).size).toBe(1);
    expect(await server.movements()).toHaveLength(1);
    expect(await cows(ana)).toBe(57);
    expect(await cows(beto)).toBe(57);
  });

  test('a page opened under the temporary id is found after the sale was sent', async () => {
    const { entityId } = await sellWithNoSignal();
    const temporary = (await ana.farm.views.lastTen())[0]?.movement.id ?? '';
    await ana.reconnect();
    const view = await ana.farm.views.movement(temporary);
    expect(view).toMatchObject({ key: entityId, state: 'enviado' });
    expect(view?.movement.id).toBe(entityId);
  });
});

describe('A sale that the server refuses', () => {
  async function refused() {
    server.refuseNext.push({ path: '/sell/', code: 'NOT_ENOUGH_ANIMALS' });
    const saved = await sellWithNoSignal();
    await ana.reconnect();
    return saved;
  }

  test('leaves the list, and the cows come back', async () => {
    await refused();
    expect((await ana.farm.views.lastTen()).filter(isOfTest)).toEqual([]);
    expect(await cows(ana)).toBe(60);
  });

  test("stays in Pendientes, 'Con error', and says why", async () => {
    await refused();
    expect(await ana.farm.views.pending()).toMatchObject([
      {
        title: 'Venta',
        state: 'con_error',
        canCorrect: true,
        problem: { code: 'NOT_ENOUGH_ANIMALS', message: 'No hay animales suficientes' },
      },
    ]);
    expect(ana.farm.status()).toMatchObject({ waiting: 0, withError: 1 });
  });

  test('is sent as a new operation after it was corrected', async () => {
    const { opId, entityId } = await refused();
    const payload = await ana.farm.views.pendingPayload(opId);
    expect(payload).toMatchObject({ rodeo_id: 'cria', animals: [{ type: 'vaca', count: 3 }] });
    const saved = await ana.farm.acts.correct(opId, { ...sale, animals: [{ type: 'vaca', count: 2 }] });
    expect(saved.ok && saved.value.opId).not.toBe(opId);
    await clock.pass(30_000);
    expect(await cows(beto)).toBe(58);
    expect((await beto.farm.views.lastTen()).filter(isOfTest).map((view) => view.key)).toEqual([entityId]);
  });

  test('is judged anew when it is sent again', async () => {
    const { opId } = await refused();
    await ana.farm.acts.retry(opId);
    await clock.pass(10_000);
    expect(await ana.farm.views.pending()).toEqual([]);
    expect(await cows(beto)).toBe(57);
  });

  test('leaves the queue when it is discarded, and nothing of it is sent', async () => {
    const { opId } = await refused();
    const calls = server.calls.filter((call) => call.method === 'POST').length;
    await ana.farm.acts.discard(opId);
    await clock.pass(60_000);
    expect(await ana.farm.views.pending()).toEqual([]);
    expect(server.calls.filter((call) => call.method === 'POST')).toHaveLength(calls);
  });
});
