import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../src/domain/limits.ts';
import type { Reply } from '../../src/app/net/reply.ts';
import type { Op } from '../../src/app/store/op.ts';
import { Batches } from '../../src/app/sync/outbox/batches.ts';
import { type HandClock, openField, type Phone } from '../support/field.ts';

/** How much goes to the server in one call (offline.md §2.4). */
const birth = { date: '2026-11-21', lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'ternero', count: 1 }] };

let clock: HandClock;
let ana: Phone;
let beto: Phone;
/** How many operations each batch had that reached the fault. */
let loads: number[];

beforeEach(async () => {
  ({ clock, ana, beto } = await openField());
  loads = [];
});

const calves = async (phone: Phone): Promise<number> =>
  (await phone.farm.views.stock()).find((cell) => cell.category === 'ternero')?.head ?? 0;

async function recordMany(count: number): Promise<void> {
  // Not one call: a sign of the link that is too old for a record to be risked.
  ana.fault = 'no-signal';
  await clock.pass(60_000);
  const typed = Array.from({ length: count }, (_, index) => ({ ...birth, detail: `Parto ${index}` }));
  const outcome = await ana.farm.acts.recordMovements('BIRTH', typed, 'record/partos');
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  await clock.pass(60_000);
}

/** Notes how much each batch brings; `judge` may answer for the server. */
function listening(judge: (count: number, text: string) => Reply | null = () => null): void {
  ana.fault = ({ path, body }) => {
    if (!path.endsWith('/ops')) return null;
    const { operations } = body as { readonly operations: readonly unknown[] };
    loads.push(operations.length);
    return judge(operations.length, JSON.stringify(body));
  };
}

const refusal = (status: number, path: string): Reply => ({
  outcome: 'refused',
  problem: {
    code: status === 413 ? '' : 'INVALID_BODY',
    status,
    message: null,
    issues: status === 413 ? [] : [{ path, message: 'Demasiadas' }],
    retryAfterMs: null,
    requestId: null,
  },
  marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
});
const silence: Reply = { outcome: 'unreachable', reason: 'TIMEOUT_ERROR', detail: 'lost on the way' };

async function allArrive(count: number): Promise<void> {
  await clock.pass(10 * 60_000);
  expect(await ana.farm.views.pending()).toEqual([]);
  expect([await calves(ana), await calves(beto)]).toEqual([count, count]);
}

describe('What waits is sent', () => {
  test('in three calls where there are a thousand and the server answers soon', async () => {
    await recordMany(1_000);
    listening();
    await allArrive(1_000);
    expect(loads).toEqual([50, 400, 550]);
  }, 120_000);

  test.each([400, 413])(
    'in smaller calls to a server of before that takes fewer and says so (%i), which is not tried again',
    async (status) => {
      await recordMany(320);
      listening((count) => (count > 80 ? refusal(status, 'operations') : null));
      await allArrive(320);
      expect(Math.max(...loads)).toBe(270);
      expect(loads.filter((count) => count > 80)).toEqual([270, 135]);
    },
    60_000,
  );

  test('in smaller calls over a way that loses the large ones', async () => {
    await recordMany(320);
    listening((_, text) => (text.length > 60_000 ? silence : null));
    await allArrive(320);
    const lost = loads.filter((count) => count > 150);
    // What was lost once is not tried again at every turn.
    expect(lost.length).toBeLessThan(4);
  }, 60_000);

  test('one by one to a server that has no such call', async () => {
    await recordMany(60);
    listening(() => refusal(404, ''));
    await allArrive(60);
    expect(loads).toEqual([50]);
  }, 60_000);
});

describe('How much goes at once', () => {
  const op = (n: number, letters = 10): Op =>
    ({ n, opId: `op-${n}`, attempts: 0, body: { detail: 'x'.repeat(letters) } }) as unknown as Op;
  const many = (count: number, letters?: number) => Array.from({ length: count }, (_, index) => op(index, letters));
  const answered = (batches: Batches, due: readonly Op[], tookMs: number): number => {
    const load = batches.next(due);
    batches.learn(load, { isAnswered: true, tookMs });
    return load.length;
  };

  test('grows with quick answers, slowly with slower ones, and not at all with slow ones', () => {
    const grown = (tookMs: number): readonly number[] => {
      const batches = new Batches();
      return Array.from({ length: 4 }, () => answered(batches, many(2_000), tookMs));
    };
    expect(grown(200)).toEqual([50, 400, limits.operationsPerBatch, limits.operationsPerBatch]);
    expect(grown(3_000)).toEqual([50, 100, 200, 400]);
    expect(grown(20_000)).toEqual([50, 50, 50, 50]);
  });

  test('does not grow by calls that were far from full', () => {
    const batches = new Batches();
    for (let time = 0; time < 5; time += 1) answered(batches, many(3), 100);
    expect(batches.next(many(2_000))).toHaveLength(50);
  });

  test('is bounded by its size too, whatever it has learnt', () => {
    const batches = new Batches();
    const large = many(2_000, 10_000);
    const counts = Array.from({ length: 4 }, () => answered(batches, large, 200));
    expect(counts).toEqual([19, 99, 99, 99]);
    expect(JSON.stringify(batches.next(large).map(({ body }) => body)).length).toBeLessThan(1_010_000);
  });

  test('grows again after a small load was lost: the signal may have gone', () => {
    const batches = new Batches();
    batches.learn(batches.next(many(2_000)), { isAnswered: false, tookMs: 30_000 });
    expect(Array.from({ length: 4 }, () => answered(batches, many(2_000), 200))).toEqual([25, 50, 400, 1_000]);
  });

  test('falls to half at a silence, and stays below what was lost, but for what it begins with', () => {
    const batches = new Batches();
    for (let time = 0; time < 3; time += 1) answered(batches, many(2_000), 200);
    batches.learn(batches.next(many(2_000)), { isAnswered: false, tookMs: 30_000 });
    const after = Array.from({ length: 4 }, () => answered(batches, many(2_000), 200));
    expect(after).toEqual([500, 500, 500, 500]);
    for (let time = 0; time < 9; time += 1)
      batches.learn(batches.next(many(2_000)), { isAnswered: false, tookMs: 30_000 });
    expect(batches.next(many(2_000))).toHaveLength(1);
    const back = Array.from({ length: 8 }, () => answered(batches, many(2_000), 200));
    expect([back[0], back.at(-1)]).toEqual([1, 50]);
    expect(back.every((count, index) => count <= 2 * (back[index - 1] ?? 1) + 1)).toBe(true);
  });
});
