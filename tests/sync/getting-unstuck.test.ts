import { openMemoryStore } from '../support/memory-store.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../src/app/net/reply.ts';
import { confirmByPage } from '../../src/app/store/confirm.ts';
import { Batches } from '../../src/app/sync/outbox/batches.ts';
import { drain } from '../../src/app/sync/outbox/drain.ts';
import { isStuck } from '../../src/app/sync/outbox/outbox.ts';
import { type HandClock, openField, Phone } from '../support/field.ts';
import type { FieldServer } from '../support/field-server.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const birth = {
  date: '2026-11-21',
  lot_id: 'ombu',
  rodeo_id: 'cria',
  animals: [{ type: 'ternero', count: 2 }],
};
const minutes = (count: number): number => count * 60_000;

let server: FieldServer;
let clock: HandClock;
let ana: Phone;
let beto: Phone;
beforeEach(async () => {
  ({ server, clock, ana, beto } = await openField());
});

const calves = async (phone: Phone): Promise<number> =>
  (await phone.farm.views.stock()).find((cell) => cell.category === 'ternero')?.head ?? 0;

async function recordBirth(): Promise<string> {
  const outcome = await ana.farm.acts.recordMovement('BIRTH', birth);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value.opId;
}

const refusal = (code: string, status: number): Reply => ({
  outcome: 'refused',
  problem: { code, status, message: null, issues: [], retryAfterMs: null, requestId: null },
  marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
});
const refusingWrites =
  (code: string, status: number) =>
  ({ method }: { readonly method: string }): Reply | null =>
    method === 'GET' ? null : refusal(code, status);

describe('Another tab holds the outbox and has frozen', () => {
  beforeEach(async () => {
    ana.fault = ({ method }) =>
      method === 'GET' ? null : { outcome: 'unreachable', reason: 'TIMEOUT_ERROR', detail: 'lost on the way' };
    await recordBirth();
    await clock.pass(10_000);
    ana.fault = 'none';
    ana.isLockHeld = true;
  });

  test('after two minutes this one takes over, also when a sign had hurried the record', async () => {
    ana.hint('online');
    await clock.pass(minutes(4));
    expect(ana.farm.status()).toMatchObject({ waiting: 0 });
    expect(await calves(beto)).toBe(2);
  });

  test('a long queue that it is sending one by one is not taken from it', async () => {
    const { ops, sync } = await ana.store.outbox(organizationId);
    const now = clock.now() + minutes(3);
    const sentAt = (ms: number) => ({ ops, sync: { ...sync, lastSentAt: new Date(ms).toISOString() } });
    expect(isStuck(sentAt(now - minutes(2.5)), 'reachable', now)).toBe(true);
    expect(isStuck(sentAt(now - minutes(1)), 'reachable', now)).toBe(false);
    expect(isStuck(sentAt(now + minutes(60)), 'reachable', now)).toBe(true);
  });

  test('until then the feed is asked less and less often, not all the time', async () => {
    const before = server.calls.length;
    await clock.pass(minutes(1.5));
    expect(server.calls.length - before).toBeLessThan(15);
  });
});

describe('A call that never ends', () => {
  test('on the first start of all is given up, and the farm still loads', async () => {
    const caro = new Phone(server, clock, 'caro');
    caro.fault = 'hangs';
    await caro.start();
    caro.fault = 'none';
    await clock.pass(minutes(4));
    expect(caro.farm.status().ready).toBe(true);
  });

  test('with a record in it is given up, and the record arrives once', async () => {
    await recordBirth();
    ana.fault = 'hangs';
    await clock.pass(10_000);
    ana.fault = 'none';
    await clock.pass(minutes(4));
    expect(await calves(beto)).toBe(2);
    expect(ana.farm.status().waiting).toBe(0);
  });
});

describe('A clock that was two days ahead and is set right', () => {
  test('does not hold a record back for two days', async () => {
    await recordBirth();
    clock.setBack(minutes(2 * 24 * 60));
    await clock.pass(minutes(1));
    expect(await calves(beto)).toBe(2);
  });

  test('does not keep for two days what the feed never acknowledges here: the record of somebody else', async () => {
    ana.fault = 'no-signal';
    await recordBirth();
    const given = await ana.farm.acts.exportPending(false);
    beto.fault = ({ method, path }) =>
      method === 'GET' && path.includes('/sync/') ? refusal('SERVER_ERROR', 500) : null;
    await beto.farm.acts.takeIn(given.ok ? (given.value?.text ?? '') : '');
    await clock.pass(minutes(1));
    const { ops, sync } = await beto.store.outbox(organizationId);
    expect(ops.map(({ state }) => state)).toEqual(['acked']);
    const archivedBy = (told: readonly string[], more = false): number => {
      const to = (sync.cursor ?? 0) + 1;
      const at = new Date(clock.now()).toISOString();
      const page = { epoch: '', from: 0, to, more, changes: [], acks: [], reported: new Set(told), at };
      return confirmByPage(ops, page).archive.length;
    };
    const keys = ops.map(({ opId }) => opId);
    expect([archivedBy([]), archivedBy(keys)]).toEqual([0, 1]);
  });
});

