import { beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../src/app/net/reply.ts';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import type { FieldServer } from '../support/field-server.ts';

const birth = { date: '2026-11-21', lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'ternero', count: 2 }] };
const minutes = (count: number): number => count * 60_000;

let server: FieldServer;
let clock: HandClock;
let ana: Phone;
beforeEach(async () => {
  ({ server, clock, ana } = await openField());
});

const tooOld: Reply = {
  outcome: 'refused',
  problem: { code: 'UPGRADE_REQUIRED', status: 426, message: null, issues: [], retryAfterMs: null, requestId: null },
  marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
};
const states = async (): Promise<readonly string[]> => (await ana.farm.views.pending()).map((view) => view.state);
async function record(): Promise<void> {
  const outcome = await ana.farm.acts.recordMovement('BIRTH', birth);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
}

describe.each<[string, (request: { readonly method: string }) => Reply | null]>([
  ['takes no records', ({ method }) => (method === 'GET' ? null : tooOld)],
  ['answers nothing at all', () => tooOld],
])('A server to which this app is too old and that %s', (_what, refuse) => {
  beforeEach(async () => {
    ana.fault = refuse;
    await record();
    await record();
    await clock.pass(minutes(2));
  });

  test('is told to the person; every record stays, and more can be made', async () => {
    expect(await states()).toEqual(['pendiente', 'pendiente']);
    await record();
    await clock.pass(100);
    expect(ana.farm.status()).toMatchObject({ waiting: 3, withError: 0, mustUpdate: true });
    expect(await server.applied()).toEqual([]);
  });

  test('is not asked all the time', async () => {
    const asked: string[] = [];
    ana.fault = (request) => {
      asked.push(request.path);
      return refuse(request);
    };
    await clock.pass(minutes(10));
    expect(asked.length).toBeLessThan(90);
  });

  test('gets everything once when the app was updated', async () => {
    ana.fault = 'none';
    await ana.restart();
    await clock.pass(minutes(1));
    expect([await states(), (await server.applied()).length]).toEqual([[], 2]);
    expect(ana.farm.status().mustUpdate).toBe(false);
  });
});
