import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-'));
  const settings = readSettings({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', PORT: '0' });
  server = await compose(settings, join(folder, 'none'));
  await server.listen();
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const large = 2_000_000;
const half = 'x'.repeat(large / 2);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A caller on a slow line, who is still sending when he is answered: what he read, and how the line ended. `head` says how long the body is.
 */
const sendSlowly = (
  head: string,
  first: string,
  rest: string,
): Promise<{ readonly heard: string; readonly end: string }> =>
  new Promise((resolve) => {
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.setEncoding('utf8');
    socket.on('data', (part) => (heard += String(part)));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve({ heard, end: error.code ?? 'error' }));
    socket.on('close', () => resolve({ heard, end: 'closed' }));
    const speak = async (): Promise<void> => {
      socket.write(
        `POST /api/auth/sign-in HTTP/1.1\r\nhost: campo\r\ncontent-type: application/json\r\n${head}\r\n\r\n${first}`,
      );
      while (!heard.includes('BODY_TOO_LARGE')) await pause(10);
      for (let part = 0; part < 10; part += 1) {
        socket.write(rest.slice((part * rest.length) / 10, ((part + 1) * rest.length) / 10));
        await pause(20);
      }
      socket.write('GET /api/health HTTP/1.1\r\nhost: campo\r\nconnection: close\r\n\r\n');
    };
    void speak();
  });

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('A body that is too large', () => {
  test.each([
    ['said beforehand', `content-length: ${large}`, half, half],
    ['found on the way', 'transfer-encoding: chunked', chunk(half) + chunk(half), `${chunk(half)}0\r\n\r\n`],
  ])('%s is refused without a cut line: who is still sending reads why', async (_when, head, first, rest) => {
    const { heard, end } = await sendSlowly(head, first, rest);
    expect(heard).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"BODY_TOO_LARGE"/);
    expect(heard).toMatch(/HTTP\/1\.1 200 OK[\s\S]*"ok":true/);
    expect(end).toBe('closed');
  });
});

leavesAllInOrder(() => ({ url: null, dataDir: join(folder, 'data') }));
