import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Kysely } from 'kysely';
import type { Core } from '../../../src/server/kernel/core.ts';
import { coreOn } from '../../../src/server/core-on.ts';
import type { Committed } from '../../../src/server/database/commit.ts';
import { type Database, openDatabase } from '../../../src/server/database/open.ts';
import type { Tables } from '../../../src/server/database/tables.ts';
import type { CoreResponse } from '../../../src/server/kernel/exchange.ts';
import { filesIn } from '../../../src/server/files/store.ts';
import { refuse } from '../../../src/server/kernel/call.ts';

/** When every day of the simulation begins. */
export const dayStart = '2026-11-21T12:00:00.000Z';

/** Whom a token belongs to is not what a day is about: it is the person's id itself. */
export const simPeople = {
  ana: 'a0000000-0000-4000-8000-000000000001',
  beto: 'b0000000-0000-4000-8000-000000000002',
} as const;

/** Somebody with an account on a server. */
export interface Person {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
}

const simTeam: readonly Person[] = [
  { id: simPeople.ana, first_name: 'Ana', last_name: 'Paz' },
  { id: simPeople.beto, first_name: 'Beto', last_name: 'Sosa' },
];

const fileName = 'tranquera.sqlite';

/** A folder for databases: in memory where the machine has such a place, so that a day does not wait for a disk. */
export const newFolder = (): string =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tranquera-sim-'));

/** A server as it is between two starts: the product's core on the product's file, without sockets, passwords and tokens. */
export interface SimServer {
  readonly db: () => Kysely<Tables>;
  /** What nobody foresaw. */
  readonly bugs: unknown[];
  /** Every commit, in order, also those that a copy of the file does not know. */
  readonly commits: Committed[];
  readonly call: (userId: string, request: SimRequest) => Promise<CoreResponse>;
  /** A copy of the file: taken from the running server, or from the stopped one that is started again. Gives its path. */
  readonly copy: (isStopped: boolean) => Promise<string>;
  /** Stopped, the copy put back in the file's place, started. */
  readonly putBack: (copy: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SimRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface ServerParts {
  /** Where its file lies, or is to lie. */
  readonly folder: string;
  /** Who has an account: the two of a simulated day, where nobody else is named. */
  readonly people?: readonly Person[];
  readonly newId: () => string;
  readonly now: () => number;
  /** Puts a bug around the database. */
  readonly around: (database: Database) => Database;
}

/** Starts the server on the file in its folder, through the lines that ship (`openDatabase`, `coreOn`). */
export async function startServer(parts: ServerParts): Promise<SimServer> {
  const { folder } = parts;
  const file = join(folder, fileName);
  const bugs: unknown[] = [];
  const commits: Committed[] = [];
  let copies = 0;
  const start = async () => {
    const database = parts.around(await openDatabase({ url: '', dataDir: folder }, (error) => bugs.push(error)));
    return { database, core: coreIn(database, parts, { bugs, commits }) };
  };
  let running = await start();
  const restart = async (meanwhile: () => void): Promise<void> => {
    await running.database.close();
    meanwhile();
    running = await start();
  };
  return {
    db: () => running.database.all,
    bugs,
    commits,
    call: (userId, { method, path, query = {}, headers = {}, body }) =>
      running.core.dispatch({ method, path, query, headers: { ...headers, authorization: `Bearer ${userId}` }, body }),
    copy: async (isStopped) => {
      const copy = join(folder, `copy-${(copies += 1)}.sqlite`);
      if (isStopped) await restart(() => copyFileSync(file, copy));
      else copyRunning(file, copy);
      return copy;
    },
    putBack: (copy) =>
      restart(() => {
        for (const name of readdirSync(folder)) if (name.startsWith(fileName)) rmSync(join(folder, name));
        copyFileSync(copy, file);
      }),
    close: () => running.database.close(),
  };
}

/** SQLite's own copy of a file that a server is writing to, as README tells operators to take it. */
function copyRunning(file: string, copy: string): void {
  const reader = new DatabaseSync(file);
  reader.prepare('vacuum into ?').run(copy);
  reader.close();
}

function coreIn(
  database: Database,
  { folder, newId, now, people = simTeam }: ServerParts,
  told: Pick<SimServer, 'bugs' | 'commits'>,
): Core {
  const known = new Set(people.map(({ id }) => id));
  return coreOn(database, {
    secrets: { access: new Uint8Array(32), refresh: new Uint8Array(32) },
    files: filesIn(folder),
    publicUrl: 'https://campo.test',
    onSessionEnd: () => undefined,
    onLeave: () => undefined,
    onSecurityEvent: () => undefined,
    announce: (committed) => told.commits.push(committed),
    outgoing: {
      reaches: { mail: true, messages: true },
      mail: async () => true,
      message: async () => ({ id: null, state: 'sent' }),
    },
    now,
    newId,
    authenticate: async (token) =>
      known.has(token) ? { userId: token, sessionId: token, isSuperAdmin: false } : refuse('TOKEN_INVALID'),
    onBug: (error) => told.bugs.push(error),
    onCommit: (committed) => told.commits.push(committed),
    onRefused: () => undefined,
    leastAppVersion: '',
  });
}

/** A server's file at its birth: its people are in it. */
export async function bearServer(parts: ServerParts): Promise<SimServer> {
  const server = await startServer(parts);
  const account = (person: Person) => ({
    ...person,
    email: `${person.first_name}@campo.test`,
    password_hash: 'none',
    phone: null,
    is_super_admin: 0 as const,
    failed_logins: 0,
    blocked_until: null,
    created_at: dayStart,
  });
  /** As the core's own door says: a person's word is his token, and names his session. */
  const session = ({ id }: Person) => ({
    id,
    user_id: id,
    generation: 1,
    attempt_id: null,
    rotated_at: dayStart,
    created_at: dayStart,
    last_used_at: dayStart,
    ends_at: '2099-01-01T00:00:00.000Z',
    ended_at: null,
    device: null,
    app_version: null,
    forgiven: 0,
    forgiven_since: null,
    lost_at: null,
    lost_by: null,
  });
  const { people = simTeam } = parts;
  await server.db().insertInto('users').values(people.map(account)).execute();
  await server.db().insertInto('sessions').values(people.map(session)).execute();
  return server;
}

/** Another server's file, as it was left. */
export const inheritFile = (from: string, to: string): void => copyFileSync(join(from, fileName), join(to, fileName));
