import { constants } from '#contract/constants.ts';

/** The signature is the server's business. */
interface TokenFacts {
  readonly userId: string;
  /** Empty where the backend names no session. */
  readonly sessionId: string;
  readonly issuedMs: number;
  readonly expiresMs: number;
}

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** Null if it cannot be decoded: such a token is thrown away (product.md §4). */
export function decodeToken(token: string): TokenFacts | null {
  try {
    const middle = token.split('.')[1] ?? '';
    const text = atob(middle.replaceAll('-', '+').replaceAll('_', '/'));
    const claims = JSON.parse(text) as { sub?: unknown; sid?: unknown; iat?: unknown; exp?: unknown };
    if (typeof claims.exp !== 'number') return null;
    return {
      userId: typeof claims.sub === 'string' ? claims.sub : '',
      sessionId: typeof claims.sid === 'string' ? claims.sid : '',
      issuedMs: typeof claims.iat === 'number' ? claims.iat * 1000 : 0,
      expiresMs: claims.exp * 1000,
    };
  } catch {
    return null;
  }
}

/** Whether the token expires within 30 seconds, by the server's clock (product.md §4). */
export const endsSoon = (token: string, nowMs: number): boolean =>
  (decodeToken(token)?.expiresMs ?? 0) <= nowMs + constants.tokenMarginSeconds * 1000;

/** The pair written last; undecodable ones do not count. */
export function newerPair(a: TokenPair | null, b: TokenPair | null): TokenPair | null {
  const [first, second] = [readable(a), readable(b)];
  if (!first || !second) return first?.pair ?? second?.pair ?? null;
  return first.issuedMs >= second.issuedMs ? first.pair : second.pair;
}

function readable(pair: TokenPair | null): { readonly pair: TokenPair; readonly issuedMs: number } | null {
  if (!pair) return null;
  const refresh = decodeToken(pair.refreshToken);
  return decodeToken(pair.token) && refresh ? { pair, issuedMs: refresh.issuedMs } : null;
}
