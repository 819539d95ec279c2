import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../src/server/kernel/call.ts';
import { openOutages, type Outages } from '../../src/server/kernel/outages.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';
import { startSpokenServer, type SpokenServer } from '../support/spoken-server.ts';

let [lines, now] = [[] as (readonly [object, string])[], 0];
let outages: Outages;
beforeEach(() => {
  [lines, now] = [[], 0];
  const say = (facts: object, text: string): void => void lines.push([facts, text]);
  outages = openOutages({ info: say, error: say }, () => now);
});

const full = Object.assign(new Error('database or disk is full'), { sqliteCodeName: 'SQLITE_FULL' });
const refuse = (times: number, apartMs: number): void => {
  for (let nth = 0; nth < times; nth += 1, now += apartMs) outages.refused(full);
};

describe('What a database without room refuses', () => {
  test('is one line when it begins, and one every ten minutes with how many calls', () => {
    refuse(3_000, 500);
    expect(lines.map(([facts]) => facts)).toEqual([
      { reason: 'database or disk is full', refused: 1 },
      { reason: 'database or disk is full', refused: 1_200 },
      { reason: 'database or disk is full', refused: 1_200 },
    ]);
    expect(lines[0]?.[1]).toMatch(/^the disk is full and nothing can be stored: make room on it/);
  });

  test('is told to be over when something was written, and told anew when it comes back', () => {
    refuse(5, 1_000);
    now += 20_000;
    outages.written();
    outages.written();
    now += 60_000;
    refuse(1, 0);
    expect(lines.map(([, text]) => text.slice(0, 16))).toEqual([
      'the disk is full',
      'the database tak',
      'the disk is full',
    ]);
    expect(lines[1]?.[0]).toEqual({ refused: 4 });
  });

  test('is two lines a minute at most where some writes find room and others do not', () => {
    for (let minutes = 0; minutes < 10; minutes += 1)
      for (let times = 0; times < 5; times += 1) {
        refuse(1, 11_000);
        outages.written();
        now += 1_000;
      }
    expect(lines.length).toBeLessThanOrEqual(20);
  });

  test('is not what a bug or a refusal of the farm is', () => {
    expect([new TypeError('no'), new Refusal({ code: 'FORBIDDEN' })].map((one) => outages.refused(one))).toEqual([
      false,
      false,
    ]);
    expect(lines).toEqual([]);
  });
});

// On PostgreSQL one person's lock stops nobody's sign-up.
describe.skipIf(isOnPostgres())('The shipped server', () => {
  let server: SpokenServer;
  beforeAll(async () => {
    server = await startSpokenServer({ LOG_LEVEL: 'warn' });
  }, 90_000);
  afterAll(() => server.close());
  leavesAllInOrder(() => server.kept);

  test('says in its log once that it could store nothing', { timeout: 60_000 }, async () => {
    const other = new DatabaseSync(join(server.kept.dataDir, 'tranquera.sqlite'));
    other.exec('begin immediate');
    const person = (name: string): object => ({
      email: `${name}@campo.test`,
      password: testPassword,
      first_name: name,
      last_name: 'Gómez',
      phone: '1155550000',
    });
    for (const name of ['ana', 'beto']) expect((await server.post('/api/auth/sign-up', person(name))).status).toBe(503);
    other.exec('rollback');
    other.close();
    expect(server.said().match(/the database does not serve: calls are refused/g)).toHaveLength(1);
  });
});
