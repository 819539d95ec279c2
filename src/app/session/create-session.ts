import { sentences } from '#contract/sentences.ts';
import { sessionPaths } from '#contract/session-paths.ts';
import { failure, success } from '#domain/result.ts';
import type { Reply } from '#net/reply.ts';
import { type CallPorts, type Calls, createCalls } from './calls.ts';
import { failureOf } from './failures.ts';
import { type HeldState, holdState, signedOut } from './held-state.ts';
import { createLoss, type LossPorts } from './lost.ts';
import { createPeople } from './people.ts';
import { readAnswer } from './read-answer.ts';
import type { Session, SignInFailure } from './session.ts';
import { decodeToken } from './tokens.ts';
import type { Vault } from './vault.ts';

const logOutTimeoutMs = 5_000;

export interface SessionPorts extends CallPorts, LossPorts {
  /** Whether the person is in the middle of something: no start moves him to another farm then. */
  readonly isInUse: () => boolean;
  /** Another tab changed the stored session. */
  readonly onOtherTab: (listener: () => void) => () => void;
}

/** The session (product.md §4, §8). An unreachable server signs nobody out (domain.md §1.8). */
export function createSession(ports: SessionPorts): Session {
  const { vault } = ports;
  const held = holdState();
  const end = createEnd(vault, held);
  const calls = createCalls(ports, (code) =>
    code === 'SESSION_LOST' ? onLost() : end(sentences.sessionTerminated, 'lasts'),
  );
  const { call, send, token } = calls;
  const onLost = createLoss(vault, held, send, ports);
  const people = createPeople(vault, calls, held, { onLost, isInUse: ports.isInUse });
  ports.onOtherTab(() => void people.openFromDevice());

  return {
    state: held.now,
    subscribe: held.subscribe,
    start: people.openFromDevice,
    logIn: async (form) => people.enter(await send({ method: 'POST', path: sessionPaths.logIn, body: form })),
    signUp: async (form) => people.enter(await send({ method: 'POST', path: sessionPaths.signUp, body: form })),
    logOut: async () => {
      const reply = await tellOfLogOut(calls, vault);
      if (reply?.outcome === 'refused' && reply.problem.code === 'SESSION_LOST') {
        await onLost();
        return held.now().farewell;
      }
      const farewell = reply?.outcome === 'answer' ? null : sentences.logoutWithApiError;
      await end(farewell);
      return farewell;
    },
    select: people.select,
    createOrganization: async (name) => {
      const problem = await makeOrganization(name, {
        call,
        newId: ports.newId,
        load: people.load,
        select: people.select,
      });
      return problem ? failure(problem) : success(null);
    },
    reloadOrganizations: async (why) => (await people.load(() => why === 'leaving')) === null,
    call,
    send,
    enter: people.enter,
    leave: () => end(null, 'gone'),
    clockOffsetMs: () => vault.current()?.clockOffsetMs ?? 0,
    freshToken: async () => {
      const fresh = await token();
      return typeof fresh === 'string' ? fresh : null;
    },
  };
}

/**
 * Ends the session here. `lasts`: the server ended it, so the reason is shown at every start until log-in and the farm is kept. `gone`: the
 * account is deleted too.
 */
const createEnd =
  (vault: Vault, held: HeldState) =>
  async (farewell: string | null, how: 'left' | 'lasts' | 'gone' = 'left'): Promise<void> => {
    const { user } = held.now();
    if (how === 'gone' && user) vault.noteGone(user.id);
    await vault.clear(how === 'lasts' && farewell !== null ? farewell : undefined);
    // Calls under way fail after it: the first reason stands.
    if (held.now().status !== 'signed-out') held.change({ ...signedOut, farewell });
  };

interface Making {
  readonly call: Calls['call'];
  readonly newId: () => string;
  readonly load: () => Promise<Reply | null>;
  readonly select: (organizationId: string) => void;
}

async function makeOrganization(name: string, { call, newId, load, select }: Making): Promise<SignInFailure | null> {
  const path = sessionPaths.createOrganization;
  const reply = await call({ method: 'POST', path, body: { name }, idempotencyKey: newId() });
  const made = await readAnswer('organizationMade', reply);
  if (!made) return failureOf(reply);
  const failed = await load();
  if (failed) return failureOf(failed);
  select(made.organization.id);
  return null;
}

/** A session ended offline ends on the server at the next contact, if the server knows this device. */
function noteLeft(vault: Vault): void {
  const left = decodeToken(vault.current()?.token ?? '')?.sessionId ?? '';
  if (left !== '' && vault.knownDevice() !== null) vault.leftSessions.note(left);
}

/** Null: there was no session. */
async function tellOfLogOut({ send }: Calls, vault: Vault): Promise<Reply | null> {
  const row = vault.current();
  if (!row) return null;
  const reply = await send({ method: 'POST', path: sessionPaths.logOut, token: row.token, timeoutMs: logOutTimeoutMs });
  if (reply.outcome === 'unreachable') noteLeft(vault);
  return reply;
}
