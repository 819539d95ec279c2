import type { Membership, User } from '#contract/endpoints/session.ts';
import { sessionPaths } from '#contract/session-paths.ts';
import { failure, type Result, success } from '#domain/result.ts';
import type { Reply } from '#net/reply.ts';
import type { Calls } from './calls.ts';
import { failureOf } from './failures.ts';
import { type HeldState, signedOut } from './held-state.ts';
import { readAnswer } from './read-answer.ts';
import type { SignInFailure } from './session.ts';
import { decodeToken, endsSoon } from './tokens.ts';
import type { Vault } from './vault.ts';

/** Who is in and on which farms: from this device at once, then from the server. */
export interface People {
  /** Loads user and organizations; gives the failed reply, if any. */
  /** `mayMove`: an unlisted open farm gives way to the first of the list. */
  readonly load: (mayMove?: () => boolean) => Promise<Reply | null>;
  readonly openFromDevice: () => Promise<void>;
  /** Takes a sign-in's tokens, then loads. */
  readonly enter: (reply: Reply) => Promise<Result<null, SignInFailure>>;
  readonly select: (organizationId: string | null) => void;
}

interface Around {
  /** The phone was marked as lost when last open. */
  readonly onLost: () => Promise<void>;
  readonly isInUse: () => boolean;
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

export function createPeople(vault: Vault, { now, call }: Calls, held: HeldState, { onLost, isInUse }: Around): People {
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
    const failed = await load(() => isStart && !isInUse());
    // Without a known person there is nothing to show. A 403 goes on loading (product.md §8).
    if (failed && !user && held.now().status === 'checking' && !isForbidden(failed)) held.change(signedOut);
  };
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
    held.change({ selectedId });
  };
  return { load, openFromDevice, enter, select };
}

function holderOf(vault: Vault): string | null {
  const row = vault.current();
  return row && (decodeToken(row.token)?.userId ?? '');
}

const isForbidden = (reply: Reply): boolean => reply.outcome === 'refused' && reply.problem.status === 403;
