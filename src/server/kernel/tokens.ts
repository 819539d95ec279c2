import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { refuse } from './call.ts';

const accessSeconds = 15 * 60;
const leewaySeconds = 60;

/** Session lifetimes, idle and absolute (trust.md §5); shorter for super-admins. */
export const lifetimesOf = (isSuperAdmin: boolean): { readonly idleDays: number; readonly absoluteDays: number } =>
  isSuperAdmin ? { idleDays: 1, absoluteDays: 7 } : { idleDays: 90, absoluteDays: 180 };

export interface Secrets {
  readonly access: Uint8Array;
  readonly refresh: Uint8Array;
  /** Retired keys: what they signed is valid until it expires (trust.md row 29). */
  readonly older?: Readonly<Record<'access' | 'refresh', readonly Uint8Array[]>>;
}

const issuer = 'tranquera';
const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Signs an access token: 15 minutes, bound to the session. */
export const signAccess = (
  secrets: Secrets,
  session: { id: string; userId: string; generation: number },
  issuedMs: number,
): Promise<string> =>
  new SignJWT({ typ: 'access', sid: session.id, gen: session.generation })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(session.userId)
    .setIssuer(issuer)
    .setAudience(issuer)
    .setIssuedAt(seconds(issuedMs))
    .setExpirationTime(seconds(issuedMs) + accessSeconds)
    .sign(secrets.access);

/** Signs a generation's refresh token. Deterministic, so an answer can be repeated without storing the token. */
export const signRefresh = (
  secrets: Secrets,
  session: { id: string; userId: string; generation: number; rotatedMs: number; endsMs: number },
): Promise<string> =>
  new SignJWT({ typ: 'refresh', sid: session.id, gen: session.generation })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(session.userId)
    .setIssuer(issuer)
    .setAudience(issuer)
    .setIssuedAt(seconds(session.rotatedMs))
    .setExpirationTime(seconds(session.endsMs))
    .sign(secrets.refresh);

interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly gen: number;
  readonly expiresMs: number;
}

/** Claims of verified access tokens: a phone sends the same one with every call. */
const read = new WeakMap<Secrets, Map<string, Claims>>();
const mostRead = 20_000;

/** Cached claims of an unexpired token. Whether its session stands is checked elsewhere on every call. */
function readBefore(secrets: Secrets, token: string, nowMs: number): Claims | null {
  const claims = read.get(secrets)?.get(token);
  return claims && claims.expiresMs > (seconds(nowMs) - leewaySeconds) * 1000 ? claims : null;
}

function keepRead(secrets: Secrets, token: string, claims: Claims): void {
  const tokens = read.get(secrets) ?? new Map<string, Claims>();
  read.set(secrets, tokens);
  const [oldest] = tokens.size >= mostRead ? tokens.keys() : [];
  if (oldest !== undefined) tokens.delete(oldest);
  tokens.set(token, claims);
}

/** Reads a token of one type, or refuses with its code. */
export async function readToken(
  secrets: Secrets,
  type: 'access' | 'refresh',
  token: string,
  nowMs: number,
): Promise<Claims> {
  const before = type === 'access' ? readBefore(secrets, token, nowMs) : null;
  if (before) return before;
  try {
    const payload = await verified([secrets[type], ...(secrets.older?.[type] ?? [])], token, nowMs);
    if (payload.typ !== type || !payload.sub || typeof payload.sid !== 'string') return refuse('TOKEN_INVALID');
    const { sub, exp = 0, sid, gen = 0 } = payload;
    const claims = { sub, sid, gen: Number(gen), expiresMs: exp * 1000 };
    if (type === 'access') keepRead(secrets, token, claims);
    return claims;
  } catch (error) {
    const isExpired = error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED';
    return refuse(isExpired ? (type === 'access' ? 'TOKEN_EXPIRED' : 'SESSION_EXPIRED') : 'TOKEN_INVALID');
  }
}

/** The claims, by the first key that verifies. Throws the last key's error. */
async function verified([key, ...others]: readonly Uint8Array[], token: string, nowMs: number): Promise<JWTPayload> {
  if (!key) throw new Error('No key to read a token by');
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience: issuer,
      clockTolerance: leewaySeconds,
      currentDate: new Date(nowMs),
    });
    return payload;
  } catch (error) {
    const isOtherKeys = error instanceof errors.JWSSignatureVerificationFailed && others.length > 0;
    if (!isOtherKeys) throw error;
    return await verified(others, token, nowMs);
  }
}
