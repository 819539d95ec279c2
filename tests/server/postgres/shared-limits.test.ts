import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../../src/server/compose.ts';
import { openPostgres } from '../../../src/server/database/postgres.ts';
import { createWindows } from '../../../src/server/database/windows.ts';
import { readSettings } from '../../../src/server/settings.ts';
import { leavesAllInOrder } from '../../support/doctor.ts';
import { createMigratedDatabase, type FreshDatabase } from '../../support/postgres.ts';

let folder: string;
let database: FreshDatabase;
let servers: readonly RunningServer[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shared-'));
  database = await createMigratedDatabase();
  const settings = readSettings({ DATA_DIR: folder, DATABASE_URL: database.url, LOG_LEVEL: 'silent', PORT: '0' });
  servers = [await compose(settings, join(folder, 'none')), await compose(settings, join(folder, 'none'))];
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('Two servers on one database', () => {
  test('count together what one address tries, also at the same moment', async () => {
    const logIn = async ({ app }: RunningServer): Promise<number> =>
      (await app.inject({ method: 'POST', url: '/api/auth/log-in', payload: {} })).statusCode;
    const tries = Array.from({ length: 30 }, () => servers.map(logIn)).flat();
    const statuses = await Promise.all(tries);
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('tell each other what callers do, a moment later', async () => {
    const { all, farm } = openPostgres(database.url, () => undefined);
    const clock = { now: Date.now() };
    const open = () =>
      createWindows(
        all,
        () => clock.now,
        () => undefined,
      );
    const [one, other] = [open(), open()];
    for (let count = 0; count < 40; count += 1) one.hit('session a', 60_000);
    for (let count = 0; count < 2; count += 1) other.hit('session a', 60_000);
    await one.exchange();
    await other.exchange();
    expect(other.hit('session a', 60_000).hits).toBe(43);
    await other.exchange();
    expect(one.hit('session a', 60_000).hits).toBe(41);
    await one.exchange();
    expect(one.hit('session a', 60_000).hits).toBe(45);
    // A window that is over is nobody's, and leaves no row.
    clock.now += 60_001;
    expect(one.hit('session a', 60_000).hits).toBe(1);
    await one.exchange();
    expect(other.hit('session b', 60_000).hits).toBe(1);
    await other.exchange();
    expect(await all.selectFrom('limit_windows').select(['name', 'hits']).orderBy('name').execute()).toEqual(
      expect.arrayContaining([
        { name: 'session a', hits: 1 },
        { name: 'session b', hits: 1 },
      ]),
    );
    await farm.destroy();
    await all.destroy();
  });

  test('go on by themselves while the database counts nothing, and say so', async () => {
    const { all, farm } = openPostgres(database.url.replace(/farm_/, 'gone_'), () => undefined);
    const troubles: unknown[] = [];
    const windows = createWindows(all, Date.now, (error) => troubles.push(error));
    const seen = [await windows.hitTogether('x', 60_000), await windows.hitTogether('x', 60_000)];
    expect(seen.map(({ hits }) => hits)).toEqual([1, 2]);
    expect(troubles).toHaveLength(2);
    await farm.destroy();
    await all.destroy();
  });
});

describe('Whatever was counted', () => {
  leavesAllInOrder(() => ({ url: database.url, dataDir: folder }));
});
