import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { type FirstFarm, makeFirstFarm } from '../support/first-farm.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';

/** So many batches die, each later in its course than the one before: between operations, at a commit, after the last. */
const deaths = 10;
const size = 60;

let built: BuiltServer;
let database: FreshDatabase | null = null;
let server: ServerProcess;
let token: string;
let org: string;
let place: FirstFarm['place'];
const sent: string[] = [];
/** What each batch that died had come to, by what stood of it when the server was back. */
const stood: number[] = [];
const refused: unknown[] = [];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Operation {
  readonly key: string;
  readonly body: { readonly cid: string };
}

function newBatch(): readonly Operation[] {
  const { lot_id, rodeo_id, category } = place;
  return Array.from({ length: size }, () => {
    const cid = randomUUID();
    sent.push(cid);
    const animals = [{ type: category, count: 1 }];
    const body = { date: '2026-01-10', lot_id, rodeo_id, animals, cid, offline: true };
    return { key: randomUUID(), method: 'POST', path: `/api/movement/birth/${org}`, body };
  });
}

/** Sends a batch once; true when it was answered. */
async function send(operations: readonly Operation[]): Promise<boolean> {
  const answer = await fetch(`${server.address}/api/sync/${org}/ops`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ operations }),
  });
  const { results } = (await answer.json()) as { results?: { status: number }[] };
  if (answer.status !== 200 || !results) return false;
  refused.push(...results.filter(({ status }) => status !== 200));
  return true;
}

interface Movement {
  readonly id: string;
  readonly deleted: boolean;
}

const births = async (): Promise<readonly Movement[]> =>
  ((await call(server, 'GET', `/api/movement/all/${org}?type=BIRTH`, { token })) as { movements: Movement[] })
    .movements;

beforeAll(async () => {
  built = await buildServer();
  if (isOnPostgres()) database = await createPostgresDatabase();
  server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
  await server.start();
  ({ token, org, place } = await makeFirstFarm(server, 'Ternero al pie'));
  await send(newBatch());
  const began = performance.now();
  await send(newBatch());
  const whole = performance.now() - began;
  for (let death = 0; death < deaths; death += 1) {
    const batch = newBatch();
    const dying = send(batch).catch(() => false);
    await pause((whole * (death + 0.5)) / deaths);
    await server.kill();
    await dying;
    await server.start();
    const there = new Set((await births()).map(({ id }) => id));
    stood.push(batch.filter(({ body }) => there.has(body.cid)).length);
    for (let isAnswered = false; !isAnswered;) isAnswered = await send(batch).catch(() => false);
  }
}, 600_000);

afterAll(async () => {
  await server.close();
  await database?.drop();
  await built.remove();
});

describe(`A server that is killed ${deaths} times in the middle of a batch`, () => {
  test('was at work: some of the batches had not stood as a whole', () => {
    expect(stood).toHaveLength(deaths);
    expect(stood.filter((count) => count < size).length).toBeGreaterThan(0);
    expect(refused).toEqual([]);
  });

  test('has lost none of the records that it answered, and none stands twice', async () => {
    const there = await births();
    expect(there.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
    expect(there.filter(({ deleted }) => deleted)).toEqual([]);
  });

  test('counts every head once', async () => {
    const { lots } = (await call(server, 'GET', `/api/lot/info/${org}`, { token })) as {
      lots: { animals: { count: number }[] }[];
    };
    const heads = lots.flatMap(({ animals }) => animals).reduce((sum, { count }) => sum + count, 0);
    expect(heads).toBe(sent.length);
  });

  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: server.dataDir }));
});
