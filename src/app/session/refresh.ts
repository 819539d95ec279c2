import { sentences } from '#contract/sentences.ts';
import { sessionPaths } from '#contract/session-paths.ts';
import { isTokenCode } from '#net/errors.ts';
import type { Net, Reply } from '#net/reply.ts';
import { readAnswer } from './read-answer.ts';
import { decodeToken } from './tokens.ts';
import type { Vault } from './vault.ts';

/** Runs a task while no other tab runs one of that name. */
export type Exclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>;

interface RefreshPorts {
  readonly net: Net;
  readonly vault: Vault;
  readonly exclusive: Exclusive;
  readonly newId: () => string;
}

export type Refreshed =
  | { readonly outcome: 'fresh'; readonly token: string }
  | { readonly outcome: 'ended'; readonly reply: Reply }
  | { readonly outcome: 'unknown'; readonly reply: Reply };

/**
 * The shared token refresh (product.md §8, trust.md §5): one at a time among tabs, stored before sending so that a lost answer can be asked
 * again. Only a coded refusal ends the session.
 */
export function createRefresh(ports: RefreshPorts): (spent: string) => Promise<Refreshed> {
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

async function refresh({ net, vault, newId }: RefreshPorts, spent: string): Promise<Refreshed> {
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
export const noSession: Reply = {
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
