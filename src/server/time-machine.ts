import { randomBytes, randomUUID } from 'node:crypto';
import { createCore } from './kernel/core.ts';
import { type Db, insertRows, rowsWhere } from './database/tables.ts';
import { threadsOfPhones, storedInThreads } from './messages/conversations/threads.ts';
import { refuse } from './kernel/call.ts';
import type { FileStore } from './files/store.ts';
import type { Log } from './kernel/log.ts';
import { allHandlers } from './handlers.ts';
import type { DemoCall, DemoPerson } from './seed/demo-farm.ts';
import { demoPeople, organizationName } from './seed/places.ts';
import type { Talk } from './seed/talk.ts';

/** Seeded events are past: no mails, no listeners. */
const nobody = {
  onSessionEnd: () => undefined,
  onLeave: () => undefined,
  onSecurityEvent: () => undefined,
  announce: () => undefined,
  outgoing: {
    reaches: { mail: false, messages: false },
    mail: async () => false,
    message: async () => ({ id: null, state: 'failed' as const }),
  },
};

const quiet = { onCommit: () => undefined, onRefused: () => undefined, leastAppVersion: '' };

/** The story needs what is stored: failures throw. */
const loud: Log = {
  info: () => undefined,
  error: ({ err }, text) => {
    throw new Error(text, { cause: err });
  },
};

function talkAt(db: Db, files: FileStore, setClock: (atMs: number) => void, now: () => number): Talk {
  const threads = { db, newId: randomUUID, now };
  const phones = threadsOfPhones({ ...threads, files });
  const reply = storedInThreads(threads, async () => ({ id: randomUUID(), state: 'sent' }), loud);
  return {
    hear: async (message) => {
      setClock(Date.parse(message.at));
      await phones.message(message);
    },
    answer: async (atMs, to, text) => {
      setClock(atMs);
      await reply({ to, text });
    },
  };
}

function idsOf(db: Db): (person: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (person) => {
    const email = Object.entries(demoPeople).find(([name]) => name === person)?.[1].email ?? refuse('TOKEN_INVALID');
    const id = known.get(person) ?? (await rowsWhere(db, 'users', { email }).select('id').executeTakeFirstOrThrow()).id;
    known.set(person, id);
    return id;
  };
}

/** The whole backend with a clock set by each call: seeded data has passed every rule. */
export async function timeMachine(db: Db, files: FileStore) {
  const idOf = idsOf(db);
  let now = 0;
  const secrets = { access: randomBytes(32), refresh: randomBytes(32) };
  const core = createCore({
    farmDb: db,
    db,
    handlers: allHandlers({ secrets, newId: randomUUID, publicUrl: '', files, ...nobody }),
    now: () => now,
    newId: randomUUID,
    authenticate: async (person) => ({ userId: await idOf(person), sessionId: person, isSuperAdmin: false }),
    onBug: (error) => {
      throw error;
    },
    ...quiet,
  });
  const call = async (who: DemoPerson | null, atMs: number, method: string, path: string, body: unknown) => {
    now = atMs;
    const headers = who ? { authorization: `Bearer ${who}` } : {};
    const answer = await core.dispatch({ method, path, query: {}, headers, body });
    if (answer.body.ok !== true) {
      throw new Error(`${new Date(atMs).toISOString()} ${method} ${path}: ${JSON.stringify([body, answer.body])}`);
    }
    return answer.body;
  };
  const introduce = async (atMs: number): Promise<string> => {
    for (const person of ['owner', 'hand'] as const) {
      await call(null, atMs, 'POST', '/api/auth/sign-up', demoPeople[person]);
    }
    const made = await call('owner', atMs, 'POST', '/api/organization', { name: organizationName });
    const { id } = made.organization as { readonly id: string };
    const hand = { organization_id: id, user_id: await idOf('hand'), role: 'user' as const };
    await insertRows(db, 'memberships', { ...hand, created_at: new Date(atMs).toISOString(), removed_at: null });
    return id;
  };
  const talk = talkAt(
    db,
    files,
    (atMs) => void (now = atMs),
    () => now,
  );
  return { call: call satisfies DemoCall, introduce, talk };
}
