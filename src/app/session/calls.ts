import { sessionPaths } from '#contract/session-paths.ts';
import { createListeners } from '#domain/listeners.ts';
import { isTokenCode } from '#net/http.ts';
import type { Net, Reply, Request } from '#net/reply.ts';
import { decodeToken, endsSoon } from './tokens.ts';
import type { Vault } from './vault.ts';
import { clientErrors, sentences } from '#contract/sentences.ts';
import type { SignInFailure } from './session.ts';
import type { SessionAnswers } from '#contract/endpoints/session.ts';

export interface CallPorts {
  readonly net: Net;
  readonly vault: Vault;
  readonly exclusive: Exclusive;
  readonly newId: () => string;
  readonly now: () => number;
}

export type Calls = ReturnType<typeof createCalls>;

const codeIn = (reply: Reply): string | null => (reply.outcome === 'refused' ? reply.problem.code : null);

/** Calls that try a password or code: the server counts them apart for known devices. */
const isTried = ({ path }: Request): boolean => path.startsWith('/api/auth/');

/** Tells the server which sessions ended here without signal; one call at a time, retried until heard. */
function createLeaving(net: Net, { leftSessions, knownDevice }: Vault): () => Promise<void> {
  let isTelling = false;
  return async () => {
    const session_ids = leftSessions.all();
    if (isTelling || session_ids.length === 0) return;
    isTelling = true;
    const reply = await net.send({
      method: 'POST',
      path: sessionPaths.endLeftSessions,
      body: { session_ids },
      knownDevice: knownDevice(),
    });
    isTelling = false;
    if (reply.outcome === 'answer') leftSessions.settle(session_ids);
  };
}

/** `onEnd`: the server ended the session, with its code; silence ends nothing (domain.md §1.8). */
export function createCalls(ports: CallPorts, onEnd: (code: string | null) => Promise<void>) {
  const { net, vault } = ports;
  const refresh = createRefresh(ports);
  /** The server's clock, as last heard. */
  const now = (): number => ports.now() + (vault.current()?.clockOffsetMs ?? 0);

  const tellLeft = createLeaving(net, vault);
  const replies = createListeners<[path: string, reply: Reply]>();
  /** Sends without a session token. */
  const send = async (request: Request): Promise<Reply> => {
    const reply = await net.send(isTried(request) ? { ...request, knownDevice: vault.knownDevice() } : request);
    if (reply.outcome !== 'unreachable') void tellLeft();
    if (reply.outcome !== 'unreachable' && reply.marks.serverTimeMs !== null) {
      vault.noteClock(reply.marks.serverTimeMs - ports.now());
    }
    replies.tell(request.path, reply);
    return reply;
  };
  const renew = async (spent: string): Promise<Refreshed> => {
    const refreshed = await refresh(spent);
    if (refreshed.outcome === 'ended') await onEnd(codeIn(refreshed.reply));
    return refreshed;
  };
  /** A valid token, or the reply that says why there is none. */
  const token = async (): Promise<string | Reply> => {
    const row = vault.current();
    if (!row) return noSession;
    if (!endsSoon(row.token, now())) return row.token;
    const renewed = await renew(row.token);
    return renewed.outcome === 'fresh' ? renewed.token : renewed.reply;
  };
  /** Sends with a token; retries once with a fresh one if it is refused. */
  const call = async (request: Omit<Request, 'token'>): Promise<Reply> => {
    const first = await token();
    if (typeof first !== 'string') return first;
    const reply = await send({ ...request, token: first });
    if (reply.outcome !== 'refused' || !isTokenCode(reply.problem.code)) return reply;
    if (reply.problem.code === 'SESSION_LOST') {
      await onEnd(reply.problem.code);
      return reply;
    }
    const renewed = await renew(first);
    if (renewed.outcome === 'fresh') return await send({ ...request, token: renewed.token });
    return renewed.outcome === 'ended' ? reply : renewed.reply;
  };
  return { now, send, token, call, onReply: replies.subscribe };
}

