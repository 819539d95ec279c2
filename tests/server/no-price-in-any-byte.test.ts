import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openPostgres } from '../../src/server/database/postgres.ts';
import { saidIn } from '../../src/server/database/operations.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { type FirstFarm, makeFirstFarm } from '../support/first-farm.ts';
import { invitationIn } from '../support/let-in.ts';
import { type LiveListener, openLiveListener, soon } from '../support/live-listener.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';

/** Prices of the farm: no id, day or instant reads like one of them. */
const prices = {
  bought: '731901.01',
  boughtInAll: '731902.02',
  aKilo: '731903.03',
  sold: '731904.04',
  soldAtFirst: '731905.05',
  vaccine: '731906.06',
  invoiced: '731907.07',
  brought: '731908.08',
  addedLater: '731909.09',
};
const aPrice = /7319\d\d[.,]\d\d/;

type Who = 'owner' | 'hand';

let built: BuiltServer;
let database: FreshDatabase | null = null;
let server: ServerProcess;
let farm: FirstFarm;
let listener: LiveListener;
const tokens: Record<Who, string> = { owner: '', hand: '' };
const ids: Record<string, string> = {};
const page = '<!doctype html><title>Tranquera</title>';

/** An answer to its last byte: everything that came over the wire, and what its body says unpacked. */
interface Bytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const unpacking: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

