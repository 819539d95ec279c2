import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, networkOf } from '../../src/server/http/caller.ts';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { signAccess } from '../../src/server/kernel/tokens.ts';
import { createLive } from '../../src/server/live/live.ts';
import { loadSecrets } from '../../src/server/data-folder.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { type LiveListener, openLiveListener } from '../support/live-listener.ts';
import { testPassword } from '../support/server.ts';

let folder: string;
let server: RunningServer;
let base: string;
let ana: string;
let dana: string;
const ears: Socket[] = [];

const signUp = async (name: string): Promise<string> => {
  const person = { email: `${name}@campo.test`, password: testPassword, first_name: name, last_name: 'X' };
  const body = JSON.stringify({ ...person, phone: '1155550000' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${base}/api/auth/sign-up`, { method: 'POST', headers, body });
  return ((await answer.json()) as { token: string }).token;
};

const hear = async (token: string): Promise<LiveListener> => {
  const listener = await openLiveListener(base, token);
  ears.push(listener.socket);
  return listener;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'door-'));
  server = await compose(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0' }), join(folder, 'none'));
  base = await server.listen();
  [ana, dana] = [await signUp('ana'), await signUp('dana')];
});

afterEach(() => {
  for (const socket of ears.splice(0)) socket.disconnect();
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('A connection', () => {
  /** A token of Ana's that was signed so long ago. */
  const signedBefore = async (ageMs: number): Promise<string> => {
    const [, claims = ''] = ana.split('.');
    const { sub, sid, gen } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as {
      readonly [name in 'sub' | 'sid']: string;
    } & { readonly gen: number };
    const session = { id: sid, userId: sub, generation: gen };
    return await signAccess(await loadSecrets(folder), session, Date.now() - ageMs);
  };

  test('does not outlive its token by more than a minute', async () => {
    const quarter = 15 * 60_000;
    const phone = await hear(await signedBefore(quarter + 57_000));
    expect(phone.failed).toBeNull();
    expect(await phone.isOut()).toBe(true);
    expect((await hear(await signedBefore(quarter + 62_000))).failed).toBe('TOKEN_EXPIRED');
  });

  test.each([
    ['a page of the product', () => base, 200],
    ['a page of the product’s public address', () => 'http://localhost:0', 200],
    ['a page of another origin', () => 'https://otro.example', 403],
    ['a page without an origin', () => 'null', 403],
  ])('from %s: %s', async (_what, origin, status) => {
    const address = `${base}/api/events/socket.io/?EIO=4&transport=polling&token=${ana}`;
    expect((await fetch(address, { headers: { origin: origin() } })).status).toBe(status);
  });

  test('is one of ten that a person may have; the eleventh finds room when one is closed', async () => {
    const phones = [];
    for (let count = 0; count < 10; count += 1) phones.push(await hear(dana));
    expect(phones.map(({ failed }) => failed)).toEqual(Array.from({ length: 10 }, () => null));
    expect((await hear(dana)).failed).toBe('RATE_LIMITED');
    expect((await hear(ana)).failed).toBeNull();
    phones[0]?.socket.disconnect();
    await expect.poll(async () => (await hear(dana)).failed).toBeNull();
  });
});

describe('A house', () => {
  test('has fifty connections, as its proxy tells; another house has its own', async () => {
    const http = createServer();
    const ports = {
      epoch: 'e',
      now: Date.now,
      authenticate: async (token: string) => ({ userId: token, sessionId: token, expiresMs: Date.now() + 60_000 }),
      isMember: async () => true,
      reviewersOf: async () => [],
      onBug: () => undefined,
    };
    const live = createLive(http, ports, null, {
      publicUrl: '',
      callerOf: (request) => callerOf(request, { is: 'hops', count: 1 }),
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const from = (house: string, person: string): Promise<string | null> =>
      new Promise((resolve) => {
        const socket = io(address, {
          path: '/api/events/socket.io',
          query: { token: person },
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          extraHeaders: { 'x-forwarded-for': house },
        });
        ears.push(socket);
        socket.on('connect', () => resolve(null));
        socket.on('connect_error', (error) => resolve(error.message));
      });
    const told = await Promise.all(Array.from({ length: 52 }, (_, index) => from('10.0.0.1', `hand ${index}`)));
    expect(told.filter((said) => said === null)).toHaveLength(50);
    expect(told.filter((said) => said === 'RATE_LIMITED')).toHaveLength(2);
    expect(await from('10.0.0.2', 'neighbour')).toBeNull();
    await live.close();
  });
});

describe('Who has not shown a token', () => {
  test('is one of twenty at an address; a neighbour comes in, and the next when one of them goes', async () => {
    const http = createServer();
    const ports = {
      now: Date.now,
      authenticate: async (token: string) => ({ userId: token, sessionId: token, expiresMs: Date.now() + 60_000 }),
      isMember: async () => true,
      reviewersOf: async () => [],
      onBug: () => undefined,
    };
    const live = createLive(http, ports, null, {
      publicUrl: '',
      callerOf: (request) => networkOf(callerOf(request, { is: 'hops', count: 1 })),
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const port = (http.address() as AddressInfo).port;
    let people = 0;
    /** Opens a connection as a browser does, shows a token or none (`3` says nothing), and gives where it stands, if it does. */
    const knock = async (house: string, says: '3' | '40'): Promise<string | null> => {
      const address = `http://127.0.0.1:${port}/api/events/socket.io/?EIO=4&transport=polling&token=${(people += 1)}`;
      const headers = { 'x-forwarded-for': house };
      const [, sid = ''] = /"sid":"([^"]+)"/.exec(await (await fetch(address, { headers })).text()) ?? [];
      const connection = `${address}&sid=${sid}`;
      return (await fetch(connection, { method: 'POST', headers, body: says })).status === 200 ? connection : null;
    };
    const house = (index: number): string => `2001:db8:0:1::${index.toString(16)}`;
    const silent = await Promise.all(Array.from({ length: 25 }, (_, index) => knock(house(index), '3')));
    const waiting = silent.filter((connection) => connection !== null);
    expect(waiting).toHaveLength(20);
    expect(await knock(house(77), '40')).toBeNull();
    for (let count = 0; count < 30; count += 1) expect(await knock('2001:db8:0:2::1', '40')).not.toBeNull();
    await fetch(waiting[0] ?? '', { method: 'POST', body: '1' });
    expect(await knock(house(78), '40')).not.toBeNull();
    await live.close();
  });
});

describe('Whoever came to the door', () => {
  leavesAllInOrder(() => ({ url: null, dataDir: folder }));
});
