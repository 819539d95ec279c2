import { describe, expect, test } from 'vitest';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import { firstEpoch } from '../support/field-plot.ts';
import { openField, Phone } from '../support/field.ts';

type Call = Omit<Request, 'token'>;
type Odd = (call: Call, count: number) => Reply | null;

/** The life of the server that the phone knows. */
const own = firstEpoch;
const hour = 3_600_000;
/** Far below a call a second: a phone that tries every half minute, and asks some twenty things each time. */
const mostInAnHour = 3_000;
/** What never waits for anything would go on without end within one moment: there it is stopped. */
const endless = 20_000;

const birth = { date: '2026-11-21', lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'ternero', count: 2 }] };

/** All that an answer carries beside its body. */
const marksOf = (epoch: string | null, seq: number | null = null) => ({
  marks: { seq, epoch, mark: epoch && `mark-${epoch}-${seq}`, replayed: false, serverTimeMs: null },
});
const refusal = (status: number, code: string, epoch: string | null): Reply => ({
  outcome: 'refused',
  problem: { code, status, message: null, issues: [], retryAfterMs: null, requestId: null },
  ...marksOf(epoch),
});
const answer = (body: object, epoch: string, seq: number | null = null): Reply => ({
  outcome: 'answer',
  status: 200,
  body: { ok: true, server_time: '2026-11-21T12:00:00.000Z', ...body },
  ...marksOf(epoch, seq),
});

const isPull = ({ method, path, query }: Call): boolean =>
  method === 'GET' && path.startsWith('/api/sync/') && query?.['since'] !== undefined;
const isWhole = ({ path }: Call): boolean => path.endsWith('/snapshot');
const isLife = ({ path }: Call): boolean => path.endsWith('/life');
const isWrite = (call: Call): boolean => call.method !== 'GET' && !isLife(call);

const pulled = (epoch: string, from: number, to: number, more: boolean): Reply =>
  answer({ epoch, from, to, more, changes: [], acks: [], mark: `mark-${epoch}-${to}` }, epoch, to);
const whole = (epoch: string, to: number, next: string | null): Reply =>
  answer({ epoch, to, changes: [], next_page: next, mark: `mark-${epoch}-${to}` }, epoch, to);
const since = ({ query }: Call): number => Number(query?.['since'] ?? 0);
const shared = (epoch: string): Reply => answer({ epoch, shared: null }, epoch);

/** Servers that answer every call, none as it should; what they say nothing to is answered well. */
const odd: readonly (readonly [string, Odd])[] = [
  ['answers 410 to every pull', (call) => (isPull(call) ? refusal(410, 'RESYNC', own) : null)],
  [
    'says another life at every pull, always the same',
    (call) => (isPull(call) ? refusal(410, 'OTHER_LIFE', 'b') : null),
  ],
  [
    'says another life at every pull, each time a new one',
    (call, count) => {
      if (isPull(call)) return refusal(410, 'OTHER_LIFE', `life-${count}`);
      if (isWhole(call)) return whole(`life-${count - 1}`, 50, null);
      return isLife(call) ? shared(`life-${count}`) : null;
    },
  ],
  ['has an epoch of its own for each answer', (call, count) => oneOfEach(call, `life-${count}`)],
  [
    'says another life to every write',
    (call, count) => (isWrite(call) ? refusal(410, 'OTHER_LIFE', `life-${count}`) : null),
  ],
  ['says another life to the question which life it is', (call) => lifeless(call, refusal(410, 'OTHER_LIFE', 'c'))],
  ['does not know the question which life it is', (call) => lifeless(call, refusal(404, 'NOT_FOUND', 'b'))],
  ['knows more of what both share than the phone', (call) => lifeless(call, answer({ epoch: 'b', shared: 1e9 }, 'b'))],
  [
    'forgets its whole at the second page',
    (call) => {
      if (isPull(call)) return refusal(410, 'RESYNC', own);
      if (!isWhole(call)) return null;
      return call.query?.['page'] === undefined ? whole(own, 50, 'second') : refusal(410, 'RESYNC', own);
    },
  ],
  [
    'begins its whole anew in another life at the second page',
    (call, count) => {
      if (isPull(call)) return refusal(410, 'RESYNC', own);
      return isWhole(call) ? whole(`life-${count}`, 50, 'second') : null;
    },
  ],
  [
    'has a whole that leads from its page to the same page',
    (call) => {
      if (isPull(call)) return refusal(410, 'RESYNC', own);
      return isWhole(call) ? whole(own, 50, 'second') : null;
    },
  ],
  [
    'has a whole of empty pages that never ends',
    (call, count) => {
      if (isPull(call)) return refusal(410, 'RESYNC', own);
      return isWhole(call) ? whole(own, 50, `page-${count}`) : null;
    },
  ],
  [
    'went back in time and keeps its epoch',
    (call) => {
      if (isPull(call)) return since(call) > 0 ? refusal(410, 'RESYNC', own) : pulled(own, 0, 0, false);
      return isWhole(call) ? whole(own, 0, null) : null;
    },
  ],
  [
    'always has more, and gets no further',
    (call) => (isPull(call) ? pulled(own, since(call), since(call), true) : null),
  ],
  [
    'always has more, without a row in it',
    (call) => (isPull(call) ? pulled(own, since(call), since(call) + 1, true) : null),
  ],
  ['goes backwards in its feed', (call) => (isPull(call) ? pulled(own, since(call), since(call) - 1, true) : null)],
];

