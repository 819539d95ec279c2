import { request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { matchRoute } from '../../src/server/kernel/routes.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';

let folder: string;
let server: RunningServer;
let base: URL;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'odd-'));
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0' });
  server = await compose(settings, join(folder, 'no-app'));
  base = new URL(await server.listen());
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** The path goes over the wire as it is written here: a URL would tidy it up. */
const ask = (method: string, path: string): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request({ host: base.hostname, port: base.port, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : '{}');
  });

const firstUpper = (path: string): string => path.replace(/^\/(\w)/, (_, letter: string) => `/${letter.toUpperCase()}`);

/** Other spellings of an address, each of which some server takes for it. */
const spellings: readonly (readonly [string, (path: string) => string])[] = [
  ['a slash at the end', (path) => `${path}/`],
  ['two slashes at the end', (path) => `${path}//`],
  ['an encoded slash at the end', (path) => `${path}%2f`],
  ['two slashes in front', (path) => `/${path}`],
  ['two slashes inside', (path) => path.replace(/\/([^/]+)$/, '//$1')],
  ['a backslash', (path) => path.replace(/\/([^/]+)$/, '\\$1')],
  ['an encoded slash', (path) => path.replace(/\/([^/]+)$/, '%2F$1')],
  ['an encoded backslash', (path) => path.replace(/\/([^/]+)$/, '%5c$1')],
  ['a dot', (path) => path.replace(/\/([^/]+)$/, '/./$1')],
  ['two dots', (path) => path.replace(/\/([^/]+)$/, '/x/../$1')],
  ['encoded dots', (path) => path.replace(/\/([^/]+)$/, '/x/%2e%2e/$1')],
  ['a null sign', (path) => `${path}%00`],
  ['a broken escape', (path) => `${path}%`],
  ['an escape of an escape', (path) => `${path}%252f`],
  ['a letter that needs no escape', (path) => path.replace(/(\w)$/, (sign) => `%${sign.charCodeAt(0).toString(16)}`)],
  ['a large letter', firstUpper],
  ['a mark of a place in a page', (path) => `${path}#x`],
  ['a server in front', (path) => `http://otro.test${path}`],
];

/** Calls with a limit or a way of reading of their own, and one of all the others. */
const guarded = allEndpoints
  .filter(({ name, endpoint }) => endpoint.carries !== null || ['logIn', 'operations', 'user'].includes(name))
  .map(({ endpoint: { method, path } }) => ({ method, path: path.replace(/\{\w+\}/g, 'a1') }));

describe.each(spellings)('An address with %s', (_title, spell) => {
  test.each(guarded)('is nobody’s: $method $path', async ({ method, path }) => {
    const { status, text } = await ask(method, spell(path));
    expect([status, JSON.parse(text)]).toEqual([404, { ok: false, code: 'NOT_FOUND', message: 'No se encontró' }]);
  });

  test('is none of a call inside a batch either', () => {
    for (const { name, endpoint } of allEndpoints.filter((row) => !row.endpoint.path.endsWith('}')))
      expect(matchRoute(endpoint.method, spell(endpoint.path))?.name).not.toBe(name);
  });
});

describe('Log-in', () => {
  test('is tried thirty times a minute, however its address is written', async () => {
    const asked = Array.from({ length: 90 }, (_, index) => {
      const spell = spellings[index % spellings.length]?.[1] ?? String;
      return ask('POST', index % 2 === 0 ? '/api/auth/log-in' : spell('/api/auth/log-in'));
    });
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 404 && status !== 429)).toHaveLength(30);
  });
});

describe('Addresses that are no odd ones', () => {
  test.each(['/api/health', '/api/health?at=1//2', '/api/user/ana%40campo'])('are heard: %s', async (path) => {
    expect((await ask('GET', path)).status).not.toBe(404);
  });
});

describe('Whatever was asked', () => {
  leavesAllInOrder(() => ({ url: null, dataDir: folder }));
});
