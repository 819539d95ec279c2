import type { Membership, User } from '../../contract/endpoints/account.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { sentences } from '../../contract/sentences.ts';
import { failure, type Result, success } from '../../domain/result.ts';
import { isTokenCode } from '../net/errors.ts';
import type { Net, Reply, Request } from '../net/reply.ts';
import { createRefresh, type Exclusive, noSession } from './refresh.ts';
import { failureOf } from './failures.ts';
import type { Session, SessionState, SignInFailure } from './session.ts';
import { decodeToken, endsSoon } from './tokens.ts';
import type { Vault } from './vault.ts';

export interface SessionPorts {
  readonly net: Net;
  readonly vault: Vault;
  readonly exclusive: Exclusive;
  readonly newId: () => string;
  readonly now: () => number;
  /** Told when another tab changed the stored session; gives what stops the telling. */
  readonly onOtherTab: (listener: () => void) => () => void;
}

const signedOut: SessionState = {
  status: 'signed-out',
  user: null,
  organizations: [],
  selectedId: null,
  role: null,
  expired: false,
};

/** The session (product.md §4, §8). Where no server can be reached nobody is signed out (domain.md §1.8). */
export function createSession(ports: SessionPorts): Session {
  const { net, vault } = ports;
  const listeners = new Set<() => void>();
  let state: SessionState = { ...signedOut, status: 'checking' };
  const refresh = createRefresh(ports);

  const now = (): number => ports.now() + (vault.current()?.clockOffsetMs ?? 0);
  const change = (changes: Partial<SessionState>): void => {
    const next = { ...state, ...changes };
    const role = next.organizations.find((item) => item.organization.id === next.selectedId)?.role ?? null;
    state = { ...next, role };
    for (const listener of listeners) listener();
  };
  const end = async (): Promise<void> => {
    await vault.clear();
    change(signedOut);
  };

  const send = async (request: Request): Promise<Reply> => {
    const reply = await net.send(request);
    if (reply.outcome !== 'unreachable' && reply.marks.serverTimeMs !== null) {
      vault.noteClock(reply.marks.serverTimeMs - ports.now());
    }
    return reply;
  };

  /** A token that is good for a while, or the reply that says why there is none. */
  const token = async (): Promise<string | Reply> => {
    const row = vault.current();
    if (!row) return noSession;
    if (!endsSoon(row.token, now())) return row.token;
    const refreshed = await refresh(row.token);
    if (refreshed.outcome === 'fresh') return refreshed.token;
    if (refreshed.outcome === 'ended') await end();
    return refreshed.reply;
  };

  const call = async (request: Omit<Request, 'token'>): Promise<Reply> => {
    const first = await token();
    if (typeof first !== 'string') return first;
    const reply = await send({ ...request, token: first });
    if (reply.outcome !== 'refused' || !isTokenCode(reply.problem.code)) return reply;
    const refreshed = await refresh(first);
    if (refreshed.outcome === 'fresh') return await send({ ...request, token: refreshed.token });
    if (refreshed.outcome === 'ended') await end();
    return refreshed.outcome === 'ended' ? reply : refreshed.reply;
  };

  /** Keeps the selection while it is in the list, else takes the first; an empty list clears it (product.md §4). */
  const adopt = (organizations: readonly Membership[]): void => {
    const wanted = vault.selectedId();
    const isListed = organizations.some((item) => item.organization.id === wanted);
    const selectedId = isListed ? wanted : (organizations[0]?.organization.id ?? null);
    vault.select(selectedId);
    change({ organizations, selectedId });
  };

  /** The user and his organizations, from the server; the reply that failed otherwise. */
  const load = async (): Promise<Reply | null> => {
    const userReply = await call({ method: 'GET', path: endpoints.user.path });
    const user = userReply.outcome === 'answer' ? endpoints.user.answer.safeParse(userReply.body) : null;
    if (!user?.success) return userReply;
    const listReply = await call({ method: 'GET', path: endpoints.myOrganizations.path });
    const list = listReply.outcome === 'answer' ? endpoints.myOrganizations.answer.safeParse(listReply.body) : null;
    if (!list?.success) return listReply;
    await vault.keepPeople(user.data.user, list.data.organizations);
    change({ status: 'signed-in', user: user.data.user, expired: false });
    adopt(list.data.organizations);
    return null;
  };

  const openFromDevice = async (): Promise<void> => {
    const row = await vault.open();
    const user = row?.user as User | null | undefined;
    if (!row) return change(signedOut);
    const refreshEnds = decodeToken(row.refreshToken)?.expiresMs ?? 0;
    if (user) {
      // The token check of product.md §4 has passed: the screens open at once, the server is asked behind them.
      change({ status: 'signed-in', user, expired: refreshEnds <= now() });
      adopt(row.organizations as readonly Membership[]);
    }
    const failed = await load();
    // Without a known person there is nothing to show; whoever knows him goes on without signal.
    if (failed && !user && state.status === 'checking') change(signedOut);
  };

  const enter = async (reply: Reply): Promise<Result<null, SignInFailure>> => {
    const parsed = reply.outcome === 'answer' ? endpoints.logIn.answer.safeParse(reply.body) : null;
    if (!parsed?.success) return failure(failureOf(reply));
    await vault.keepPair({ token: parsed.data.token, refreshToken: parsed.data.refresh_token });
    vault.select(null);
    const failed = await load();
    return failed ? failure(failureOf(failed)) : success(null);
  };

  ports.onOtherTab(() => void openFromDevice());

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    start: openFromDevice,
    logIn: async (form) => enter(await send({ method: 'POST', path: endpoints.logIn.path, body: form })),
    signUp: async (form) => enter(await send({ method: 'POST', path: endpoints.signUp.path, body: form })),
    logOut: async () => {
      const row = vault.current();
      const reply = row
        ? await send({ method: 'POST', path: endpoints.logOut.path, token: row.token, timeoutMs: 5_000 })
        : null;
      await end();
      return reply?.outcome === 'answer' ? null : sentences.logoutWithApiError;
    },
    select: (organizationId) => {
      vault.select(organizationId);
      change({ selectedId: organizationId });
    },
    createOrganization: async (name) => {
      const reply = await call({
        method: 'POST',
        path: endpoints.createOrganization.path,
        body: { name },
        idempotencyKey: ports.newId(),
      });
      const made = reply.outcome === 'answer' ? endpoints.createOrganization.answer.safeParse(reply.body) : null;
      if (!made?.success) return failure(failureOf(reply));
      vault.select(made.data.organization.id);
      const failed = await load();
      return failed ? failure(failureOf(failed)) : success(null);
    },
    reloadOrganizations: async () => {
      await load();
    },
    call,
    freshToken: async () => {
      const fresh = await token();
      return typeof fresh === 'string' ? fresh : null;
    },
  };
}