/** Asks by hand: nothing between the test and the socket unpacks, stores or adds anything. */
const ask = (
  who: Who,
  method: string,
  path: string,
  { accepted = 'identity', key, body }: { accepted?: string; key?: string; body?: object } = {},
): Promise<Bytes> =>
  new Promise((resolve, reject) => {
    const sent = body && Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${tokens[who]}`,
      'accept-encoding': accepted,
      ...(key && { 'idempotency-key': key }),
      ...(sent && { 'content-type': 'application/json', 'content-length': sent.length }),
    };
    const asked = request(`${server.address}${path}`, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const whole = Buffer.concat(parts);
        const packing = unpacking[answer.headers['content-encoding'] ?? ''];
        const text = `${JSON.stringify(answer.headers)}\n${(packing ? packing(whole) : whole).toString()}`;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    asked.on('error', reject);
    asked.end(sent);
  });

/** What an answer says. */
const said = ({ text }: Bytes): Record<string, unknown> =>
  JSON.parse(text.slice(text.indexOf('\n') + 1)) as Record<string, unknown>;

/** Everything that was written, to be written again under the same key. */
const written: {
  readonly who: Who;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  body: object;
}[] = [];
const answers: { readonly who: Who; readonly bytes: Bytes }[] = [];

async function write(who: Who, method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const key = randomUUID();
  const bytes = await ask(who, method, path, { key, body });
  if (bytes.status > 201) throw new Error(`${method} ${path}: ${bytes.text}`);
  written.push({ who, method, path, key, body });
  answers.push({ who, bytes });
  return said(bytes);
}

const idIn = (answer: Record<string, unknown>, part: string): string => (answer[part] as { id: string }).id;

async function invite(): Promise<void> {
  const body = { organization_id: farm.org, first_name: 'José', role: 'user' };
  const { invitation_url } = said(await ask('owner', 'POST', '/api/organization/invite', { body }));
  const secret = { token: invitationIn(invitation_url), password: testPassword };
  tokens.hand = String(said(await ask('owner', 'POST', '/api/auth/sign-up-invited', { body: secret }))['token']);
}

/** A farm that has prices in all places that a farm has for them; a hand is there from the start. */
async function settle(): Promise<void> {
  const { org, place } = farm;
  const { lot_id, rodeo_id, category } = place;
  const records = `/api/movement`;
  const at = { date: '2026-01-10', lot_id, rodeo_id };
  const heads = (count: number) => [{ type: category, count }];
  const bought = { ...at, animals: heads(300), unit_price: prices.bought, total: prices.boughtInAll };
  await write('owner', 'POST', `${records}/purchase/${org}`, bought);
  const sale = { ...at, animals: heads(3), price_per_kg: prices.aKilo, total: prices.soldAtFirst };
  const sold = await write('owner', 'POST', `${records}/sell/${org}`, sale);
  ids['movement'] = idIn(sold, 'movement');
  await write('owner', 'PUT', `${records}/sell/${org}/${ids['movement']}`, { ...sale, total: prices.sold });
  const item = { organization_id: org, name: 'Aftosa', kind: 'vacuna', unit: 'dosis', quantity: 50 };
  const asset = await write('owner', 'POST', '/api/asset', { ...item, total: prices.vaccine });
  ids['asset'] = idIn(asset, 'asset');
  const invoice = {
    direction: 'recibida',
    kind: 'factura',
    letter: 'A',
    point_of_sale: 3,
    number: 1,
    issued_on: '2026-01-10',
    issuer: { name: 'Veterinaria Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
    recipient: { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
    lines: [{ concept: 'Vacuna aftosa', quantity: 1, unit_price: prices.invoiced, vat_rate: 21 }],
    state: 'pendiente',
  };
  ids['invoice'] = idIn(await write('owner', 'POST', `/api/invoice/${org}`, invoice), 'invoice');
  // A hand's own record: what he typed of money is kept for those who see it, and the owner's word of it is not his to read.
  const own = { ...at, animals: heads(2), total: prices.brought };
  ids['own'] = idIn(await write('hand', 'POST', `${records}/sell/${org}`, own), 'movement');
  await write('owner', 'PUT', `${records}/sell/${org}/${ids['own']}`, { ...own, total: prices.addedLater });
  await write('hand', 'PUT', `${records}/sell/${org}/${ids['own']}`, { ...at, animals: heads(2), buyer: 'Feria' });
  const gone = await write('hand', 'POST', `${records}/sell/${org}`, own);
  await write('hand', 'DELETE', `${records}/delete/${org}/${idIn(gone, 'movement')}`, {});
}

beforeAll(async () => {
  built = await buildServer();
  const app = join(built.folder, 'app');
  await mkdir(join(app, 'assets'), { recursive: true });
  await writeFile(join(app, 'index.html'), page);
  await writeFile(join(app, 'assets', 'a-1234.js'), 'export const a = 1;');
  if (isOnPostgres()) database = await createPostgresDatabase();
  server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
  await server.start();
  farm = await makeFirstFarm(server, 'Vaca');
  tokens.owner = farm.token;
  await invite();
  listener = await openLiveListener(server.address, tokens.hand);
  await listener.tell('join', `organization_${farm.org}`);
  await settle();
}, 120_000);

afterAll(async () => {
  listener?.socket.disconnect();
  await server?.close();
  await database?.drop();
  await built?.remove();
});

/** The addresses of every reading of the contract, of things that are there. */
function readings(tag: string): string[] {
  const { org, place } = farm;
  const named = {
    org,
    rodeoId: place.rodeo_id,
    cycleId: randomUUID(),
    fileId: randomUUID(),
    digest: 'a'.repeat(64),
    tag,
  };
  const ofThing: Readonly<Record<string, string>> = {
    ...ids,
    invoices: ids['invoice'] ?? '',
    lot: place.lot_id,
    rodeo: place.rodeo_id,
  };
  return Object.entries(endpoints)
    .filter(([, { method }]) => method === 'GET')
    .flatMap(([name, { path, aliases }]) =>
      [path, ...aliases].map((one) => fillPath(one, { ...named, id: ofThing[name] ?? randomUUID() })),
    );
}

interface Loaded {
  readonly tags: readonly string[];
  readonly bytes: readonly Bytes[];
}

/** A first load, by pages or by segments, and the feed from the farm's beginning. */
async function load(who: Who, accepted: string, query = ''): Promise<Loaded> {
  const sync = `/api/sync/${farm.org}`;
  const bytes = [await ask(who, 'GET', `${sync}?since=0`, { accepted })];
  const tags: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const answer = await ask(who, 'GET', `${sync}/snapshot?${query}${next ? `&page=${next}` : ''}`, {
      accepted,
    });
    const { next_page, segments = [] } = said(answer) as { next_page: string | null; segments?: { tag: string }[] };
    tags.push(...segments.map(({ tag }) => tag));
    bytes.push(answer);
    next = next_page;
  }
  for (const tag of tags) bytes.push(await ask(who, 'GET', `${sync}/history/${tag}`, { accepted }));
  return { tags, bytes };
}

/** All that somebody can read, after the owner has read it: what is kept between two who ask is there by then. */
async function everything(who: Who, accepted: string): Promise<readonly Bytes[]> {
  const { tags, bytes } = await load(who, accepted, 'segments=1');
  const rest: Bytes[] = [];
  for (const path of readings(tags[0] ?? 'none')) rest.push(await ask(who, 'GET', path, { accepted }));
  rest.push(await ask(who, 'GET', `/api/movement/${ids['own']}`, { accepted }));
  return [...bytes, ...(await load(who, accepted)).bytes, ...rest];
}

const textOf = (bytes: readonly Bytes[]): string => bytes.map(({ text }) => text).join('\n');

describe('A price, to the lowest role, on the shipped server', () => {
  test.each(['identity', 'gzip', 'br', 'gzip, br'])(
    'is in no reading of the contract, asked for as %s',
    async (accepted) => {
      const owners = textOf(await everything('owner', accepted));
      // The owner reads every one of them there, or the test looks in the wrong place.
      for (const price of Object.values(prices)) expect(owners).toContain(price);
      const hands = await everything('hand', accepted);
      expect(hands.length).toBeGreaterThan(40);
      expect(textOf(hands)).toContain(String(ids['movement']));
      expect(textOf(hands)).not.toMatch(aPrice);
    },
  );

  test('is in no segment, not in those of somebody who sees more either', async () => {
    const [owners, hands] = [await load('owner', 'br', 'segments=1'), await load('hand', 'br', 'segments=1')];
    expect([owners.tags.length > 0, hands.tags.filter((tag) => owners.tags.includes(tag))]).toEqual([true, []]);
    for (const tag of owners.tags) {
      const answer = await ask('hand', 'GET', `/api/sync/${farm.org}/history/${tag}`, { accepted: 'br' });
      expect([answer.status, aPrice.test(answer.text)]).toEqual([410, false]);
    }
  });

  test('is in no answer to what he recorded, nor in that answer when its key comes again', async () => {
    expect(textOf(answers.filter(({ who }) => who === 'owner').map(({ bytes }) => bytes))).toMatch(aPrice);
    const hands = answers.filter(({ who }) => who === 'hand').map(({ bytes }) => bytes);
    for (const { who, method, path, key, body } of written) {
      const again = await ask('hand', method, path, { key, body });
      // What was the owner's to write is not his, by whatever key.
      const isReplayed = again.headers['idempotency-status'] === 'replayed';
      expect(isReplayed || (who === 'owner' && [200, 403].includes(again.status))).toBe(true);
      hands.push(again);
    }
    const operations = written.map(({ key, method, path, body }) => ({ key, method, path, body }));
    const batch = await ask('hand', 'POST', `/api/sync/${farm.org}/ops`, { body: { operations }, key: randomUUID() });
    expect(batch.status).toBe(200);
    expect(textOf([...hands, batch])).not.toMatch(aPrice);
  });

  test('is in no live message, which everybody of the farm hears', async () => {
    const about = (id: string | undefined): boolean => JSON.stringify(listener.received).includes(String(id));
    expect(await soon(() => about(ids['movement']) && about(ids['own']))).toBe(true);
    expect(JSON.stringify(listener.received)).not.toMatch(aPrice);
  });

  test('is in nothing that is kept for those who see none: segments and remembered answers as they lie there', async () => {
    await load('owner', 'br', 'segments=1');
    await load('hand', 'br', 'segments=1');
    const hand = idIn(said(await ask('hand', 'GET', '/api/user')), 'user');
    const roads = database ? openPostgres(database.url, () => undefined) : null;
    const db = roads?.all ?? openSqlite(join(server.dataDir, 'tranquera.sqlite'), { isForReading: true });
    try {
      const segments = await db.selectFrom('history_segments').select(['sight', 'body']).execute();
      const of = (sight: string): string =>
        segments
          .filter((one) => one.sight === sight && one.body)
          .map(({ body }) => brotliDecompressSync(body ?? new Uint8Array()).toString())
          .join('\n');
      expect(of('with-money')).toMatch(aPrice);
      expect(of('without-money')).toContain(String(ids['movement']));
      expect(of('without-money')).not.toMatch(aPrice);
      const kept = await db.selectFrom('operations').select(['user_id', 'body', 'packed']).execute();
      const saidTo = (isHand: boolean): string =>
        kept.flatMap((row) => ((row.user_id === hand) === isHand ? (saidIn(row) ?? []) : [])).join('\n');
      expect(saidTo(false)).toMatch(aPrice);
      expect(saidTo(true)).toContain(String(ids['own']));
      expect(saidTo(true)).not.toMatch(aPrice);
    } finally {
      await db.destroy();
      await roads?.farm.destroy();
    }
  });

  test('can be in no cache on the way: what a person asks for is stored by nobody, what is stored is nobody’s', async () => {
    const { tags } = await load('owner', 'br', 'segments=1');
    const stored: string[] = [];
    for (const path of readings(tags[0] ?? 'none')) {
      const { status, headers } = await ask('owner', 'GET', path, { accepted: 'br' });
      if (headers['cache-control'] !== 'no-store' || headers['etag'] !== undefined) stored.push(`${status} ${path}`);
    }
    expect(stored).toEqual([]);
    for (const path of ['/', '/movimientos', '/assets/a-1234.js']) {
      const [owners, hands] = [await ask('owner', 'GET', path), await ask('hand', 'GET', path)];
      const body = ({ text }: Bytes): string => text.slice(text.indexOf('\n') + 1);
      expect([hands.status, body(hands)]).toEqual([200, body(owners)]);
      const file = path.startsWith('/assets') ? path.slice(1) : 'index.html';
      expect(body(hands)).toBe(await readFile(join(built.folder, 'app', file), 'utf8'));
    }
  });

  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: server.dataDir }));
});
