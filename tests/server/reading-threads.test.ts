import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { movementHandlers } from '../../src/server/herd/movements/handlers.ts';
import type { Handlers } from '../../src/server/kernel/call.ts';
import { syncHandlers } from '../../src/server/sync/handlers.ts';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { makeFirstFarm } from '../support/first-farm.ts';
import { invitationIn } from '../support/let-in.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';

let built: BuiltServer;
let database: FreshDatabase | null = null;
let server: ServerProcess;
let org: string;
const tokens = { owner: '', hand: '' };

const records = 24;

/** A farm with purchases, whose prices its hand may not see. */
async function settle(): Promise<void> {
  const { token, place, ...farm } = await makeFirstFarm(server, 'Vaca');
  ({ org } = farm);
  const { lot_id, rodeo_id, category: type } = place;
  for (let count = 1; count <= records; count += 1) {
    const body = {
      date: '2026-01-10',
      lot_id,
      rodeo_id,
      animals: [{ type, count }],
      unit_price: String(100_000 + count),
    };
    await call(server, 'POST', `/api/movement/purchase/${org}`, { token, body });
  }
  const invite = { organization_id: org, first_name: 'José', role: 'user' };
  const { invitation_url } = await call(server, 'POST', '/api/organization/invite', { token, body: invite });
  const secret = { token: invitationIn(invitation_url), password: testPassword };
  const invited = await call(server, 'POST', '/api/auth/sign-up-invited', { body: secret });
  Object.assign(tokens, { owner: token, hand: String(invited['token']) });
}

beforeAll(async () => {
  built = await buildServer();
  if (isOnPostgres()) database = await createPostgresDatabase();
  server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
  await server.start();
  await settle();
}, 120_000);

afterAll(async () => {
  await server?.close();
  await database?.drop();
  await built?.remove();
});