/** Runs a task while no other tab runs one of that name. */
export type Exclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>;

type Refreshed =
  | { readonly outcome: 'fresh'; readonly token: string }
  | { readonly outcome: 'ended' | 'unknown'; readonly reply: Reply };

/**
 * The shared token refresh (product.md §8, trust.md §5): one at a time among tabs, stored before sending so that a lost answer can be asked
 * again. Only a coded refusal ends the session.
 */
function createRefresh(ports: CallPorts): (spent: string) => Promise<Refreshed> {
  let running: Promise<Refreshed> | null = null;
  return (spent) => {
    running ??= ports
      .exclusive('refresh', () => refresh(ports, spent))
      .finally(() => {
        running = null;
      });
    return running;
  };
}

async function refresh({ net, vault, newId }: CallPorts, spent: string): Promise<Refreshed> {
  // Another tab may have refreshed it.
  const row = await vault.open();
  if (!row) return { outcome: 'ended', reply: noSession };
  if (row.token !== spent) return standing(row.token, spent);
  const attempt =
    row.attempt?.refreshToken === row.refreshToken ? row.attempt : { refreshToken: row.refreshToken, id: newId() };
  await vault.keepAttempt(attempt);
  const reply = await net.send({
    method: 'POST',
    path: sessionPaths.refreshToken,
    body: { refresh_token: row.refreshToken },
    idempotencyKey: attempt.id,
  });
  if (reply.outcome === 'unreachable') return { outcome: 'unknown', reply };
  if (reply.outcome === 'refused') return { outcome: isTokenCode(reply.problem.code) ? 'ended' : 'unknown', reply };
  const pair = await readAnswer('tokens', reply);
  if (!pair) return { outcome: 'unknown', reply };
  // Somebody left or entered meanwhile: do not overwrite that.
  const now = vault.current();
  if (now?.refreshToken !== row.refreshToken)
    return now ? standing(now.token, spent) : { outcome: 'ended', reply: noSession };
  await vault.keepPair({ token: pair.token, refreshToken: pair.refresh_token });
  return { outcome: 'fresh', token: pair.token };
}

/** The current token, if it is the same person's. */
const standing = (token: string, spent: string): Refreshed =>
  decodeToken(token)?.userId === decodeToken(spent)?.userId
    ? { outcome: 'fresh', token }
    : { outcome: 'unknown', reply: noSession };

/** A call without a token is not made (product.md §8). */
const noSession: Reply = {
  outcome: 'refused',
  problem: {
    code: 'TOKEN_MISSING',
    status: 401,
    message: sentences.noToken,
    issues: [],
    retryAfterMs: null,
    requestId: null,
  },
  marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
};

/** Why signing in failed, in the sentences of product.md §8, in its order. */
export function failureOf(reply: Reply): SignInFailure {
  if (reply.outcome === 'refused') {
    return { message: reply.problem.message || sentences.unexpectedServerError, issues: reply.problem.issues };
  }
  if (reply.outcome === 'unreachable') {
    // A portal's page tells as little as no answer.
    const isKnown = Object.values(clientErrors).includes(reply.reason);
    return { message: isKnown ? sentences.noConnection : reply.detail || sentences.signInFailed, issues: [] };
  }
  return { message: sentences.signInFailed, issues: [] };
}

/**
 * An answer parsed by its call's schema, loaded after the answer (decision 51); null for a refusal, another shape, or a schema that did not
 * load. Throws nothing.
 */
export async function readAnswer<Name extends keyof SessionAnswers>(
  name: Name,
  reply: Reply,
): Promise<SessionAnswers[Name] | null> {
  if (reply.outcome !== 'answer') return null;
  const known = await import('#contract/endpoints/session.ts').catch(() => null);
  const read = known?.sessionAnswers[name].safeParse(reply.body);
  return read?.success ? (read.data as SessionAnswers[Name]) : null;
}