describe('A server that asks for a day of patience', () => {
  test('is asked again after a quarter of an hour', async () => {
    ana.fault = (request) => {
      const reply = refusal('RATE_LIMITED', 429);
      if (request.method === 'GET' || reply.outcome !== 'refused') return null;
      return { ...reply, problem: { ...reply.problem, retryAfterMs: minutes(24 * 60) } };
    };
    await recordBirth();
    await clock.pass(minutes(1));
    ana.fault = 'none';
    await clock.pass(minutes(13));
    expect(await calves(beto)).toBe(0);
    await clock.pass(minutes(3));
    expect(await calves(beto)).toBe(2);
  });
});

describe('A way to the server that does not let everything through', () => {
  const lostWhere =
    (isLost: (body: string) => boolean) =>
    ({ body }: { readonly body?: unknown }): Reply | null =>
      isLost(JSON.stringify(body ?? null))
        ? { outcome: 'unreachable', reason: 'PARSING_ERROR', detail: '403 text/html' }
        : null;
  const recordSome = async (details: readonly string[]): Promise<void> => {
    ana.fault = 'no-signal';
    for (const detail of details) await ana.farm.acts.recordMovement('BIRTH', { ...birth, detail });
    await clock.pass(minutes(1));
  };

  test('holds back the record that it stops, and no other', async () => {
    await recordSome(['uno', 'dos', '<script>', 'cuatro', 'cinco', 'seis', 'siete', 'ocho']);
    ana.fault = lostWhere((body) => body.includes('<script>'));
    await clock.pass(minutes(6));
    expect(await calves(beto)).toBe(14);
    const waiting = await ana.farm.views.pending();
    expect(waiting.map(({ state }) => state)).toEqual(['pendiente']);
    ana.fault = 'none';
    await clock.pass(minutes(2));
    expect(await calves(beto)).toBe(16);
  });

  test('gets less at once where all together are too much for it', async () => {
    await recordSome(Array.from({ length: 20 }, (_, index) => `Parto ${index}`));
    ana.fault = lostWhere((body) => body.length > 2_000);
    await clock.pass(minutes(6));
    expect(await calves(beto)).toBe(40);
    expect(ana.farm.status().waiting).toBe(0);
  });
});

describe('A session that has ended for records alone', () => {
  test('does not make the phone ask all the time', async () => {
    ana.fault = refusingWrites('SESSION_EXPIRED', 401);
    await recordBirth();
    await recordBirth();
    await clock.pass(minutes(1));
    const before = server.calls.length;
    await clock.pass(minutes(2));
    expect(server.calls.length - before).toBeLessThan(6);
  });
});

describe('A record that waits behind a refused one', () => {
  test('goes by itself once the office has taken that one', async () => {
    ana.fault = refusingWrites('NAME_TAKEN', 409);
    const lot = await ana.farm.acts.createLot({ name: 'La Esquina', hectares: 10 });
    if (!lot.ok) throw new Error(JSON.stringify(lot.problem));
    await ana.farm.acts.recordMovement('BIRTH', { ...birth, lot_id: lot.value.entityId });
    await clock.pass(minutes(1));
    const { ops } = await ana.store.outbox(organizationId);
    expect(ops.map(({ state }) => state)).toEqual(['attention', 'blocked']);
    const [refused] = ops;
    if (!refused) throw new Error('nothing was refused');
    const { method, path, body, opId } = refused;
    await server.call({ method, path, body, idempotencyKey: opId }, 'ana');
    ana.fault = 'none';
    await clock.pass(minutes(6));
    expect(await ana.farm.views.pending()).toEqual([]);
    expect(await calves(beto)).toBe(2);
  });
});

describe('A refusal that this version does not know', () => {
  test('is tried again under a new key: a server may remember its answer to the old one', async () => {
    ana.fault = refusingWrites('OF_A_NEWER_SERVER', 422);
    const opId = await recordBirth();
    await clock.pass(minutes(1));
    expect((await ana.farm.views.pending()).map((view) => view.state)).toEqual(['con_error']);
    ana.fault = 'none';
    await ana.farm.acts.retry(opId);
    await clock.pass(minutes(1));
    expect(await calves(beto)).toBe(2);
    expect(await server.applied()).not.toContain(opId);
  });
});

describe('A run that was given up between two steps', () => {
  test('sends nothing more: somebody else may be signed in', async () => {
    const store = openMemoryStore();
    const phone = await new Phone(server, clock, 'ana', store).start();
    phone.fault = 'no-signal';
    await phone.farm.acts.recordMovement('BIRTH', birth);
    await clock.pass(10_000);
    phone.farm.stop();
    let looks = 0;
    const sent: string[] = [];
    const ports = {
      store,
      clock,
      organizationId,
      userId: 'ana',
      random: { fraction: () => 0 },
      net: {
        call: ({ path }: { readonly path: string }) => {
          sent.push(path);
          return Promise.resolve(refusal('SERVER_ERROR', 500));
        },
      },
      onReply: () => undefined,
      onSent: () => undefined,
      batches: new Batches(1),
    };
    expect(await drain({ ...ports, isCurrent: () => (looks += 1) === 1 })).toEqual({ is: 'dropped' });
    expect(sent).toEqual([]);
    await drain({ ...ports, isCurrent: () => true });
    expect(sent).toHaveLength(1);
  });
});
