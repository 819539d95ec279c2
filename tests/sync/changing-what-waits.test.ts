import { beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../src/app/net/reply.ts';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import { madeOn } from '../support/field-plot.ts';
import type { FieldCall, FieldServer } from '../support/field-server.ts';

const birth = (count: number) => ({
  date: '2026-11-21',
  lot_id: 'ombu',
  rodeo_id: 'cria',
  animals: [{ type: 'ternero', count }],
});
let server: FieldServer;
let clock: HandClock;
let ana: Phone;
let beto: Phone;
beforeEach(async () => {
  ({ server, clock, ana, beto } = await openField());
});

const calves = async (phone: Phone): Promise<number> =>
  (await phone.farm.views.stock()).find((cell) => cell.category === 'ternero')?.head ?? 0;
const writes = () => server.calls.filter((call) => call.method !== 'GET');
async function saved(outcome: ReturnType<Phone['farm']['acts']['recordMovement']>) {
  const result = await outcome;
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

describe('Editing a birth that was never tried', () => {
  test('needs no second call: what is sent is the last word', async () => {
    const { entityId, opId } = await saved(ana.farm.acts.recordMovement('BIRTH', birth(2)));
    expect((await saved(ana.farm.acts.editMovement(entityId, birth(3)))).opId).toBe(opId);
    expect(await calves(ana)).toBe(3);
    await clock.pass(30_000);
    expect(writes().map((call) => call.method)).toEqual(['POST']);
    expect(await calves(beto)).toBe(3);
  });
});

describe('The newest day of a lot', () => {
  test('counts what waits', async () => {
    expect((await ana.farm.views.lastMovementDays()).get('ombu')).toBe(madeOn);
    ana.fault = 'no-signal';
    await saved(ana.farm.acts.recordMovement('BIRTH', birth(2)));
    expect((await ana.farm.views.lastMovementDays()).get('ombu')).toBe('2026-11-21');
  });
});

describe('Editing a birth while it is being sent', () => {
  test('goes behind it as an edit, and both arrive', async () => {
    const { entityId } = await saved(ana.farm.acts.recordMovement('BIRTH', birth(2)));
    const edits: Promise<unknown>[] = [];
    ana.fault = (request) => {
      if (request.method === 'POST' && edits.length === 0) edits.push(ana.farm.acts.editMovement(entityId, birth(5)));
      return null;
    };
    await clock.pass(60_000);
    await Promise.all(edits);
    expect(writes().map((call) => call.method)).toEqual(['POST', 'PUT']);
    expect([await calves(ana), await calves(beto)]).toEqual([5, 5]);
    expect((await beto.farm.views.movement(entityId))?.movement.metadata.editHistory).toHaveLength(1);
  });
});

describe('Deleting a birth', () => {
  test('that was never tried leaves no trace and makes no call', async () => {
    const { entityId } = await saved(ana.farm.acts.recordMovement('BIRTH', birth(2)));
    await saved(ana.farm.acts.deleteMovement(entityId));
    await clock.pass(60_000);
    expect(writes()).toEqual([]);
    expect(await ana.farm.views.movement(entityId)).toBeNull();
    expect(await calves(ana)).toBe(0);
  });

  test("that is on the server shows it 'Eliminado' at once, and the calves are gone from the lot", async () => {
    const { entityId } = await saved(ana.farm.acts.recordMovement('BIRTH', birth(2)));
    await clock.pass(30_000);
    ana.fault = 'no-signal';
    await saved(ana.farm.acts.deleteMovement(entityId));
    expect((await ana.farm.views.movement(entityId))?.movement.metadata.deletedBy).toBe('ana');
    expect(await calves(ana)).toBe(0);
    const deletedAt = (await ana.farm.views.movement(entityId))?.movement.metadata.deletedAt;
    await clock.pass(600_000);
    await ana.reconnect();
    expect(await calves(beto)).toBe(0);
    // It says when it was done: whether a hand still might is judged by that, not by when the signal came back.
    expect(writes().at(-1)).toMatchObject({ method: 'DELETE', query: { recorded_at: deletedAt } });
  });
});

describe('A new lot and a birth in it, with no signal', () => {
  const lot = { name: 'La Loma', hectares: 40, animals: [{ type: 'vaca', count: 10 }] };
  async function recordBoth() {
    ana.fault = 'no-signal';
    const made = await saved(ana.farm.acts.createLot(lot));
    const born = await saved(
      ana.farm.acts.recordMovement('BIRTH', { ...birth(1), lot_id: made.entityId, rodeo_id: null }),
    );
    return { made, born };
  }

  test('are both on the screen, the lot marked as not yet sent', async () => {
    const { made } = await recordBoth();
    expect(await ana.farm.views.lot(made.entityId)).toMatchObject({
      state: 'pendiente',
      heads: 11,
      lot: { name: 'La Loma', isOptimistic: true },
    });
    expect((await ana.farm.views.pending()).map((view) => view.waitsFor)).toEqual([null, 'Lote nuevo · La Loma']);
  });

  test('arrive in their order', async () => {
    const { made } = await recordBoth();
    await ana.reconnect();
    expect(writes().map((call) => call.path.split('/')[2])).toEqual(['lot', 'movement']);
    expect(await beto.farm.views.lot(made.entityId)).toMatchObject({ heads: 11, state: 'enviado' });
  });

  test('the lot cannot be taken back under the birth', async () => {
    const { made } = await recordBoth();
    expect(await ana.farm.acts.undo(made.opId)).toBe(false);
    expect((await ana.farm.acts.deleteLot(made.entityId)).ok).toBe(false);
    expect(await ana.farm.views.pending()).toHaveLength(2);
  });

  test('a refused lot holds back the birth in it and nobody else, and stays visible with its problem', async () => {
    const { made } = await recordBoth();
    await saved(ana.farm.acts.recordMovement('RAIN', { date: '2026-11-21', campo_id: 'sur', mm: 12 }));
    server.refuseNext.push({ path: '/lot/create/', code: 'NAME_TAKEN' });
    await ana.reconnect();
    expect(await ana.farm.views.lot(made.entityId)).toMatchObject({
      state: 'con_error',
      problem: 'Ya existe uno con ese nombre',
    });
    expect((await ana.farm.views.pending()).map((view) => [view.title, view.state])).toEqual([
      ['Lote nuevo', 'con_error'],
      ['Nacimiento', 'pendiente'],
    ]);
    expect((await beto.farm.views.rainByMonth('2026'))['2026-11|sur']).toBe(12);
    await saved(ana.farm.acts.correct(made.opId, { ...lot, name: 'La Loma 2' }));
    await clock.pass(60_000);
    expect(await beto.farm.views.lot(made.entityId)).toMatchObject({ heads: 11, lot: { name: 'La Loma 2' } });
    expect(await ana.farm.views.pending()).toEqual([]);
  });

  test('discarding the refused lot keeps the birth for the person to place elsewhere', async () => {
    const { made } = await recordBoth();
    server.refuseNext.push({ path: '/lot/create/', code: 'NAME_TAKEN' });
    await ana.reconnect();
    await ana.farm.acts.discard(made.opId);
    const [left] = await ana.farm.views.pending();
    expect(left).toMatchObject({ title: 'Nacimiento', state: 'con_error' });
    expect(left?.problem?.message).toBe('Depende de un registro que descartaste');
    await saved(ana.farm.acts.correct(left?.opId ?? '', birth(1)));
    await clock.pass(30_000);
    expect(await calves(beto)).toBe(1);
  });
});

describe('Deleting a lot that another phone has already deleted', () => {
  test('counts as deleted', async () => {
    const { entityId } = await saved(ana.farm.acts.createLot({ name: 'Vacío', hectares: 5 }));
    await clock.pass(30_000);
    ana.fault = 'no-signal';
    await saved(ana.farm.acts.deleteLot(entityId));
    await saved(beto.farm.acts.deleteLot(entityId));
    await clock.pass(30_000);
    await ana.reconnect();
    expect(await ana.farm.views.pending()).toEqual([]);
    expect((await ana.farm.views.lots()).map((view) => view.lot.id)).not.toContain(entityId);
  });
});

const sessionOver = (request: FieldCall): Reply | null =>
  request.method === 'GET'
    ? null
    : {
        outcome: 'refused',
        problem: {
          code: 'SESSION_EXPIRED',
          status: 401,
          message: 'session expired',
          issues: [],
          retryAfterMs: null,
          requestId: null,
        },
        marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
      };

describe('A session that has ended', () => {
  test('pauses the queue without trying every record, and goes on after signing in', async () => {
    await saved(ana.farm.acts.recordMovement('BIRTH', birth(1)));
    await saved(ana.farm.acts.recordMovement('BIRTH', birth(2)));
    ana.fault = sessionOver;
    await clock.pass(60_000);
    expect(ana.farm.status()).toMatchObject({ needsSignIn: true, waiting: 2 });
    expect((await ana.farm.views.pending()).map((view) => [view.state, view.attempts])).toEqual([
      ['espera_sesion', 1],
      ['pendiente', 0],
    ]);
    ana.fault = 'none';
    ana.hint('signed-in');
    await clock.pass(30_000);
    expect(ana.farm.status()).toMatchObject({ needsSignIn: false, waiting: 0 });
    expect(await calves(beto)).toBe(3);
  });

  test('leaves what it did not try free to be changed, however often it ends', async () => {
    await saved(ana.farm.acts.recordMovement('BIRTH', birth(1)));
    const { entityId } = await saved(ana.farm.acts.recordMovement('BIRTH', birth(2)));
    ana.fault = sessionOver;
    for (let times = 0; times < 3; times += 1) {
      ana.hint('signed-in');
      await clock.pass(60_000);
    }
    const { ops } = await ana.store.outbox(server.organizationId);
    expect(ops.map((op) => [op.attempts, op.firstSentAt === null])).toEqual([
      [3, false],
      [3, true],
    ]);
    await saved(ana.farm.acts.editMovement(entityId, birth(5)));
    expect((await ana.farm.views.pending()).map((view) => view.attempts)).toEqual([3, 0]);
    ana.fault = 'none';
    ana.hint('signed-in');
    await clock.pass(30_000);
    expect(await calves(beto)).toBe(6);
  });
});

describe('A captive portal', () => {
  test('answers everything with its page, and no record is taken for sent', async () => {
    await saved(ana.farm.acts.recordMovement('BIRTH', birth(1)));
    ana.fault = () => ({
      outcome: 'answer',
      status: 200,
      body: { ok: true },
      marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
    });
    await clock.pass(120_000);
    expect(ana.farm.status().waiting).toBe(1);
    await ana.reconnect();
    expect(await calves(beto)).toBe(1);
    expect(ana.farm.status().waiting).toBe(0);
  });
});

describe('A phone that was opened twice on an old answer', () => {
  test('a live message that is already known asks for nothing', async () => {
    const before = server.calls.length;
    for (const hear of server.listeners) {
      hear({
        action: 'movement-created',
        organization_id: '11111111-1111-4111-8111-111111111111',
        seq: 0,
        prev_seq: 0,
        epoch: 'epoch-1',
        changes: [],
      });
    }
    await clock.pass(1_000);
    expect(server.calls.length).toBe(before);
  });
});
