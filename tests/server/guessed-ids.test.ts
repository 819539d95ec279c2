import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { random } from '../../src/app/device.ts';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';
import { readSources } from '../architecture/sources.ts';

let folder: string;
let database: FreshDatabase | null = null;
let server: RunningServer;

type Json = Readonly<Record<string, unknown>>;
type Ask = (method: 'GET' | 'POST', url: string, body?: object) => Promise<Json>;

/** One person with her farm, as another sees them: what the API hands out. */
interface Owner {
  readonly ids: ReadonlySet<string>;
  /** Words that open something: refresh tokens aside, which are signed. */
  readonly words: readonly string[];
}
const owners: Owner[] = [];

/** Every value that is called an id, wherever it stands. */
function collect(value: unknown, ids: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (/(^|_)id$/.test(name) && typeof part === 'string') ids.add(part);
    else collect(part, ids);
  }
}

function asking(token: string, ids: Set<string>): Ask {
  return async (method, url, body) => {
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
    const answer = await server.app.inject({ method, url, headers, ...(body && { payload: body }) });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    const said = answer.json<Json>();
    collect(said, ids);
    return said;
  };
}

const idOf = (answer: Json, part: string): string => (answer[part] as { readonly id: string }).id;
const lastPart = (url: unknown): string =>
  new URLSearchParams(new URL(String(url)).hash.slice(1)).values().next().value ?? '';

/** Signs up, makes a farm and one of each thing in it, twenty records, and reads everything back. */
async function settle(name: string): Promise<Owner> {
  const ids = new Set<string>();
  const person = { email: `${name}@campo.test`, password: testPassword, first_name: name, last_name: 'Paz' };
  const signed = await asking('', ids)('POST', '/api/auth/sign-up', { ...person, phone: '1155550000' });
  const ask = asking(String(signed['token']), ids);
  const org = idOf(await ask('POST', '/api/organization', { name: `Campo de ${name}` }), 'organization');
  for (let at = 0; at < 3; at += 1) {
    const lot = idOf(await ask('POST', `/api/lot/create/${org}`, { name: `Lote ${at}`, hectares: 5 }), 'lot');
    for (const [path, body] of [
      [`/api/rodeo/${org}`, { name: `Rodeo ${at}` }],
      [`/api/campo/${org}`, { name: `Campo ${at}` }],
      [`/api/animal-categories/${org}`, { name: `Clase ${at}` }],
      ['/api/asset', { organization_id: org, name: `Sal ${at}`, kind: 'suplemento', unit: 'kg' }],
      [`/api/note/create/${org}`, { text: 'El molino' }],
      [`/api/task/${org}`, { title: 'Aguada' }],
      [`/api/invoice/${org}`, { lines: [{ concept: 'Sal', vat_rate: 21 }] }],
    ] as const)
      await ask('POST', path, body);
    for (let mm = 1; mm <= 7; mm += 1)
      await ask('POST', `/api/movement/weather/rain/${org}`, { date: '2026-11-20', mm, lot_id: lot });
  }
  const asked = await ask('POST', '/api/organization/add-user', {
    organization_id: org,
    email: `otro-${name}@campo.test`,
    role: 'user',
  });
  const hand = {
    organization_id: org,
    first_name: 'Luis',
    last_name: name,
    email: `luis-${name}@campo.test`,
    role: 'user',
  };
  const made = await ask('POST', '/api/organization/add-user-admin', hand);
  for (const path of ['/api/user', '/api/auth/session', `/api/organization/data/${org}`]) await ask('GET', path);
  for (let page = ''; ;) {
    const whole = await ask('GET', `/api/sync/${org}/snapshot${page}`);
    if (typeof whole['next_page'] !== 'string') break;
    page = `?page=${whole['next_page']}`;
  }
  const words = [String(signed['known_device']), lastPart(asked['invitation_url']), lastPart(made['activation_url'])];
  return { ids, words };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guessed-'));
  database = isOnPostgres() ? await createPostgresDatabase() : null;
  const settings = { DATA_DIR: folder, DATABASE_URL: database?.url, LOG_LEVEL: 'silent', PORT: '0' };
  server = await compose(readSettings(settings), join(folder, 'none'));
  for (const name of ['ana', 'dana']) owners.push(await settle(name));
});
afterAll(async () => {
  await server.close();
  await database?.drop();
  await rm(folder, { recursive: true });
});

const all = (): readonly string[] => owners.flatMap(({ ids }) => [...ids]);
const asNumber = (id: string): bigint => BigInt(`0x${id.replaceAll('-', '')}`);

describe('The ids that the API hands out', () => {
  test('are UUIDs of version 4, each its own', () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(all().filter((id) => !uuid.test(id))).toEqual([]);
    expect(all().length).toBeGreaterThan(120);
    expect(new Set(all()).size).toBe(all().length);
  });

  test('of one farm lead to none of another: no two are near each other', () => {
    const sorted = all()
      .map(asNumber)
      .toSorted((a, b) => (a < b ? -1 : 1));
    const gaps = sorted.slice(1).map((id, at) => id - (sorted[at] ?? 0n));
    expect(gaps.filter((gap) => gap < 2n ** 80n)).toEqual([]);
  });

  test('have no bit that can be foretold', () => {
    const numbers = all().map(asNumber);
    const shares = Array.from(
      { length: 128 },
      (_, bit) => numbers.filter((id) => ((id >> BigInt(bit)) & 1n) === 1n).length / numbers.length,
    );
    // Four bits say the version, two the variant.
    const fixed = new Set([62, 63, 76, 77, 78, 79]);
    expect(shares.flatMap((share, bit) => (fixed.has(bit) || (share > 0.2 && share < 0.8) ? [] : [bit]))).toEqual([]);
  });
});

describe('A word that opens something', () => {
  test('is 256 bits by chance', () => {
    const words = owners.flatMap((owner) => owner.words);
    expect(words.map((word) => /^[\w-]{43}$/.test(word))).toEqual(words.map(() => true));
    expect(new Set(words).size).toBe(6);
  });
});

describe('Ids that a phone makes', () => {
  test('are of version 7 by the moment, and 74 bits of it by the browser’s own chance', () => {
    const drawn = vi.spyOn(crypto, 'getRandomValues');
    const ids = Array.from({ length: 2000 }, random.entityId);
    expect(drawn).toHaveBeenCalledTimes(2000);
    drawn.mockRestore();
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([]);
    expect(new Set(ids.map((id) => id.slice(15))).size).toBe(2000);
  });
});

describe('Chance that can be foretold', () => {
  test('makes no id anywhere: it only spreads moments of waiting', () => {
    const users = [...readSources()].filter(([, text]) => text.includes('Math.random'));
    expect(users.map(([path]) => path).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'src/app/device.ts',
      'src/exam/world.ts',
      'src/server/database/scope.ts',
    ]);
  });
});

leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: folder }));
