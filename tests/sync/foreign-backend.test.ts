import { beforeEach, describe, expect, test } from 'vitest';
import { offlineSentences } from '../../src/contract/sentences-offline.ts';
import { HandClock, Phone } from '../support/field.ts';
import { type ForeignServer, openForeignServer } from '../support/foreign-server.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const birth = { date: '2026-11-21', lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'ternero', count: 2 }] };
const rain = { date: '2026-11-21', campo_id: 'sur', mm: 22 };
const minutes = (count: number): number => count * 60_000;

let server: ForeignServer;
let clock: HandClock;
let ana: Phone;
beforeEach(async () => {
  clock = new HandClock();
  server = await openForeignServer(clock);
  ana = await new Phone(server, clock, 'ana').start();
});

const heads = async (phone: Phone, category: string): Promise<number> =>
  (await phone.farm.views.stock())
    .filter((cell) => cell.category === category)
    .reduce((total, cell) => total + cell.head, 0);
const onServer = async (type: string): Promise<number> =>
  (await server.movements()).filter((row) => row['type'] === type).length;
const states = async (): Promise<readonly string[]> => (await ana.farm.views.pending()).map((view) => view.state);
async function record(type: 'BIRTH' | 'RAIN', body: Readonly<Record<string, unknown>>): Promise<string> {
  const outcome = await ana.farm.acts.recordMovement(type, body);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value.entityId;
}

describe('A backend that has only the specification’s calls', () => {
  test('fills the phone out of its whole lists', async () => {
    expect(ana.farm.status()).toMatchObject({ ready: true, reach: 'reachable' });
    expect([await heads(ana, 'vaca'), (await ana.farm.views.lots()).length]).toEqual([60, 2]);
    expect(await ana.store.diagnostics()).toEqual([]);
  });

  test('is told nothing of what waits on a phone', async () => {
    ana.fault = 'no-signal';
    await record('RAIN', rain);
    await clock.pass(minutes(1));
    await ana.reconnect();
    expect(await onServer('RAIN')).toBe(1);
    expect(server.calls.filter(({ said }) => said !== undefined)).toEqual([]);
    expect(server.calls.length).toBeGreaterThan(5);
  });

  test('gets a record once, under an id of its own, and the old id still opens it', async () => {
    const id = await record('BIRTH', birth);
    await clock.pass(minutes(1));
    expect([await onServer('BIRTH'), await states(), await heads(ana, 'ternero')]).toEqual([1, [], 2]);
    expect((await ana.farm.views.movement(id))?.movement.id).not.toBe(id);
    expect((await ana.farm.views.lastTen()).filter((view) => view.movement.type === 'BIRTH')).toHaveLength(1);
  });

  test('is told of what a phone did under the names that it gave', async () => {
    ana.fault = 'no-signal';
    const lot = await ana.farm.acts.createLot({ name: 'Nuevo', hectares: 10 });
    if (!lot.ok) throw new Error('not saved');
    await record('BIRTH', { ...birth, lot_id: lot.value.entityId });
    await clock.pass(minutes(1));
    await ana.reconnect();
    expect([await states(), await onServer('BIRTH')]).toEqual([[], 1]);
    const made = (await server.lots()).find((row) => row['name'] === 'Nuevo');
    expect(made?.['id']).not.toBe(lot.value.entityId);
    expect(await server.cells()).toContainEqual({ lot: made?.['id'], rodeo: 'cria', category: 'ternero', head: 2 });
  });

  test('shows another’s record when it says so live, and an own one once', async () => {
    await server.call({ method: 'POST', path: `/api/movement/birth/${organizationId}`, body: birth }, 'beto');
    await clock.pass(1_000);
    expect(await heads(ana, 'ternero')).toBe(2);
    await record('BIRTH', birth);
    await clock.pass(minutes(1));
    for (const row of await server.movements()) server.sayMovement(row);
    await clock.pass(1_000);
    expect((await ana.farm.views.lastTen()).filter((view) => view.movement.type === 'BIRTH')).toHaveLength(2);
  });

  test('is not asked for batches or digests', async () => {
    await record('BIRTH', birth);
    await record('RAIN', rain);
    // Digests are asked for four times a day where there are any.
    await clock.pass(minutes(13 * 60));
    expect(server.calls.filter(({ path }) => path.endsWith('/ops'))).toEqual([]);
    expect(server.calls.filter(({ query }) => query?.['digest'] !== undefined)).toEqual([]);
  });
});