function oneOfEach(call: Call, epoch: string): Reply {
  if (isWhole(call)) return whole(epoch, 50, null);
  if (isPull(call)) return pulled(epoch, since(call), since(call), false);
  return isLife(call) ? shared(epoch) : answer({}, epoch, 5);
}

/** Another life at once; asked what both know, it says this. */
function lifeless(call: Call, said: Reply): Reply | null {
  if (isPull(call)) return refusal(410, 'OTHER_LIFE', 'b');
  if (isWhole(call)) return whole('b', 50, null);
  return isLife(call) ? said : null;
}

async function phoneBefore(strange: Odd) {
  const { server, clock, ana } = await openField();
  await ana.farm.acts.recordMovement('BIRTH', birth);
  await clock.pass(60_000);
  expect(await server.applied()).toHaveLength(1);
  let count = 0;
  ana.fault = (call) => {
    count += 1;
    if (count > endless) return { outcome: 'unreachable', reason: 'TIMEOUT_ERROR', detail: 'stopped by the test' };
    return strange(call, count);
  };
  return { server, clock, ana, calls: () => count };
}

describe('A server that', () => {
  test.each(odd)(
    '%s is not asked in a loop, loses no record, and is believed again when it is well',
    async (_, strange) => {
      const { server, clock, ana, calls } = await phoneBefore(strange);
      const saved = await ana.farm.acts.recordMovement('BIRTH', birth);
      expect(saved.ok).toBe(true);
      ana.hint('visible');
      await clock.pass(hour);
      expect(calls()).toBeGreaterThan(0);
      expect(calls()).toBeLessThan(mostInAnHour);
      await ana.reconnect();
      await clock.pass(5 * 60_000);
      expect(await server.applied()).toHaveLength(2);
      expect(await ana.farm.views.pending()).toEqual([]);
      const calves = (await ana.farm.views.stock()).find(({ category }) => category === 'ternero');
      expect(calves?.head).toBe(4);
    },
  );
});

test('A server that fails at what is new is asked again by itself, and nobody is told meanwhile that all is here', async () => {
  const { clock, ana, beto } = await openField();
  const calves = async () => (await ana.farm.views.stock()).find(({ category }) => category === 'ternero')?.head ?? 0;
  expect(ana.farm.status()).toMatchObject({ ready: true, reach: 'reachable', isBehind: false });
  ana.fault = (call) => (isPull(call) ? refusal(503, 'DATABASE_UNAVAILABLE', own) : null);
  await beto.farm.acts.recordMovement('BIRTH', birth);
  ana.hint('visible');
  await clock.pass(5_000);
  expect([ana.farm.status().isBehind, await calves()]).toEqual([true, 0]);
  // Nothing tells the phone that the server is well again.
  ana.fault = () => null;
  await clock.pass(40_000);
  expect([ana.farm.status().isBehind, await calves()]).toEqual([false, 2]);
});

test('A first load at which the server fails is one that the phone is behind with, while there is signal', async () => {
  const { server, clock } = await openField();
  const phone = new Phone(server, clock, 'ana');
  phone.fault = (call) => (isWhole(call) ? refusal(500, 'SERVER_ERROR', own) : null);
  await phone.start();
  expect(phone.farm.status()).toMatchObject({ ready: false, preparing: 0, reach: 'reachable', isBehind: true });
  phone.fault = 'no-signal';
  await clock.pass(60_000);
  expect(phone.farm.status()).toMatchObject({ ready: false, reach: 'unreachable', isBehind: false });
});