/** What a process was started with; empty for one that has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const ask = (path: string, who: keyof typeof tokens = 'owner'): Promise<Response> =>
  fetch(`${server.address}${path}`, { headers: { authorization: `Bearer ${tokens[who]}` } });
const movementsOf = async (path: string, who: keyof typeof tokens = 'owner'): Promise<readonly object[]> =>
  ((await (await ask(path, who)).json()) as { movements: readonly object[] }).movements;

describe('Reads with long answers, made on threads of their own', () => {
  test('are reads, and each has somebody there who serves it', () => {
    const handlers: Handlers = { ...movementHandlers, ...(syncHandlers as Handlers) };
    const long = Object.entries(endpoints).filter(([, { isLong }]) => isLong);
    expect(long.map(([name, { method }]) => [name, method, handlers[name]?.kind])).toEqual([
      ['movements', 'GET', 'read'],
      ['snapshot', 'GET', 'kept'],
      ['history', 'GET', 'kept'],
    ]);
  });

  test('answer what the others answer, with the marks of every answer', async () => {
    const all = await movementsOf(`/api/movement/all/${org}`);
    expect(all.length).toBeGreaterThan(records);
    expect(all.slice(0, 10)).toEqual(await movementsOf(`/api/movement/last-10/${org}`));
    const answer = await ask(`/api/movement/all/${org}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const other = await ask(`/api/movement/last-10/${org}`);
    const marks = (of: Response): readonly string[] => [...of.headers.keys()].filter((name) => name.startsWith('x-'));
    expect(marks(answer)).toEqual(marks(other));
  });

  test.runIf(process.platform === 'linux')('give way to the thread that takes records', async () => {
    await movementsOf(`/api/movement/all/${org}`);
    const own = readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(built.folder)) ?? '';
    const tasks = readdirSync(`/proc/${own}/task`);
    const niceOf = (task: string): string => {
      const text = readFileSync(`/proc/${own}/task/${task}/stat`, 'utf8');
      // The name stands in brackets and may hold anything.
      return text.slice(text.lastIndexOf(')') + 2).split(' ')[16] ?? '';
    };
    expect(niceOf(own)).toBe('0');
    expect(tasks.map(niceOf).filter((nice) => nice === '10').length).toBeGreaterThanOrEqual(1);
  });

  test('show the lowest role no price', async () => {
    const prices = (rows: readonly object[]): number =>
      rows.filter((row) => /"unit_price/.test(JSON.stringify(row))).length;
    expect(prices(await movementsOf(`/api/movement/all/${org}`))).toBe(records);
    expect(prices(await movementsOf(`/api/movement/all/${org}`, 'hand'))).toBe(0);
  });

  test('keep the history by segments, packed as the caller takes it, for each sight by itself', async () => {
    const segmentsOf = async (who: keyof typeof tokens): Promise<readonly { readonly tag: string }[]> => {
      for (let page = ''; ;) {
        const answer = await ask(`/api/sync/${org}/snapshot?segments=1${page}`, who);
        const said = (await answer.json()) as { next_page: string | null; segments?: readonly { tag: string }[] };
        if (said.next_page === null) return said.segments ?? [];
        page = `&page=${said.next_page}`;
      }
    };
    const bytesOf = async (tag: string, who: keyof typeof tokens, accepted: string) => {
      const headers = { authorization: `Bearer ${tokens[who]}`, 'accept-encoding': accepted };
      const answer = await fetch(`${server.address}/api/sync/${org}/history/${tag}`, { headers });
      return { status: answer.status, encoding: answer.headers.get('content-encoding'), text: await answer.text() };
    };
    const [owners, hands] = [await segmentsOf('owner'), await segmentsOf('hand')];
    for (const [who, segments, prices] of [
      ['owner', owners, records],
      ['hand', hands, 0],
    ] as const) {
      const packed = await Promise.all(segments.map(({ tag }) => bytesOf(tag, who, 'gzip, br')));
      const again = await Promise.all(segments.map(({ tag }) => bytesOf(tag, who, 'gzip, br')));
      const plain = await Promise.all(segments.map(({ tag }) => bytesOf(tag, who, 'identity')));
      expect(packed.map(({ encoding }) => encoding)).toEqual(segments.map(() => 'br'));
      expect(plain.map(({ encoding }) => encoding)).toEqual(segments.map(() => null));
      expect([again, plain.map(({ text }) => text)]).toEqual([packed, packed.map(({ text }) => text)]);
      expect(packed.map(({ text }) => text.split('"unit_price').length - 1).reduce((a, b) => a + b)).toBe(prices);
    }
    for (const { tag } of owners) expect((await bytesOf(tag, 'hand', 'br')).status).toBe(410);
  });

  test('refuse what the others refuse, in the same words', async () => {
    const bad = await ask(`/api/sync/${org}/snapshot?page=${Buffer.from('{"no":1}').toString('base64url')}`);
    expect([bad.status, ((await bad.json()) as { code: string }).code]).toEqual([410, 'RESYNC']);
    const other = await ask(`/api/movement/all/00000000-0000-4000-8000-000000000000`);
    expect(other.status).toBe(404);
  });

  test('give a long list part by part while it is read, with the bytes of a whole one', async () => {
    const operations = Array.from({ length: 1_200 }, (_, n) => ({
      key: randomUUID(),
      method: 'POST',
      path: `/api/movement/weather/rain/${org}`,
      body: { date: '2025-03-0' + String((n % 9) + 1), mm: n % 50 },
    }));
    for (let start = 0; start < operations.length; start += 200) {
      const body = { operations: operations.slice(start, start + 200) };
      await call(server, 'POST', `/api/sync/${org}/ops`, { token: tokens.owner, body });
    }
    for (const who of ['owner', 'hand'] as const) {
      const pages: object[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const answer = await ask(`/api/movement/all/${org}?limit=500${cursor && `&cursor=${cursor}`}`, who);
        const page = (await answer.json()) as { movements: object[]; next_cursor?: string };
        pages.push(...page.movements);
        cursor = page.next_cursor;
      }
      expect(pages.length).toBeGreaterThan(1_200);
      const whole = await ask(`/api/movement/all/${org}`, who);
      expect([whole.status, whole.headers.get('content-length')]).toEqual([200, null]);
      expect(await whole.text()).toBe(JSON.stringify({ ok: true, movements: pages }));
      const some = await ask(`/api/movement/all/${org}?type=BUY`, who);
      expect(((await some.json()) as { movements: object[] }).movements.length).toBe(records);
    }
  });

  test('break off where the thread dies in the middle of a list, and nobody takes it for whole', async () => {
    const thread = join(built.folder, 'server/server/reading-thread.js');
    await copyFile(thread, `${thread}.whole`);
    await writeFile(
      thread,
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id }) => {
        parentPort.postMessage({ id, part: new TextEncoder().encode('{"ok":true,"movements":[') });
        setTimeout(() => process.exit(5), 200);
      });`,
    );
    await server.kill();
    await server.start();
    const broken = await ask(`/api/movement/all/${org}`);
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow('terminated');
    expect((await movementsOf(`/api/movement/last-10/${org}`)).length).toBe(10);
    await copyFile(`${thread}.whole`, thread);
    expect((await movementsOf(`/api/movement/all/${org}?type=BUY`)).length).toBe(records);
  });

  test('end with who hangs up: the rest of a list that nobody reads is not made', async () => {
    const thread = join(built.folder, 'server/server/reading-thread.js');
    const ended = join(server.dataDir, 'ended');
    await copyFile(thread, `${thread}.whole`);
    await writeFile(
      thread,
      `import { writeFileSync } from 'node:fs';
      import { parentPort } from 'node:worker_threads';
      const part = () => new TextEncoder().encode(Math.random() + ','.repeat(9_000));
      let saying;
      parentPort.on('message', ({ id, stopped }) => {
        if (stopped === undefined) saying = setInterval(() => parentPort.postMessage({ id, part: part() }), 5);
        else {
          clearInterval(saying);
          writeFileSync(${JSON.stringify(ended)}, 'ended');
          parentPort.postMessage({ id: stopped, bug: 'nobody waits' });
        }
      });`,
    );
    await server.kill();
    await server.start();
    for (const accepted of ['identity', 'br']) {
      const leaving = new AbortController();
      const headers = { authorization: `Bearer ${tokens.owner}`, 'accept-encoding': accepted };
      const answer = await fetch(`${server.address}/api/movement/all/${org}`, { headers, signal: leaving.signal });
      await answer.body?.getReader().read();
      leaving.abort();
      await expect.poll(() => existsSync(ended), { timeout: 15_000 }).toBe(true);
      await rm(ended);
    }
    await copyFile(`${thread}.whole`, thread);
    await server.kill();
    await server.start();
    expect((await movementsOf(`/api/movement/all/${org}?type=BUY`)).length).toBe(records);
  });

  test('fail alone when their threads die, and come back with new ones', async () => {
    const thread = join(built.folder, 'server/server/reading-thread.js');
    await copyFile(thread, `${thread}.whole`);
    await writeFile(thread, 'process.exit(5);');
    await server.kill();
    await server.start();
    const failed = await ask(`/api/movement/all/${org}`);
    expect([failed.status, ((await failed.json()) as { code: string }).code]).toEqual([500, 'SERVER_ERROR']);
    expect((await movementsOf(`/api/movement/last-10/${org}`)).length).toBe(10);
    const body = { name: 'El Alto', hectares: 40 };
    const lot = await call(server, 'POST', `/api/lot/create/${org}`, { token: tokens.owner, body });
    expect(lot).toMatchObject({ ok: true });
    await copyFile(`${thread}.whole`, thread);
    expect((await movementsOf(`/api/movement/all/${org}?type=BUY`)).length).toBe(records);
  });

  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: server.dataDir }));
});