describe('An answer that got lost before such a backend', () => {
  test('is looked for in the lists: found, it is sent, and never a second time', async () => {
    ana.fault = 'answer-lost';
    await record('BIRTH', birth);
    await clock.pass(10_000);
    ana.fault = 'none';
    await clock.pass(minutes(5));
    expect([await onServer('BIRTH'), await states(), await heads(ana, 'ternero')]).toEqual([1, [], 2]);
  });

  test('also when the app was killed while it sent', async () => {
    await record('BIRTH', birth);
    ana.fault = 'writes-hang';
    await clock.pass(9_000);
    expect((await ana.store.outbox(organizationId)).ops.map((op) => op.state)).toEqual(['inflight']);
    await server.call({ method: 'POST', path: `/api/movement/birth/${organizationId}`, body: birth }, 'ana');
    ana.fault = 'none';
    await ana.restart();
    await clock.pass(minutes(5));
    expect([await onServer('BIRTH'), await states()]).toEqual([1, []]);
  });

  test('not found, the record waits for a person, who is told that it may have been sent', async () => {
    ana.fault = ({ method }) =>
      method === 'GET' ? null : { outcome: 'unreachable', reason: 'TIMEOUT_ERROR', detail: 'lost on the way' };
    await record('RAIN', rain);
    await clock.pass(10_000);
    ana.fault = 'none';
    await clock.pass(30_000);
    expect(await states()).toEqual(['pendiente']);
    await clock.pass(minutes(2));
    const [view] = await ana.farm.views.pending();
    expect(view).toMatchObject({
      state: 'con_error',
      problem: { code: 'MAYBE_SENT', message: offlineSentences.maybeSent },
    });
    expect(await onServer('RAIN')).toBe(0);
    await ana.farm.acts.retry(view?.opId ?? '');
    await clock.pass(minutes(1));
    expect([await onServer('RAIN'), await states()]).toEqual([1, []]);
  });

  test('two rows that could be it are no proof: a person looks', async () => {
    ana.fault = 'answer-lost';
    await record('RAIN', rain);
    await clock.pass(10_000);
    await server.call({ method: 'POST', path: `/api/movement/weather/rain/${organizationId}`, body: rain }, 'ana');
    ana.fault = 'none';
    await clock.pass(minutes(5));
    expect([await onServer('RAIN'), await states()]).toEqual([2, ['con_error']]);
  });

  test('another hand’s equal rain is not taken for it', async () => {
    ana.fault = ({ method }) =>
      method === 'GET' ? null : { outcome: 'unreachable', reason: 'TIMEOUT_ERROR', detail: 'lost on the way' };
    await record('RAIN', rain);
    await clock.pass(10_000);
    await server.call({ method: 'POST', path: `/api/movement/weather/rain/${organizationId}`, body: rain }, 'beto');
    ana.fault = 'none';
    await clock.pass(minutes(5));
    expect([await onServer('RAIN'), await states()]).toEqual([1, ['con_error']]);
  });

  test('an edit goes again by itself: said twice it is the same', async () => {
    const id = await record('RAIN', rain);
    await clock.pass(minutes(1));
    ana.fault = 'answer-lost';
    await ana.farm.acts.editMovement(id, { ...rain, mm: 30 });
    await clock.pass(10_000);
    ana.fault = 'none';
    await clock.pass(minutes(1));
    expect(await states()).toEqual([]);
    expect((await ana.farm.views.movement(id))?.movement.metadata).toMatchObject({ mm: 30 });
  });
});

describe('A page of a hotel’s network before such a backend', () => {
  test('is no word of it: nothing counts as sent', async () => {
    ana.fault = 'no-signal';
    await record('RAIN', rain);
    await clock.pass(minutes(1));
    ana.fault = () => ({ outcome: 'unreachable', reason: 'PARSING_ERROR', detail: '200 text/html' });
    ana.hint('online');
    await clock.pass(minutes(2));
    expect([await states(), await onServer('RAIN')]).toEqual([['pendiente'], 0]);
    await ana.reconnect();
    await clock.pass(minutes(1));
    expect([await states(), await onServer('RAIN')]).toEqual([[], 1]);
  });
});
