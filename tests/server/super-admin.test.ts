import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { operatorSentences } from '../../src/contract/sentences-operator.ts';
import { prepareDemo } from '../../src/server/demo.ts';
import { makeSuperAdmin, removeSuperAdmin } from '../../src/server/accounts/people/super-admin.ts';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { account } from '../support/account.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { closesInOrder, createTestServer, type TestServer } from '../support/server.ts';

const password = 'el ombú de la loma 9';
const tokenIn = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

describe('A super admin', () => {
  let server: TestServer;
  let own: ReturnType<typeof account>;
  const operator = () => ({ publicUrl: 'https://campo.test', now: server.clock.now, newId: randomUUID });
  const isSuper = async (token: unknown): Promise<unknown> => {
    const { body } = await own.with(token, 'GET', '/api/user');
    return (body['user'] as { is_super_admin: boolean } | undefined)?.is_super_admin;
  };

  beforeAll(async () => {
    server = await createTestServer();
    own = account(server);
  });

  test('is nobody from the start', async () => {
    const users = await server.db.selectFrom('users').select(['email', 'is_super_admin']).execute();
    expect(users.filter((user) => user.is_super_admin === 1)).toEqual([]);
    expect((await own.logIn('admin@campo.test', 'admin')).status).toBe(401);
  });

  test('who is new chooses the password by a link for one use', async () => {
    const link = await makeSuperAdmin(server.db, 'sara@campo.test', operator());
    const choose = () =>
      own.post(
        'admin/set-initial-password',
        { email: 'sara@campo.test', password },
        {
          authorization: `Bearer ${tokenIn(link ?? '')}`,
        },
      );
    const chosen = await choose();
    expect(await isSuper(chosen.body['token'])).toBe(true);
    expect((await choose()).body['code']).toBe('TOKEN_INVALID');
  });

  test('who has an account signs in anew, with the password that he has, for shorter', async () => {
    const before = (await own.logIn('beto@campo.test')).body['token'];
    expect(await makeSuperAdmin(server.db, 'beto@campo.test', operator())).toBeNull();
    expect((await own.with(before, 'GET', '/api/user')).body['code']).toBe('SESSION_REVOKED');
    const after = await own.logIn('beto@campo.test');
    expect(await isSuper(after.body['token'])).toBe(true);
    server.clock.now += 25 * 3_600_000;
    const renewed = await own.post('refresh-token', { refresh_token: after.body['refresh_token'] });
    expect(renewed.body['code']).toBe('SESSION_EXPIRED');
  });

  test('is an ordinary person again when it is taken back', async () => {
    const before = (await own.logIn('beto@campo.test')).body['token'];
    expect(await removeSuperAdmin(server.db, 'beto@campo.test', operator())).toBe(true);
    expect((await own.with(before, 'GET', '/api/user')).body['code']).toBe('SESSION_REVOKED');
    expect(await isSuper((await own.logIn('beto@campo.test')).body['token'])).toBe(false);
    expect(await removeSuperAdmin(server.db, 'nadie@campo.test', operator())).toBe(false);
    const events = await server.db.selectFrom('security_events').select('what').orderBy('at').execute();
    expect(events.map(({ what }) => what)).toEqual(expect.arrayContaining(['super_admin_made', 'super_admin_removed']));
  });

  closesInOrder(() => server);
});

describe('The operator’s command', () => {
  let built: BuiltServer;
  let database: FreshDatabase | null = null;
  let server: ServerProcess;

  const run = (...args: string[]): Promise<{ code: number; said: string }> => runIn(server.dataDir, database, ...args);
  const runIn = (
    dataDir: string,
    on: FreshDatabase | null,
    ...args: string[]
  ): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      const url = { DATABASE_URL: on?.url ?? '' };
      const env = { ...process.env, ...url, DATA_DIR: dataDir, PUBLIC_URL: 'https://campo.test' };
      const program = join(built.folder, 'server/server/super-admin.js');
      execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      );
    });

  beforeAll(async () => {
    built = await buildServer();
    if (isOnPostgres()) database = await createPostgresDatabase();
    server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
    await server.start();
  }, 60_000);

  afterAll(async () => {
    await server.close();
    await database?.drop();
    await built.remove();
  });

  test('makes one while the server runs, and says the link', async () => {
    const { code, said } = await run('Sara@Campo.test');
    expect(code).toBe(0);
    const link = /https:\/\/campo\.test\/admin-activation#\S+/.exec(said)?.[0] ?? '';
    const body = { email: 'sara@campo.test', password };
    const chosen = await call(server, 'POST', '/api/auth/admin/set-initial-password', { token: tokenIn(link), body });
    const { user } = await call(server, 'GET', '/api/user', { token: String(chosen['token']) });
    expect(user).toMatchObject({ is_super_admin: true });
    expect(await run('sara@campo.test', '--quitar')).toEqual({
      code: 0,
      said: `${operatorSentences.removed('sara@campo.test')}\n`,
    });
  });

  test('refuses a folder that holds no farm, and makes nothing there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'no-farm-'));
    const none = { code: 1, said: `${operatorSentences.noDatabase(folder)}\n` };
    expect(await runIn(folder, null, 'sara@campo.test')).toEqual(none);
    expect((await runIn(folder, null, 'sara@campo.test', '--demo')).said).toContain(join(folder, 'demo'));
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('finds the demonstration in its own folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-'));
    await prepareDemo(join(folder, 'demo'), Date.now());
    const { code, said } = await runIn(folder, null, 'sara@campo.test', '--demo');
    expect([code, said.includes('/admin-activation#')]).toEqual([0, true]);
    expect(await readdir(folder)).toEqual(['demo']);
    await rm(folder, { recursive: true });
  }, 60_000);

  test('asks for an address, and says when nobody has it', async () => {
    expect(await run('nadie')).toEqual({ code: 2, said: `${operatorSentences.usage}\n` });
    expect((await run('nadie@campo.test', '--quitar')).said).toContain('No hay ninguna cuenta');
  });

  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: server.dataDir }));
});
