import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';

/** Of nobody, for `localhost`, good for a hundred years. */
const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/localhost.${name}.pem`, import.meta.url));
const ca = readFileSync(fixture('cert'));

let folder: string;
let server: RunningServer;
let port: number;

const open = (parts: Record<string, string>): Promise<RunningServer> =>
  compose(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', ...parts }), join(folder, 'none'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls-'));
  server = await open({ TLS_CERT: fixture('cert'), TLS_KEY: fixture('key') });
  await server.listen();
  ({ port } = server.app.server.address() as AddressInfo);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const ask = (
  path: string,
): Promise<{ readonly protocol: string | null; readonly headers: object; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, ca }, (answer) => {
      let body = '';
      const protocol = answer.socket instanceof TLSSocket ? answer.socket.getProtocol() : null;
      answer.on('data', (part: Buffer) => (body += part.toString('utf8')));
      answer.on('end', () => resolve({ protocol, headers: answer.headers, body }));
    });
    request.on('error', reject);
  });

describe('A server with a certificate of its own', () => {
  test('answers over TLS, and asks for it from then on', async () => {
    const { protocol, headers, body } = await ask('/api/health');
    expect(protocol).toMatch(/^TLSv1\.[23]$/);
    expect(JSON.parse(body)).toMatchObject({ ok: true, database: 'sqlite' });
    expect(headers).toMatchObject({ 'strict-transport-security': expect.stringMatching(/max-age=\d{8}/) as string });
  });

  test('has no ear for whoever speaks in the clear', async () => {
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow('fetch failed');
  });

  test('has its live connection there too', async () => {
    const socket = io(`https://127.0.0.1:${port}`, {
      path: '/api/events/socket.io',
      query: { token: 'x' },
      transports: ['websocket'],
      reconnection: false,
      ca: ca.toString('utf8'),
    });
    const said = await new Promise((resolve) => socket.on('connect_error', ({ message }) => resolve(message)));
    socket.disconnect();
    expect(said).toBe('TOKEN_INVALID');
  });
});

describe('A server is not started', () => {
  test('with a certificate and no key', () => {
    expect(() => readSettings({ TLS_CERT: fixture('cert') })).toThrow('TLS_KEY');
  });

  test('with a key of another certificate, or with what is none', async () => {
    const other = join(folder, 'other.pem');
    await writeFile(other, 'nada');
    await expect(open({ TLS_CERT: fixture('cert'), TLS_KEY: other })).rejects.toThrow(/PEM|key|DECODER/i);
    await expect(open({ TLS_CERT: join(folder, 'none.pem'), TLS_KEY: other })).rejects.toThrow('ENOENT');
  });
});

describe('Whatever came in over TLS', () => {
  leavesAllInOrder(() => ({ url: null, dataDir: folder }));
});
