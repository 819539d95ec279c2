import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { authenticate } from '../../src/server/kernel/authenticate.ts';
import { type Core, createCore } from '../../src/server/kernel/core.ts';
import type { Committed } from '../../src/server/database/commit.ts';
import { examine } from '../../src/server/database/doctor.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { openPostgres } from '../../src/server/database/postgres.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import type { Tables } from '../../src/server/database/tables.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import type { SecurityEvent } from '../../src/server/accounts/people/events.ts';
import { threadsOfPhones } from '../../src/server/messages/conversations/threads.ts';
import type { Incoming } from '../../src/server/messages/incoming.ts';
import type { Mail, Message } from '../../src/server/messages/outgoing.ts';
import { allHandlers } from '../../src/server/handlers.ts';
import { createMigratedDatabase, isOnPostgres } from './postgres.ts';

export type PersonName = 'ana' | 'beto' | 'caro' | 'dana';

export interface TestServer {
  readonly core: Core;
  readonly db: Kysely<Tables>;
  /** Sees the farm that a transaction names; the same one on the embedded database. */
  readonly farmDb: Kysely<Tables>;
  readonly clock: { now: number };
  /** The life of the farm as it was made. */
  readonly epoch: string;
  readonly organizationId: string;
  readonly userIds: Readonly<Record<PersonName, string>>;
  readonly tokens: Readonly<Record<PersonName, string>>;
  /** Category ids by name. */
  readonly categories: Readonly<Record<string, string>>;
  readonly commits: Committed[];
  readonly bugs: unknown[];
  /** What left the server for people. */
  readonly outside: Outside;
  /** Takes what phones send, as the provider brings it. */
  readonly incoming: Incoming;
  /** A call as one of the people (null: without a token). */
  readonly as: (
    who: PersonName | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<CoreResponse>;
  readonly close: () => Promise<void>;
}

const secrets = { access: new Uint8Array(32).fill(1), refresh: new Uint8Array(32).fill(2) };

/** What stands behind the people's passwords: hashed once for all tests, it is slow on purpose. */
export const testPassword = 'la tranquera azul 7';

type Send = (
  token: string | null,
  method: string,
  address: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<CoreResponse>;

/** The database under test: PostgreSQL in its run, where a test asks for no file of its own; else the embedded one at the path. */
async function openTestDatabase(path: string) {
  if (!isOnPostgres() || path !== ':memory:') {
    const db = openSqlite(path);
    await migrate(db);
    return { db, farmDb: db, close: () => db.destroy() };
  }
  const fresh = await createMigratedDatabase();
  const { all, farm } = openPostgres(fresh.url, () => undefined);
  const close = async (): Promise<void> => {
    await farm.destroy();
    await all.destroy();
    await fresh.drop();
  };
  return { db: all, farmDb: farm, close };
}

/** Everything that the backend says to the outside, as lists. */
interface Outside {
  /** What leaves the server: a test may take it away. */
  readonly reaches: { mail: boolean; messages: boolean };
  readonly mails: Mail[];
  readonly messages: Message[];
  readonly endedSessions: string[];
  readonly events: SecurityEvent[];
  readonly announced: Committed[];
  /** Who was told to leave which farm's room; null: everybody. */
  readonly left: (readonly [organizationId: string, userId: string | null])[];
  /** Farms whose office was told that its refused records are others than before. */
  readonly refused: string[];
  /** What lies in the files' folder, by id. */
  readonly files: Map<string, Uint8Array>;
}

/** Ports to the outside that write down what they are told. */
export function recordingPorts() {
  const outside: Outside = {
    reaches: { mail: true, messages: true },
    mails: [],
    messages: [],
    endedSessions: [],
    events: [],
    announced: [],
    left: [],
    refused: [],
    files: new Map(),
  };
  const ports = {
    onSessionEnd: (id: string) => outside.endedSessions.push(id),
    onLeave: (organizationId: string, userId: string | null) => outside.left.push([organizationId, userId]),
    onSecurityEvent: (event: SecurityEvent) => outside.events.push(event),
    announce: (committed: Committed) => outside.announced.push(committed),
    files: {
      write: async (id: string, bytes: Uint8Array) => void outside.files.set(id, bytes),
      settle: async () => undefined,
      read: async (id: string) => outside.files.get(id) ?? new Uint8Array(),
      remove: async (id: string) => void outside.files.delete(id),
    },
    outgoing: {
      reaches: outside.reaches,
      mail: async (mail: Mail) => outside.mails.push(mail) > 0,
      message: async (message: Message) => ({ id: `out-${outside.messages.push(message)}`, state: 'sent' as const }),
    },
  };
  return { ...outside, ports };
}

/** The backend over a database that may have been lived in: what a server is after it was started again. */
export async function openBackend(path: string, clock: { now: number }, newId: () => string = randomUUID) {
  const { db, farmDb, close } = await openTestDatabase(path);
  const commits: Committed[] = [];
  const bugs: unknown[] = [];
  const outside = recordingPorts();
  const core = createCore({
    db,
    farmDb,
    handlers: allHandlers({ secrets, newId, publicUrl: 'https://campo.test', ...outside.ports }),
    now: () => clock.now,
    leastAppVersion: '',
    newId,
    authenticate: (token, now, farm) => authenticate(db, secrets, token, now, farm),
    onBug: (error) => bugs.push(error),
    onCommit: (committed) => commits.push(committed),
    onRefused: (organizationId) => outside.refused.push(organizationId),
  });
  const send: Send = (token, method, address, body, headers = {}) => {
    const [pathname = '', search = ''] = address.split('?');
    return core.dispatch({
      method,
      path: pathname,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      body,
    });
  };
  const incoming = threadsOfPhones({ db, newId, now: () => clock.now, files: outside.ports.files });
  return { incoming, core, db, farmDb, clock, commits, bugs, outside, send, close };
}

/**
 * A whole backend in this process, on a database in memory, with a clock in hand. Ana owns the farm 'La Esperanza', Beto is admin,
 * Caro user, Dana a stranger.
 */
export async function createTestServer(
  start = '2026-11-21T12:00:00Z',
  path = ':memory:',
  newId: () => string = randomUUID,
): Promise<TestServer> {
  const { send, ...backend } = await openBackend(path, { now: Date.parse(start) }, newId);
  const people = await settlePeople(send);
  const { organizationId, categories } = await settleFarm(send, backend.db, people, backend.clock.now);
  const { epoch } = await backend.db
    .selectFrom('organizations')
    .select('epoch')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return {
    ...backend,
    epoch,
    organizationId,
    categories,
    userIds: people.userIds,
    tokens: people.tokens,
    as: (who, method, address, body, headers) => send(who && people.tokens[who], method, address, body, headers),
  };
}

/** Whatever was tried, the book adds up, the feed has no holes and nothing happened that nobody foresaw. */
export async function expectInOrder({ db, bugs }: Pick<TestServer, 'db' | 'bugs'>): Promise<void> {
  expect(await examine(db)).toEqual([]);
  expect(bugs).toEqual([]);
}

/** The last facts of every suite: whatever was tried, the book adds up, the feed has no holes and nothing happened that nobody foresaw. */
export function closesInOrder(server: () => Pick<TestServer, 'db' | 'bugs' | 'close'>): void {
  afterAll(() => server().close());
  describe('At the end of the day', () => {
    test('the book adds up and the feed has no holes', async () => {
      expect(await examine(server().db)).toEqual([]);
    });
    test('nothing happened that nobody foresaw', () => {
      expect(server().bugs).toEqual([]);
    });
  });
}

const names: Readonly<Record<PersonName, readonly [string, string]>> = {
  ana: ['Ana', 'Pérez'],
  beto: ['Beto', 'Gómez'],
  caro: ['Caro', 'Díaz'],
  dana: ['Dana', 'Ruiz'],
};

interface People {
  readonly userIds: Readonly<Record<PersonName, string>>;
  readonly tokens: Readonly<Record<PersonName, string>>;
}

async function settlePeople(send: Send): Promise<People> {
  const userIds: Partial<Record<PersonName, string>> = {};
  const tokens: Partial<Record<PersonName, string>> = {};
  for (const [index, key] of (Object.keys(names) as PersonName[]).entries()) {
    const [first_name, last_name] = names[key];
    const body = {
      email: `${key}@campo.test`,
      password: testPassword,
      first_name,
      last_name,
      phone: `+549115555000${index}`,
    };
    const answer = await send(null, 'POST', '/api/auth/sign-up', body);
    if (answer.status !== 200) throw new Error(`Sign-up of ${key}: ${JSON.stringify(answer.body)}`);
    tokens[key] = String(answer.body['token']);
    const { user } = (await send(tokens[key] ?? null, 'GET', '/api/user')).body as unknown as { user: { id: string } };
    userIds[key] = user.id;
  }
  return { userIds: userIds as People['userIds'], tokens: tokens as People['tokens'] };
}

async function settleFarm(send: Send, db: Kysely<Tables>, people: People, now: number) {
  const made = await send(people.tokens.ana, 'POST', '/api/organization', { name: 'La Esperanza' });
  const { organization } = made.body as unknown as {
    organization: { id: string; categories: { id: string; name: string }[] };
  };
  const created_at = new Date(now).toISOString();
  await db
    .insertInto('memberships')
    .values(
      (['beto', 'caro'] as const).map((key) => ({
        organization_id: organization.id,
        user_id: people.userIds[key],
        role: key === 'beto' ? ('admin' as const) : ('user' as const),
        created_at,
        removed_at: null,
      })),
    )
    .execute();
  const categories = Object.fromEntries(organization.categories.map((category) => [category.name, category.id]));
  return { organizationId: organization.id, categories };
}
