import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

const round = 400;
const rounds = 6;
/** Bytes: what one request in all leaves behind for ever shows as soon as it is of the size of a record. */
const mostPerThousand = 1_500_000;

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** What lives after everything that can go is gone. */
async function alive(): Promise<number> {
  for (let times = 0; times < 3; times += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  return process.memoryUsage().heapUsed;
}

/** What phones do all day: record, repeat, ask what is new, be refused, come without a token. */
async function work(count: number): Promise<void> {
  const org = farm.organizationId;
  for (let turn = 0; turn < count; turn += 8) {
    const [key, mm] = [randomUUID(), 1 + (turn % 90)];
    const body = { date: '2026-11-20', mm, detail: `lluvia ${turn}` };
    await farm.record('ana', 'weather/rain', body, { 'idempotency-key': key });
    await farm.record('ana', 'weather/rain', body, { 'idempotency-key': key });
    await farm.record('beto', 'weather/rain', { ...body, mm: -1 }, { 'idempotency-key': randomUUID() });
    await farm.as('caro', 'GET', `/api/sync/${org}?since=1&limit=50`);
    await farm.as('ana', 'GET', `/api/movement/last-10/${org}`);
    await farm.as('dana', 'GET', `/api/lot/info/${org}`);
    await farm.as(null, 'GET', '/api/user');
    await farm.as('beto', 'GET', `/api/lot/info/${org}`);
  }
  // The test's own lists of what left the server are no part of it.
  farm.commits.length = 0;
  farm.outside.announced.length = 0;
  farm.outside.events.length = 0;
  farm.outside.refused.length = 0;
}

describe('A server at work', () => {
  test('holds no more memory after thousands of requests than after hundreds', { timeout: 120_000 }, async () => {
    await work(round);
    const before = await alive();
    for (let times = 0; times < rounds; times += 1) await work(round);
    const grown = (await alive()) - before;
    expect(grown / ((round * rounds) / 1000)).toBeLessThan(mostPerThousand);
  });
});

closesInOrder(() => farm);
