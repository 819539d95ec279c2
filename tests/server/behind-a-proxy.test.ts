import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { callerOf, nameCallers, readTrustedProxies } from '../../src/server/http/caller.ts';
import { readSettings } from '../../src/server/settings.ts';

let folder: string;
let server: RunningServer | null;
let proxy: Server | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  [server, proxy] = [null, null];
});
afterEach(async () => {
  proxy?.close();
  await server?.close();
  await rm(folder, { recursive: true });
});

const portOf = (one: Server): number => (one.address() as AddressInfo).port;

async function start(trust: string): Promise<number> {
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', TRUST_PROXY: trust };
  const made = await compose(readSettings(settings), join(folder, 'no-app'));
  server = made;
  await made.listen();
  return portOf(made.app.server as Server);
}

/** A proxy as they are: it writes who called it behind whatever the caller says of himself. Callers name themselves by a header of the test. */
async function startProxy(target: number): Promise<number> {
  const made = createServer((asked, answer) => {
    const { 'x-test-caller': caller = '127.0.0.1', ...rest } = asked.headers;
    const said = [rest['x-forwarded-for'], caller].flat().filter(Boolean).join(', ');
    const headers = { ...rest, 'x-forwarded-for': said };
    const on = request({ host: '127.0.0.1', port: target, path: asked.url, method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    asked.pipe(on);
  });
  proxy = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return portOf(made);
}

const logIn = (port: number, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/auth/log-in',
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end('{}');
  });

/** How many of these tries were heard. */
async function heard(
  port: number,
  tries: number,
  headers: (index: number) => Readonly<Record<string, string>>,
): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: tries }, (_, index) => logIn(port, headers(index))));
  return statuses.filter((status) => status === 400).length;
}

const house = (caller: string, said?: string) => ({
  'x-test-caller': caller,
  ...(said && { 'x-forwarded-for': said }),
});

describe.each(['1', '127.0.0.1', '10.0.0.0/8, 127.0.0.0/8', '::1,127.0.0.1/32'])('With TRUST_PROXY=%s', (trust) => {
  test('each house behind the proxy has its own limit, whatever it says of itself', async () => {
    const port = await startProxy(await start(trust));
    expect(await heard(port, 40, (index) => house('203.0.113.7', `198.51.100.${index}`))).toBe(30);
    expect(await heard(port, 40, () => house('203.0.113.8'))).toBe(30);
  });
});

describe('Without TRUST_PROXY', () => {
  test('nobody’s word is taken: all have one limit', async () => {
    const port = await start('');
    expect(await heard(port, 40, (index) => ({ 'x-forwarded-for': `198.51.100.${index}` }))).toBe(30);
  });

  test.each([
    ['', 1],
    ['1', 0],
  ])('the first X-Forwarded-For is told in the log, once; with "%s" it is told %i times', async (trust, times) => {
    const told: string[] = [];
    const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => told.push(line) } } });
    nameCallers(app, readTrustedProxies(trust) ?? { is: 'none' });
    app.get('/', async (request) => request.ip);
    await app.inject('/');
    expect(told).toEqual([]);
    for (let index = 0; index < 3; index += 1)
      await app.inject({ url: '/', headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect(told.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(times);
    await app.close();
  });
});

describe('Who calls', () => {
  const asked = (from: string, said: string): Pick<IncomingMessage, 'headers' | 'socket'> => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: from });
    return { headers: { 'x-forwarded-for': said }, socket };
  };
  const who = (trust: string, from: string, said: string): string =>
    callerOf(asked(from, said), readTrustedProxies(trust) ?? { is: 'none' });

  test.each([
    ['1', '10.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['2', '10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['2', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.0/8', '::ffff:10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['10.0.0.0/8', '203.0.113.9', '6.6.6.6', '203.0.113.9'],
    ['fd00::/8', 'fd00::1', '2001:db8::7', '2001:db8::7'],
    ['1', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['1', '10.0.0.1', '', '10.0.0.1'],
    ['', '10.0.0.1', '203.0.113.7', '10.0.0.1'],
  ])('with %s, a connection of %s that says "%s", is %s', (trust, from, said, caller) => {
    expect(who(trust, from, said)).toBe(caller);
  });
});
