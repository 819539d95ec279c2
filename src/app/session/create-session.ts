import type { Membership, User } from '#contract/endpoints/session.ts';
import { sentences } from '#contract/sentences.ts';
import { sessionPaths } from '#contract/session-paths.ts';
import { createListeners } from '#domain/listeners.ts';
import { failure, type Result, success } from '#domain/result.ts';
import type { Reply } from '#net/reply.ts';
import { type CallPorts, type Calls, createCalls, failureOf, readAnswer } from './calls.ts';
import { createLoss, type LossPorts } from './lost.ts';
import { decodeToken, endsSoon } from './tokens.ts';
import { type HeldState, type Session, type SessionState, signedOut, type SignInFailure } from './session.ts';
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
  const { call, send, token, onReply } = calls;
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
      const path = sessionPaths.createOrganization;
      const reply = await call({ method: 'POST', path, body: { name }, idempotencyKey: ports.newId() });
      const made = await readAnswer('organizationMade', reply);
      const failed = made ? await people.load() : reply;
      if (!made || failed) return failure(failureOf(failed ?? reply));
      people.select(made.organization.id);
      return success(null);
    },
    reloadOrganizations: async (why) => (await people.load(() => why === 'leaving')) === null,
    call,
    onReply,
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

/** Null: there was no session. */
async function tellOfLogOut({ send }: Calls, vault: Vault): Promise<Reply | null> {
  const row = vault.current();
  if (!row) return null;
  const reply = await send({ method: 'POST', path: sessionPaths.logOut, token: row.token, timeoutMs: logOutTimeoutMs });
  const left = decodeToken(row.token)?.sessionId ?? '';
  // Ended offline, it ends on the server at the next contact, if the server knows this device.
  if (reply.outcome === 'unreachable' && left !== '' && vault.knownDevice() !== null) vault.leftSessions.note(left);
  return reply;
}

const firstOf = (organizations: readonly Membership[]): string | null => organizations[0]?.organization.id ?? null;

/**
 * Takes in a list of farms: keeps the selection if listed, else selects the first, or none (product.md §4). An open farm stays unless
 * `mayMove`: a half-filled form keeps its farm.
 */
function adopt(vault: Vault, held: HeldState, organizations: readonly Membership[], mayMove: boolean): void {
  const has = (id: string | null): boolean => organizations.some((item) => item.organization.id === id);
  const open = held.now().selectedId;
  if (open !== null && !has(open) && !mayMove) {
    if (!has(vault.selectedId())) vault.offer(firstOf(organizations));
    return held.change({ organizations });
  }
  const wanted = has(open) ? open : vault.selectedId();
  const selectedId = has(wanted) ? wanted : firstOf(organizations);
  if (selectedId !== null && selectedId === wanted) vault.hold(selectedId);
  else vault.select(selectedId);
  held.change({ organizations, selectedId });
}

/** Signs the previous person out at once: he must not act with another's tokens. */
function forgetOther(vault: Vault, held: HeldState, status: 'checking' | 'signed-out'): void {
  const { user } = held.now();
  const kept = vault.current()?.user as User | null | undefined;
  if (user && user.id !== kept?.id) held.change({ ...signedOut, status });
}

interface Around extends Pick<SessionPorts, 'isInUse'> {
  readonly onLost: () => Promise<void>;
}

