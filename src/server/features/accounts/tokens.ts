import { jwtVerify, SignJWT } from 'jose';
import { refuse } from '../../frame/call.ts';

/** Lifetimes of trust.md §5. */
export const lifetimes = {
  accessSeconds: 15 * 60,
  leewaySeconds: 60,
  idleDays: 90,
  absoluteDays: 180,
  graceSeconds: 60,
} as const;

export interface Secrets {
  readonly access: Uint8Array;
  readonly refresh: Uint8Array;
}

const issuer = 'tranquera';
const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Signs an access token: 15 minutes, bound to the session. */
export const signAccess = (
  secrets: Secrets,
  user: { id: string; isSuperAdmin: boolean },
  sessionId: string,
  issuedMs: number,
): Promise<string> =>
  new SignJWT({ typ: 'access', sid: sessionId, sup: user.isSuperAdmin })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(user.id)
    .setIssuer(issuer)
    .setAudience(issuer)
    .setIssuedAt(seconds(issuedMs))
    .setExpirationTime(seconds(issuedMs) + lifetimes.accessSeconds)
    .sign(secrets.access);

/** Signs the refresh token of a generation: the same words give the same bytes, so an answer can be repeated without keeping the token. */
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
    .setExpirationTime(Math.min(seconds(session.rotatedMs) + lifetimes.idleDays * 86_400, seconds(session.endsMs)))
    .sign(secrets.refresh);

interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly gen: number;
  readonly sup: boolean;
  readonly expiresMs: number;
}

/** Reads a token of one type, or refuses with the token's own code. */
export async function readToken(
  secret: Uint8Array,
  type: 'access' | 'refresh',
  token: string,
  nowMs: number,
): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      issuer,
      audience: issuer,
      clockTolerance: lifetimes.leewaySeconds,
      currentDate: new Date(nowMs),
    });
    if (payload['typ'] !== type || !payload.sub || typeof payload['sid'] !== 'string') return refuse('TOKEN_INVALID');
    return {
      sub: payload.sub,
      sid: payload['sid'],
      gen: Number(payload['gen'] ?? 0),
      sup: payload['sup'] === true,
      expiresMs: (payload.exp ?? 0) * 1000,
    };
  } catch (error) {
    const isExpired = error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED';
    return refuse(isExpired ? (type === 'access' ? 'TOKEN_EXPIRED' : 'SESSION_EXPIRED') : 'TOKEN_INVALID');
  }
}
