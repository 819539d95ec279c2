import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import type { FieldServer } from '../support/field-server.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const birth = { date: '2026-11-21', lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'ternero', count: 2 }] };
const hours = (count: number): number => count * 3_600_000;
const heads = async (phone: Phone, category: string): Promise<number> =>
  (await phone.farm.views.stock()).find((cell) => cell.category === category)?.head ?? 0;

let server: FieldServer;
let clock: HandClock;
let ana: Phone;
beforeEach(async () => {
  ({ server, clock, ana } = await openField());
});

const looks = (): number => server.calls.filter(({ query }) => query?.['digest'] !== undefined).length;
const loads = (): number =>
  server.calls.filter(({ path, query }) => path.endsWith('/snapshot') && query?.['page'] === undefined).length;
const told = async (): Promise<readonly string[]> =>
  (await ana.store.diagnostics()).filter(({ event }) => event === 'rows-differ').map(({ detail }) => detail);

/** A bug of one side, or a disk that lost a page: a balance that the server does not have. */
const spoil = (): Promise<void> =>
  ana.store.applyRows(
    organizationId,
    [{ table: 'cells', id: 'ombu|cria|vaca', row: { lot_id: 'ombu', rodeo_id: 'cria', category_id: 'vaca', head: 7 } }],
    null,
  );

describe('Rows that are not the server’s', () => {
  test('are noticed within hours, fetched again, and told in the diagnostics', async () => {
    const right = await heads(ana, 'vaca');
    await spoil();
    expect(await heads(ana, 'vaca')).toBe(7);
    await clock.pass(hours(6.5));
    expect(await heads(ana, 'vaca')).toBe(right);
    expect(await told()).toEqual([expect.stringMatching(/^cells: \d+-[0-9a-f]{16} here, \d+-[0-9a-f]{16} there$/)]);
  });

  test('leave what waits to be sent as it is', async () => {
    ana.fault = ({ method }) =>
      method === 'GET' ? null : { outcome: 'unreachable', reason: 'TIMEOUT_ERROR', detail: 'lost on the way' };
    await ana.farm.acts.recordMovement('BIRTH', birth);
    await spoil();
    await clock.pass(hours(7));
    const waiting = await ana.farm.views.pending();
    expect(waiting).toHaveLength(1);
    ana.fault = 'none';
    ana.hint('online');
    await clock.pass(60_000);
    expect([await heads(ana, 'ternero'), await server.applied()]).toEqual([2, waiting.map((view) => view.opId)]);
    expect(await told()).toHaveLength(1);
  });

  test('that no fetching mends are not fetched all day', async () => {
    const before = loads();
    await spoil();
    await clock.pass(hours(6.5));
    await spoil();
    await clock.pass(hours(6.5));
    expect([loads() - before, (await told()).length]).toEqual([1, 2]);
    await clock.pass(hours(18.5));
    expect(loads() - before).toBe(2);
  });

  test('are noticed after five hundred commits too', async () => {
    await spoil();
    const before = await server.seq();
    const path = `/api/movement/weather/rain/${organizationId}`;
    const rain = { method: 'POST', path, body: { date: '2026-11-21', campo_id: 'sur', mm: 1 } };
    for (let batch = 0; batch < 5; batch += 1) {
      const operations = Array.from({ length: 100 }, () => ({ ...rain, key: randomUUID() }));
      await server.call({ method: 'POST', path: `/api/sync/${organizationId}/ops`, body: { operations } }, 'beto');
    }
    expect(await server.seq()).toBe(500 + before);
    await clock.pass(60_000);
    expect(await told()).toHaveLength(1);
  });
});

describe('Rows that are the server’s', () => {
  test('are looked at four times a day, and nothing is fetched', async () => {
    const [before, asked] = [loads(), looks()];
    await clock.pass(hours(24.5));
    expect([loads() - before, await told()]).toEqual([0, []]);
    // Two phones.
    expect(looks() - asked).toBeLessThanOrEqual(8);
    expect(looks() - asked).toBeGreaterThanOrEqual(6);
  });
});
