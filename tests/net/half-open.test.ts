import { openMemoryStore } from '../support/memory-store.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNet } from '../../src/app/net/http.ts';
import { createLiveConnection, type LiveConnection, openSocket } from '../../src/app/net/live-connection.ts';
import { openFarm } from '../../src/app/sync/engine/engine.ts';
import type { Farm } from '../../src/app/sync/farm.ts';
import type { Hint } from '../../src/app/sync/ports.ts';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { testPassword } from '../support/server.ts';

/** A link that can go silent: it stays open, takes new connections, and carries nothing in either direction. */
class Link {
  private readonly ends = new Set<Socket>();
  private readonly server: Server;
  private isSilent = false;

  constructor(port: number) {
    this.server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.ends.add(from);
        from.on('data', (bytes) => to.write(bytes));
        from.on('close', () => {
          this.ends.delete(from);
          to.destroy();
        });
        // Who is cut off in the middle of a word is cut off.
        from.on('error', () => undefined);
        if (this.isSilent) from.pause();
      }
    });
  }

  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  freeze(): void {
    this.isSilent = true;
    for (const end of this.ends) end.pause();
  }

  /** What was under way arrives, as TCP has it. */
  thaw(): void {
    this.isSilent = false;
    for (const end of this.ends) end.resume();
  }

  async close(): Promise<void> {
    for (const end of this.ends) end.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

let folder: string;
let server: RunningServer;
let link: Link;
let live: LiveConnection;
let farm: Farm;
let base: string;
let token = '';
let organizationId: string;

/** Lets what has arrived be worked off, until something holds: a moment of the clock for each round. */
async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + 20_000; !(await holds());) {
    if (performance.now() > end) throw new Error(`It never came so far: ${what}`);
    await vi.advanceTimersByTimeAsync(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), 'idempotency-key': randomUUID() };
  const answer = await server.app.inject({ method: 'POST', url: path, headers, payload: body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};

/** The app's own parts, over the link: its net, its live connection, its farm. */
function openPhone(address: string, userId: string): void {
  const hearers = new Set<(hint: Hint) => void>();
  const net = createNet({
    baseUrl: address,
    fetch: (input, init) => fetch(input, init),
    knowsMark: () => true,
    noteMark: () => undefined,
  });
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  live = createLiveConnection({
    openSocket: (with_) => openSocket(address, with_),
    freshToken: () => Promise.resolve(token),
    selectedId: () => organizationId,
    after,
    fraction: () => 0,
  });
  live.onConnect(() => {
    for (const hearer of hearers) hearer('connected');
  });
  const subscribe = (hearer: (hint: Hint) => void): (() => void) => {
    hearers.add(hearer);
    return () => hearers.delete(hearer);
  };
  farm = openFarm(
    {
      signer: () => Promise.resolve(null),
      store: openMemoryStore(),
      net: { call: (request) => net.send({ ...request, token }) },
      clock: { now: () => Date.now(), after },
      locks: {
        run: async (_name, _steal, task) => {
          await task();
          return true;
        },
      },
      random: { fraction: () => 0.5, key: () => randomUUID(), entityId: () => randomUUID() },
      hints: { isVisible: () => true, isConnected: () => live.status() === 'connected', subscribe },
      live: { subscribe: live.onMessage },
      deviceId: 'phone',
      appBuild: 'test',
    },
    organizationId,
    userId,
  );
}

beforeAll(async () => {
  // The hands of the clock alone: what goes over the wire goes in real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  folder = await mkdtemp(join(tmpdir(), 'half-open-'));
  server = await compose(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0' }), join(folder, 'none'));
  base = await server.listen();
  const person = { email: 'ana@campo.test', password: testPassword, first_name: 'Ana', last_name: 'Paz' };
  token = String((await post('/api/auth/sign-up', { ...person, phone: '1155550000' }))['token']);
  const { organization } = await post('/api/organization', { name: 'El Ombú' });
  organizationId = (organization as { readonly id: string }).id;
});
afterAll(async () => {
  await server.close();
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  link = new Link(Number(new URL(base).port));
  openPhone(await link.open(), 'ana');
  farm.start();
  live.start();
  await until(() => live.status() === 'connected' && farm.status().ready, 'connected and filled');
});
afterEach(async () => {
  live.stop();
  farm.stop();
  await link.close();
});

const lots = async (): Promise<readonly string[]> => (await farm.views.lots()).map(({ lot }) => lot.name);

describe('A link that is open and carries nothing', () => {
  test('is told within 45 seconds, by the pings that the server ships with', async () => {
    link.freeze();
    const from = Date.now();
    while (live.status() === 'connected' && Date.now() - from < 60_000) await vi.advanceTimersByTimeAsync(250);
    const took = Date.now() - from;
    // No sooner than the patience after a ping that may have come just before: a slow link is no dead one.
    expect([live.status(), took <= 45_000, took >= 20_000]).toEqual(['reconnecting', true, true]);
  });

  test('is made up for when it carries again: what was said meanwhile is fetched', async () => {
    link.freeze();
    await vi.advanceTimersByTimeAsync(10_000);
    await post(`/api/lot/create/${organizationId}`, { name: 'El Bajo', hectares: 3 });
    await vi.advanceTimersByTimeAsync(40_000);
    expect([live.status() === 'connected', await lots()]).toEqual([false, []]);
    link.thaw();
    live.connectNow();
    await until(() => live.status() === 'connected', 'connected again');
    await until(async () => (await lots()).length === 1, 'the new lot');
    expect(await lots()).toEqual(['El Bajo']);
  });
});

leavesAllInOrder(() => ({ url: null, dataDir: folder }));
