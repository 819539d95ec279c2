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

/** Who is in and on which farms: from this device at once, from the server behind it. */
export interface People {
  /** The user and the organizations from the server; the reply that failed otherwise. */
  /** `mayMove`: the person goes on to the first farm of the list where the open one is not in it. */
  readonly load: (mayMove?: () => boolean) => Promise<Reply | null>;
  readonly openFromDevice: () => Promise<void>;
  /** Takes the pair of tokens of a sign-in, then loads. */
  readonly enter: (reply: Reply) => Promise<Result<null, SignInFailure>>;
  readonly select: (organizationId: string | null) => void;
}

interface Around {
  /** For a phone that was marked as lost when it was last open. */
  readonly onLost: () => Promise<void>;
  readonly isInUse: () => boolean;
}

const firstOf = (organizations: readonly Membership[]): string | null => organizations[0]?.organization.id ?? null;

/**
 * Takes a list of farms in. The selection stays while it is in the list, else the first is taken; an empty list clears it (product.md §4).
 * An open farm stays open unless `mayMove`: a half-filled form is not moved to another farm.
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

/** Nobody is in until the server has named whoever the tokens belong to now: the one before must not act with them. */
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
    // An answer that comes after the log-out signs nobody in again.
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
      // The token check of product.md §4 has passed: the screens open at once, the server is asked behind them.
      held.change({ status: 'signed-in', user, expired: endsSoon(row.refreshToken, now()), farewell: null });
      adopt(vault, held, row.organizations as readonly Membership[], isStart);
    }
    const failed = await load(() => isStart && !isInUse());
    // Without a known person there is nothing to show; who knows him goes on. A 403 goes on loading (product.md §8).
    if (failed && !user && held.now().status === 'checking' && !isForbidden(failed)) held.change(signedOut);
  };
  const enter = async (reply: Reply): Promise<Result<null, SignInFailure>> => {
    const entered = await readAnswer('entry', reply);
    if (!entered) return failure(failureOf(reply));
    if (entered.known_device !== undefined) vault.keepKnownDevice(entered.known_device);
    await vault.keepPair({ token: entered.token, refreshToken: entered.refresh_token });
    forgetOther(vault, held, 'signed-out');
    // A farm that is open, while its person only renews his session, stays open.
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

/** Whose session the device keeps; null when it keeps none. */
function holderOf(vault: Vault): string | null {
  const row = vault.current();
  return row && (decodeToken(row.token)?.userId ?? '');
}

const isForbidden = (reply: Reply): boolean => reply.outcome === 'refused' && reply.problem.status === 403;
