import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';

let folder: string;
let database: FreshDatabase | null = null;
let server: RunningServer;
let base: string;
let token: string;
let org: string;

interface Rest {
  readonly version?: string;
  readonly body?: object | Uint8Array<ArrayBuffer>;
  readonly key?: string;
}

async function ask(method: string, path: string, { version, body, key }: Rest = {}) {
  const isBytes = body instanceof Uint8Array;
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(version !== undefined && { 'x-app-version': version }),
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isBytes ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const ana = { email: 'ana@campo.test', password: testPassword };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'old-apps-'));
  if (isOnPostgres()) database = await createPostgresDatabase();
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', MIN_APP_VERSION: '1.4.0' };
  const all = { ...settings, ...(database && { DATABASE_URL: database.url }) };
  server = await compose(readSettings(all), join(folder, 'none'));
  base = await server.listen();
  const person = { ...ana, first_name: 'Ana', last_name: 'Paz', phone: '1155550000' };
  token = String((await ask('POST', '/api/auth/sign-up', { version: '1.0.0', body: person })).body['token']);
  org = (
    (await ask('POST', '/api/organization', { body: { name: 'La Esperanza' } })).body['organization'] as { id: string }
  ).id;
});

afterAll(async () => {
  await server.close();
  await database?.drop();
  await rm(folder, { recursive: true });
});

const old = '1.3.12';
const rain = () => ({ date: '2026-01-05', mm: 12, offline: true, cid: randomUUID() });
const rainPath = () => `/api/movement/weather/rain/${org}`;

describe('An app that is older than the operator allows', () => {
  test.each([
    ['the lots', () => `/api/lot/info/${org}`],
    ['the feed', () => `/api/sync/${org}?since=0`],
    ['the team', () => `/api/user/my-organization/${org}`],
  ])('is told to update when it asks for %s', async (_what, path) => {
    const { status, body } = await ask('GET', path(), { version: old });
    expect([status, body]).toEqual([426, { ok: false, code: 'UPGRADE_REQUIRED', message: 'Falta actualizar la app' }]);
  });

  test('and when it changes something of the farm from a form', async () => {
    const body = { name: 'El Bajo', hectares: 80 };
    expect((await ask('POST', `/api/lot/create/${org}`, { version: old, body })).status).toBe(426);
  });

  test('hands over what it recorded: alone, in a batch, and its photos', async () => {
    expect((await ask('POST', rainPath(), { version: old, body: rain(), key: randomUUID() })).status).toBe(200);
    const operation = { key: randomUUID(), method: 'POST', path: rainPath(), body: rain() };
    const batch = await ask('POST', `/api/sync/${org}/ops`, { version: old, body: { operations: [operation] } });
    expect(batch.body['results']).toMatchObject([{ status: 200, body: { ok: true } }]);
    const photo = jpegOf(1);
    const put = await ask('PUT', `/api/blob/${org}/${digestOf(photo)}`, { version: old, body: photo });
    expect(put.status).toBe(200);
  });

  test('goes on signing in and out, and renewing its session', async () => {
    const { status, body } = await ask('POST', '/api/auth/log-in', { version: old, body: ana });
    expect(status).toBe(200);
    const { refresh_token } = body;
    expect((await ask('POST', '/api/auth/refresh-token', { version: old, body: { refresh_token } })).status).toBe(200);
    expect((await ask('GET', '/api/user', { version: old })).status).toBe(200);
  });
});

describe('Everybody else is served', () => {
  test.each(['1.4.0', '1.4.1', '1.10.0', '2.0.0', '', 'abc1234', '1.3', '0.0.0-x', '9999999.0.0'])(
    'an app that says it is «%s»',
    async (version) => {
      expect((await ask('GET', `/api/lot/info/${org}`, { version })).status).toBe(200);
    },
  );

  test('a client that says nothing', async () => {
    expect((await ask('GET', `/api/lot/info/${org}`)).status).toBe(200);
  });
});

describe('The list of a person’s sessions', () => {
  test('says with which version each was used last', async () => {
    const { body } = await ask('POST', '/api/auth/log-in', { version: '1.4.2', body: ana });
    const [was, fresh] = [token, String(body['token'])];
    token = fresh;
    const versions = async () => {
      const { sessions } = (await ask('GET', '/api/auth/session')).body as {
        sessions: { current: boolean; app_version: string | null }[];
      };
      return sessions.find(({ current }) => current)?.app_version;
    };
    expect(await versions()).toBe('1.4.2');
    const { refresh_token } = body;
    await ask('POST', '/api/auth/refresh-token', { version: '1.5.0', body: { refresh_token } });
    expect(await versions()).toBe('1.5.0');
    token = was;
    expect(await versions()).toBe('1.0.0');
  });
});

describe('Whatever old apps brought', () => {
  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: folder }));
});