/** Who is in and on which farms: from this device at once, then from the server. */
function createPeople(vault: Vault, { now, call }: Calls, held: HeldState, { onLost, isInUse }: Around) {
  /** Gives the failed reply, if any. `mayMove`: an unlisted open farm gives way to the first of the list. */
  const load = async (mayMove = () => false): Promise<Reply | null> => {
    const asked = holderOf(vault);
    const userReply = await call({ method: 'GET', path: sessionPaths.user });
    const user = (await readAnswer('user', userReply))?.user;
    if (!user) return userReply;
    const listReply = await call({ method: 'GET', path: sessionPaths.myOrganizations });
    const organizations = (await readAnswer('myOrganizations', listReply))?.organizations;
    // An answer after log-out signs nobody in.
    if (!organizations || holderOf(vault) !== asked) return listReply;
    await vault.keepPeople(user, organizations);
    held.change({ status: 'signed-in', user, expired: false, farewell: null });
    adopt(vault, held, organizations, mayMove());
    held.change({ isListed: true });
    return null;
  };
  const openFromDevice = async (): Promise<void> => {
    const row = await vault.open();
    const user = row?.user as User | null | undefined;
    if (!row) return held.change({ ...signedOut, farewell: vault.farewell() });
    if (row.isLost) return onLost();
    forgetOther(vault, held, 'checking');
    const isStart = held.now().selectedId === null;
    if (user) {
      // The token check of product.md §4 passed: screens open at once, the server is asked behind them.
      held.change({ status: 'signed-in', user, expired: endsSoon(row.refreshToken, now()), farewell: null });
      adopt(vault, held, row.organizations as readonly Membership[], isStart);
    }
    const { open } = held.now();
    const failed = await load(() => isStart && !isInUse());
    if (open && movedFrom(held.now(), open, user)) held.change({ takenOff: open.organization });
    // Without a known person there is nothing to show. A 403 goes on loading (product.md §8).
    if (failed && !user && held.now().status === 'checking' && !isForbidden(failed)) held.change(signedOut);
  };
  /** Takes a sign-in's tokens, then loads. */
  const enter = async (reply: Reply): Promise<Result<null, SignInFailure>> => {
    const entered = await readAnswer('entry', reply);
    if (!entered) return failure(failureOf(reply));
    if (entered.known_device !== undefined) vault.keepKnownDevice(entered.known_device);
    await vault.keepPair({ token: entered.token, refreshToken: entered.refresh_token });
    forgetOther(vault, held, 'signed-out');
    // Renewing a session keeps the open farm.
    if (held.now().selectedId === null) vault.select(null);
    const failed = await load();
    return failed ? failure(failureOf(failed)) : success(null);
  };
  const select = (organizationId: string | null): void => {
    const selectedId = organizationId ?? firstOf(held.now().organizations);
    vault.select(selectedId);
    held.change({ selectedId, takenOff: null });
  };
  return { load, openFromDevice, enter, select };
}

/** Whether the list has this person's farm no more, and another one, or none, was opened in its place. */
function movedFrom({ user, selectedId, organizations }: SessionState, left: Membership, before?: User | null): boolean {
  const isListed = organizations.some(({ organization }) => organization.id === left.organization.id);
  return !isListed && selectedId !== left.organization.id && user !== null && user.id === before?.id;
}

function holderOf(vault: Vault): string | null {
  const row = vault.current();
  return row && (decodeToken(row.token)?.userId ?? '');
}

const isForbidden = (reply: Reply): boolean => reply.outcome === 'refused' && reply.problem.status === 403;

/** A farm no longer listed stays as last known while open. */
function selected({
  organizations,
  selectedId,
  open,
  takenOff,
}: SessionState): Pick<SessionState, 'open' | 'isOffTeam' | 'role' | 'takenOff'> {
  const isBack = organizations.some(({ organization }) => organization.id === takenOff?.id);
  const listed = organizations.find((item) => item.organization.id === selectedId) ?? null;
  const known = listed ?? (open?.organization.id === selectedId ? open : null);
  return {
    open: known,
    isOffTeam: known !== null && listed === null,
    role: known?.role ?? null,
    takenOff: isBack ? null : takenOff,
  };
}

/** Holds the state, `checking` at first. */
function holdState(): HeldState {
  const { tell, subscribe } = createListeners();
  let state: SessionState = { ...signedOut, status: 'checking' };
  return {
    now: () => state,
    change: (changes) => {
      const next = { ...state, ...changes };
      state = { ...next, ...selected(next) };
      tell();
    },
    subscribe,
  };
}
