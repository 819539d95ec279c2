import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { type FirstFarm, makeFirstFarm } from '../support/first-farm.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';

const deaths = 20;
const writers = 4;

/** A write as a phone keeps it: sent again under its own key until it was answered. */
interface Write {
  readonly label: string;
  readonly heads: number;
  readonly cid: string | null;
  /** How often it was sent, and what was answered. */
  sent: number;
  movementId: string | null;
}

let built: BuiltServer;
let database: FreshDatabase | null = null;
let server: ServerProcess;
let token: string;
let org: string;
let place: FirstFarm['place'];
const writes: Write[] = [];
/** How often it answered again after a death. */
let returns = 0;
const oddities: string[] = [];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends once; true when it was answered for good. */
async function attempt(write: Write, key: string): Promise<boolean> {
  write.sent += 1;
  const animals = [{ type: place.category, count: write.heads }];
  const { lot_id, rodeo_id } = place;
  const body = {
    date: '2026-01-10',
    lot_id,
    rodeo_id,
    animals,
    detail: write.label,
    ...(write.cid && { cid: write.cid }),
  };
  const answer = await fetch(`${server.address}/api/movement/purchase/${org}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as { movement?: { id: string } };
  if (answer.status === 429 || answer.status === 503) return false;
  if (!said.movement) oddities.push(`${answer.status} ${JSON.stringify(said)}`);
  write.movementId = said.movement?.id ?? null;
  return true;
}

/** Writes one record after the other, through every death of the server, until it is told to stop. */
async function writeUntil(name: string, isOver: () => boolean): Promise<void> {
  for (let count = 1; !isOver(); count += 1) {
    const cid = count % 2 === 0 ? randomUUID() : null;
    const write: Write = { label: `${name}-${count}`, heads: 1 + (count % 3), cid, sent: 0, movementId: null };
    const key = randomUUID();
    writes.push(write);
    while (!(await attempt(write, key).catch(() => false))) await pause(15);
  }
}

beforeAll(async () => {
  built = await buildServer();
  if (isOnPostgres()) database = await createPostgresDatabase();
  server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
  await server.start();
  ({ token, org, place } = await makeFirstFarm(server, 'Vaca'));
  let isOver = false;
  const working = Array.from({ length: writers }, (_, index) => writeUntil(`hand ${index + 1}`, () => isOver));
  for (let death = 0; death < deaths; death += 1) {
    const before = writes.length;
    await pause(120 + Math.random() * 250);
    while (writes.length < before + 3) await pause(10);
    await server.kill();
    await server.start();
    returns += 1;
  }
  await pause(200);
  isOver = true;
  await Promise.all(working);
}, 600_000);

afterAll(async () => {
  await server.close();
  await database?.drop();
  await built.remove();
});

describe(`A server that is killed ${deaths} times while four people write`, () => {
  test('was at work each time: writes were under way, and had to be sent again', () => {
    expect(writes.length).toBeGreaterThan(deaths * 2);
    expect(writes.filter(({ sent }) => sent > 1).length).toBeGreaterThan(deaths / 2);
    expect(oddities).toEqual([]);
  });

  test('is back every time, with nothing to be mended first', () => {
    expect(returns).toBe(deaths);
  });

  test('has lost nothing that it had answered, and nothing stands twice', async () => {
    const { movements } = (await call(server, 'GET', `/api/movement/all/${org}?type=BUY`, { token })) as {
      movements: { id: string; detail: string; deleted: boolean }[];
    };
    expect(movements.map(({ detail }) => detail).toSorted()).toEqual(writes.map(({ label }) => label).toSorted());
    const ids = new Map(movements.map(({ id, detail }) => [detail, id]));
    expect(writes.filter(({ label, movementId, cid }) => ids.get(label) !== (cid ?? movementId))).toEqual([]);
  });

  test('counts every head once', async () => {
    const { lots } = (await call(server, 'GET', `/api/lot/info/${org}`, { token })) as {
      lots: { animals: { count: number }[] }[];
    };
    const heads = lots.flatMap(({ animals }) => animals).reduce((sum, { count }) => sum + count, 0);
    expect(heads).toBe(writes.reduce((sum, write) => sum + write.heads, 0));
  });

  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: server.dataDir }));
});
