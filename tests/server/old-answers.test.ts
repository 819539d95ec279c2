import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saidIn } from '../../src/server/database/operations.ts';
import { openPostgres } from '../../src/server/database/postgres.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import type { Tables } from '../../src/server/database/tables.ts';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { makeFirstFarm } from '../support/first-farm.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';

let built: BuiltServer;
let database: FreshDatabase | null = null;
let server: ServerProcess;
let [token, org] = ['', ''];

const dayMs = 24 * 3_600_000;
/** More than are shortened in one step, so that a step has to go on after another. */
const records = 230;

interface Sent {
  readonly key: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}
interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

const send = async ({ key, path, body }: Sent): Promise<Answered> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key };
  const answer = await fetch(`${server.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answered['body'] };
};
const sent = { old: [] as Sent[], lot: null as Sent | null, young: null as Sent | null };
const said = new Map<string, Answered>();

/** The database itself, beside a server that runs on it only to look. */
async function inDatabase<T>(work: (db: Kysely<Tables>) => Promise<T>, isForReading = false): Promise<T> {
  const opened = database
    ? openPostgres(database.url, () => null)
    : { all: openSqlite(join(server.dataDir, 'tranquera.sqlite'), { isForReading }), farm: null };
  try {
    return await work(opened.all);
  } finally {
    await opened.farm?.destroy();
    await opened.all.destroy();
  }
}

const bodies = (): Promise<Map<string, string>> =>
  inDatabase(async (db) => {
    const rows = await db.selectFrom('operations').select(['key', 'body', 'packed']).where('scope', '=', org).execute();
    return new Map(rows.map(({ key, ...kept }) => [key, saidIn(kept) ?? '']));
  }, true);
const heads = async (): Promise<number> => {
  const { lots } = await call(server, 'GET', `/api/lot/info/${org}`, { token });
  return (lots as { animals: { count: number }[] }[])
    .flatMap(({ animals }) => animals)
    .reduce((sum, { count }) => sum + count, 0);
};

beforeAll(async () => {
  built = await buildServer();
  if (isOnPostgres()) database = await createPostgresDatabase();
  server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
  await server.start();
  const made = await makeFirstFarm(server, 'Vaca');
  ({ token, org } = made);
  const { lot_id, rodeo_id, category: type } = made.place;
  const bought = (): Sent => ({
    key: randomUUID(),
    path: `/api/movement/purchase/${org}`,
    body: { date: '2026-01-10', lot_id, rodeo_id, animals: [{ type, count: 1 }], cid: randomUUID() },
  });
  sent.old = Array.from({ length: records }, bought);
  sent.lot = { key: randomUUID(), path: `/api/lot/create/${org}`, body: { name: 'El Alto', hectares: 40 } };
  sent.young = bought();
  for (const one of [...sent.old, sent.lot, sent.young]) said.set(one.key, await send(one));
  await server.kill();
  const then = new Date(Date.now() - 91 * dayMs).toISOString();
  await inDatabase((db) =>
    db
      .updateTable('operations')
      .set({ received_at: then })
      .where('scope', '=', org)
      .where('key', '!=', sent.young?.key ?? '')
      .execute(),
  );
  await server.start();
  for (let tries = 0; tries < 100; tries += 1) {
    const left = await bodies();
    if (sent.old.every(({ key }) => left.get(key) === '')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The old answers were not shortened');
}, 240_000);

afterAll(async () => {
  await server?.close();
  await database?.drop();
  await built?.remove();
});

describe('Answers of more than 90 days ago', () => {
  test('are kept as key, fingerprint and result where they told of a record alone', async () => {
    const kept = await bodies();
    const whole = [...kept].filter(([, body]) => body !== '').map(([key]) => key);
    expect(sent.old.filter(({ key }) => whole.includes(key))).toEqual([]);
    expect(whole).toEqual(expect.arrayContaining([sent.lot?.key, sent.young?.key]));
  });

  test('are told short to who brings the key again, who is counted no second time, also after another start', async () => {
    const before = await heads();
    expect(before).toBe(records + 1);
    for (const isStartedAnew of [false, true]) {
      if (isStartedAnew) {
        await server.kill();
        await server.start();
      }
      for (const one of sent.old.slice(0, 20)) {
        const first = said.get(one.key);
        const { status, headers, body } = await send(one);
        const seq = Number(first?.headers.get('x-sync-seq'));
        expect([status, body]).toEqual([200, { ok: true, applied: true, key: one.key, seq }]);
        expect(headers.get('idempotency-status')).toBe('replayed');
        for (const mark of ['x-sync-seq', 'x-sync-mark', 'x-sync-epoch'])
          expect(headers.get(mark)).toBe(first?.headers.get(mark));
      }
      expect(await heads()).toBe(before);
    }
  });

  test('are told in a batch by the key as well, and counted no second time', async () => {
    const operations = sent.old.slice(20, 60).map((one) => ({ ...one, method: 'POST' }));
    const { results } = await call(server, 'POST', `/api/sync/${org}/ops`, { token, body: { operations } });
    const told = results as readonly { status: number; key: string; seq: number; body: object }[];
    expect(told.map(({ key, status, seq, body }) => ({ key, status, seq, body }))).toEqual(
      operations.map(({ key }) => {
        const seq = Number(said.get(key)?.headers.get('x-sync-seq'));
        return { key, status: 200, seq, body: { ok: true, applied: true, key, seq } };
      }),
    );
    expect(await heads()).toBe(records + 1);
  });

  test('still hold their key to what was sent under it', async () => {
    const [one] = sent.old;
    if (!one) throw new Error('Nothing was sent');
    const other = await send({ ...one, body: { ...one.body, detail: 'Otra' } });
    expect([other.status, other.body['code']]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  });

  test('leave those of things, and of younger records, as they were', async () => {
    for (const one of [sent.lot, sent.young]) {
      if (!one) throw new Error('Nothing was sent');
      expect((await send(one)).body).toEqual(said.get(one.key)?.body);
    }
  });

  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: server.dataDir }));
});
