import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { limits } from '../../src/domain/limits.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { type FirstFarm, makeFirstFarm } from '../support/first-farm.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';

let built: BuiltServer;
let database: FreshDatabase | null = null;
let server: ServerProcess;
let farm: FirstFarm;
let other: string;

beforeAll(async () => {
  built = await buildServer();
  if (isOnPostgres()) database = await createPostgresDatabase();
  server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
  await server.start();
  farm = await makeFirstFarm(server, 'Ternero al pie');
  const made = await call(server, 'POST', '/api/organization', { token: farm.token, body: { name: 'Otro campo' } });
  other = (made['organization'] as { id: string }).id;
}, 600_000);

afterAll(async () => {
  await server.close();
  await database?.drop();
  await built.remove();
});

const send = async (path: string, body: object) => {
  const answer = await fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${farm.token}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
};
/** A refusal that comes before all of the body has left may be lost with the connection, as for a phone: it is asked again. */
const answered = async <T>(ask: () => Promise<T>, tries = 20): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof TypeError) || tries === 0) throw error;
    return await answered(ask, tries - 1);
  }
};
const birth = (detail = '') => {
  const { lot_id, rodeo_id, category } = farm.place;
  const body = { date: '2026-01-10', lot_id, rodeo_id, animals: [{ type: category, count: 1 }], cid: randomUUID() };
  const path = `/api/movement/birth/${farm.org}`;
  return { key: randomUUID(), method: 'POST', path, body: { ...body, offline: true, ...(detail && { detail }) } };
};
const batchOf = (many: number, detail?: string) => ({ operations: Array.from({ length: many }, () => birth(detail)) });
const ops = () => `/api/sync/${farm.org}/ops`;
const statusesOf = (body: Readonly<Record<string, unknown>>): readonly number[] =>
  (body['results'] as { readonly status: number }[]).map(({ status }) => status);

describe(`A batch of ${limits.operationsPerBatch}`, () => {
  test('is taken whole, and lets the writes of others in while it runs', async () => {
    let isRunning = true;
    const began = performance.now();
    const batch = send(ops(), batchOf(limits.operationsPerBatch)).finally(() => {
      isRunning = false;
    });
    const waits: number[] = [];
    const write = async (org: string): Promise<void> => {
      const sent = performance.now();
      const { status } = await send(`/api/movement/weather/rain/${org}`, {
        date: '2026-01-10',
        mm: 3,
        cid: randomUUID(),
      });
      expect(status).toBe(200);
      // Only what was answered before the batch says anything.
      if (isRunning) waits.push(performance.now() - sent);
    };
    while (isRunning) for (const org of [other, farm.org]) await write(org);
    const { status, body } = await batch;
    const whole = performance.now() - began;
    expect([status, statusesOf(body).filter((one) => one === 200).length]).toEqual([200, limits.operationsPerBatch]);
    expect(waits.length).toBeGreaterThan(5);
    expect(Math.max(...waits)).toBeLessThan(whole / 2);
  }, 300_000);

  test('is taken with 3 MB: each of its records is judged by itself', async () => {
    const { operations } = batchOf(30, 'x'.repeat(100_000));
    const { status, body } = await send(ops(), { operations: [...operations, birth('Mellizos')] });
    expect([status, statusesOf(body)]).toEqual([200, [...operations.map(() => 400), 200]]);
  });

  test('is refused whole with one more, or over 4 MB, and nothing of it is done', async () => {
    const counted = async () => (await call(server, 'GET', `/api/lot/info/${farm.org}`, { token: farm.token }))['lots'];
    const before = await counted();
    const many = await send(ops(), batchOf(limits.operationsPerBatch + 1));
    expect([many.status, many.body['code']]).toEqual([400, 'INVALID_BODY']);
    expect(many.body['issues']).toMatchObject([{ path: 'operations' }]);
    const long = await answered(() => send(ops(), batchOf(limits.operationsPerBatch, 'x'.repeat(4200))));
    expect([long.status, long.body['code']]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(await counted()).toEqual(before);
  });
});

describe('A server that took long batches', () => {
  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: server.dataDir }));
});
