import type { Membership, User } from '../../contract/endpoints/account.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { failure, type Result, success } from '../../domain/result.ts';
import type { Reply } from '../net/reply.ts';
import type { Calls } from './calls.ts';
import { failureOf } from './failures.ts';
import { type HeldState, signedOut } from './held-state.ts';
import type { SignInFailure } from './session.ts';
import { decodeToken, endsSoon } from './tokens.ts';
import type { Vault } from './vault.ts';

/** Who is in and on which farms: from this device at once, from the server behind it. */
export interface People {
  /** The user and the organizations from the server; the reply that failed otherwise. */
  readonly load: () => Promise<Reply | null>;
  readonly openFromDevice: () => Promise<void>;
  /** Takes the pair of tokens of a sign-in, then loads. */
  readonly enter: (reply: Reply) => Promise<Result<null, SignInFailure>>;
}

/** `onLost` is for a phone that was marked as lost when it was last open. */
export function createPeople(vault: Vault, { now, call }: Calls, held: HeldState, onLost: () => Promise<void>): People {
  /** Keeps the selection while it is in the list, else takes the first; an empty list clears it (product.md §4). */
  const adopt = (organizations: readonly Membership[]): void => {
    const wanted = vault.selectedId();
    const isListed = organizations.some((item) => item.organization.id === wanted);
    const selectedId = isListed ? wanted : (organizations[0]?.organization.id ?? null);
    vault.select(selectedId);
    held.change({ organizations, selectedId });
  };
  const load = async (): Promise<Reply | null> => {
    const asked = holderOf(vault);
    const userReply = await call({ method: 'GET', path: endpoints.user.path });
    const user = userReply.outcome === 'answer' ? endpoints.user.answer.safeParse(userReply.body) : null;
    if (!user?.success) return userReply;
    const listReply = await call({ method: 'GET', path: endpoints.myOrganizations.path });
    const list = listReply.outcome === 'answer' ? endpoints.myOrganizations.answer.safeParse(listReply.body) : null;
    // An answer that comes after the log-out signs nobody in again.
    if (!list?.success || holderOf(vault) !== asked) return listReply;
    await vault.keepPeople(user.data.user, list.data.organizations);
    held.change({ status: 'signed-in', user: user.data.user, expired: false, farewell: null });
    adopt(list.data.organizations);
    return null;
  };
  const openFromDevice = async (): Promise<void> => {
    const row = await vault.open();
    const user = row?.user as User | null | undefined;
    if (!row) return held.change({ ...signedOut, farewell: vault.farewell() });
    if (row.isLost) return onLost();
    if (user) {
      // The token check of product.md §4 has passed: the screens open at once, the server is asked behind them.
      held.change({ status: 'signed-in', user, expired: endsSoon(row.refreshToken, now()), farewell: null });
      adopt(row.organizations as readonly Membership[]);
    }
    const failed = await load();
    // Without a known person there is nothing to show; whoever knows him goes on without signal. A 403 goes on loading (product.md §8).
    if (failed && !user && held.now().status === 'checking' && !isForbidden(failed)) held.change(signedOut);
  };
  const enter = async (reply: Reply): Promise<Result<null, SignInFailure>> => {
    const parsed = reply.outcome === 'answer' ? endpoints.logIn.answer.safeParse(reply.body) : null;
    if (!parsed?.success) return failure(failureOf(reply));
    await vault.keepPair({ token: parsed.data.token, refreshToken: parsed.data.refresh_token });
    vault.select(null);
    // Until the server has named the new person nobody is in: the one before must not act with the new tokens.
    if (held.now().user && !vault.current()?.user) held.change(signedOut);
    const failed = await load();
    return failed ? failure(failureOf(failed)) : success(null);
  };
  return { load, openFromDevice, enter };
}

/** Whose session the device keeps; null when it keeps none. */
function holderOf(vault: Vault): string | null {
  const row = vault.current();
  return row && (decodeToken(row.token)?.userId ?? '');
}

const isForbidden = (reply: Reply): boolean => reply.outcome === 'refused' && reply.problem.status === 403;
