import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examine } from '../../../src/server/database/doctor.ts';
import { openPostgres } from '../../../src/server/database/postgres.ts';
import { call } from '../../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../../e2e/support/server-process.ts';
import { buildServer, type BuiltServer } from '../../support/built-server.ts';
import { testPassword } from '../../support/server.ts';
import { type RunningPostgres, startPostgres } from '../../support/start-postgres.ts';

const deaths = 6;
const writers = 4;

let built: BuiltServer;
let postgres: RunningPostgres;
let url: string;
let server: ServerProcess;
let token: string;
let org: string;

/** What was written, by its mark, and how often it was sent. */
const answered = new Map<string, number>();
/** After how many of its deaths a record was taken again. */
let returns = 0;
const refusals = new Set<number>();
const oddities: string[] = [];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a record once; true when it was taken. */
async function attempt(mark: string, key: string): Promise<boolean> {
  const answer = await fetch(`${server.address}/api/movement/weather/rain/${org}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify({ date: '2026-01-10', mm: 5, detail: mark }),
  });
  if (answer.status === 200) return true;
  refusals.add(answer.status);
  if (answer.status !== 503 && answer.status !== 429) oddities.push(`${answer.status} ${await answer.text()}`);
  return false;
}

/** Writes one record after the other, each until it is taken, as a phone does. */
async function writeUntil(name: string, isOver: () => boolean): Promise<void> {
  for (let count = 1; !isOver(); count += 1) {
    const [mark, key] = [`${name}-${count}`, randomUUID()];
    let sent = 1;
    while (!(await attempt(mark, key).catch(() => false))) {
      sent += 1;
      await pause(25);
    }
    answered.set(mark, sent);
  }
}

beforeAll(async () => {
  built = await buildServer();
  postgres = await startPostgres();
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('create database farm owner tranquera');
  await admin.end();
  const own = new URL(postgres.url);
  [own.username, own.password, own.pathname] = ['tranquera', 'tranquera', '/farm'];
  url = own.href;
  server = await createServerProcess(built.folder, { DATABASE_URL: url });
  await server.start();
  const person = { email: 'ana@campo.test', first_name: 'Ana', last_name: 'Pérez', phone: '+5491155550000' };
  const signedUp = await call(server, 'POST', '/api/auth/sign-up', { body: { ...person, password: testPassword } });
  token = String(signedUp['token']);
  const made = await call(server, 'POST', '/api/organization', { token, body: { name: 'La Esperanza' } });
  org = (made['organization'] as { id: string }).id;
  let isOver = false;
  const working = Array.from({ length: writers }, (_, index) => writeUntil(`hand ${index + 1}`, () => isOver));
  for (let death = 0; death < deaths; death += 1) {
    await pause(150 + Math.random() * 300);
    await postgres.kill();
    await postgres.start();
    const before = answered.size;
    while (answered.size === before) await pause(20);
    returns += 1;
  }
  isOver = true;
  await Promise.all(working);
}, 600_000);

afterAll(async () => {
  await server.close();
  await postgres.stop();
  await built.remove();
});

describe(`A database that is killed ${deaths} times while four people write`, () => {
  test('was at work each time, and the server lived: it says that it cannot write now, and nothing else', () => {
    expect([...answered.values()].filter((sent) => sent > 1).length).toBeGreaterThan(deaths / 2);
    expect([oddities, refusals.has(503)]).toEqual([[], true]);
  });

  test('takes records again, every time', () => {
    expect(returns).toBe(deaths);
  });

  test('has every record that was answered, and none twice', async () => {
    const { movements } = (await call(server, 'GET', `/api/movement/all/${org}?type=RAIN`, { token })) as {
      movements: { detail: string }[];
    };
    const marks = movements.map(({ detail }) => detail).toSorted();
    expect(marks).toEqual([...answered.keys()].toSorted());
  });

  test('leaves the book adding up and the feed without holes', async () => {
    const { all, farm } = openPostgres(url, () => undefined);
    expect(await examine(all)).toEqual([]);
    await farm.destroy();
    await all.destroy();
  });
});
