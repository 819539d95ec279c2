import { sessionPaths } from '#contract/session-paths.ts';
import { isTokenCode } from '#net/errors.ts';
import type { Net, Reply, Request } from '#net/reply.ts';
import { createRefresh, type Exclusive, noSession } from './refresh.ts';
import { endsSoon } from './tokens.ts';
import type { Vault } from './vault.ts';

export interface CallPorts {
  readonly net: Net;
  readonly vault: Vault;
  readonly exclusive: Exclusive;
  readonly newId: () => string;
  readonly now: () => number;
}

export interface Calls {
  /** The server's clock, as last heard. */
  readonly now: () => number;
  /** Sends without a session token. */
  readonly send: (request: Request) => Promise<Reply>;
  /** A valid token, or the reply that says why there is none. */
  readonly token: () => Promise<string | Reply>;
  /** Sends with a token; retries once with a fresh one if it is refused. */
  readonly call: (request: Omit<Request, 'token'>) => Promise<Reply>;
}

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
export function createCalls(ports: CallPorts, onEnd: (code: string | null) => Promise<void>): Calls {
  const { net, vault } = ports;
  const refresh = createRefresh(ports);
  const now = (): number => ports.now() + (vault.current()?.clockOffsetMs ?? 0);

  const tellLeft = createLeaving(net, vault);
  const send = async (request: Request): Promise<Reply> => {
    const reply = await net.send(isTried(request) ? { ...request, knownDevice: vault.knownDevice() } : request);
    if (reply.outcome !== 'unreachable') void tellLeft();
    if (reply.outcome !== 'unreachable' && reply.marks.serverTimeMs !== null) {
      vault.noteClock(reply.marks.serverTimeMs - ports.now());
    }
    return reply;
  };
  const token = async (): Promise<string | Reply> => {
    const row = vault.current();
    if (!row) return noSession;
    if (!endsSoon(row.token, now())) return row.token;
    const refreshed = await refresh(row.token);
    if (refreshed.outcome === 'fresh') return refreshed.token;
    if (refreshed.outcome === 'ended') await onEnd(codeIn(refreshed.reply));
    return refreshed.reply;
  };
  const call = async (request: Omit<Request, 'token'>): Promise<Reply> => {
    const first = await token();
    if (typeof first !== 'string') return first;
    const reply = await send({ ...request, token: first });
    if (reply.outcome !== 'refused' || !isTokenCode(reply.problem.code)) return reply;
    if (reply.problem.code === 'SESSION_LOST') {
      await onEnd(reply.problem.code);
      return reply;
    }
    const refreshed = await refresh(first);
    if (refreshed.outcome === 'fresh') return await send({ ...request, token: refreshed.token });
    if (refreshed.outcome === 'ended') await onEnd(codeIn(refreshed.reply));
    return refreshed.outcome === 'ended' ? reply : refreshed.reply;
  };
  return { now, send, token, call };
}
