import { headers as headerNames } from '../../contract/constants.ts';
import { querySchemas } from '../../contract/queries.ts';
import { serverSentences } from '../../contract/sentences-server.ts';
import { issuesOf } from '../../domain/validation.ts';
import type { CoreRequest } from './exchange.ts';
import { refuse, refuseAt } from './call.ts';
import type { Route } from './routes.ts';

/** The bearer token; refuses where there is none. */
export function bearerOf(request: CoreRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : refuse('TOKEN_MISSING');
}

/** PostgreSQL takes no NUL in text. */
const withoutNulls = (query: CoreRequest['query']): CoreRequest['query'] =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value.replaceAll('\0', '')]));

/** The query, validated. Empty filters are ignored. */
export function parseQuery({ name }: Route, asked: CoreRequest['query']): CoreRequest['query'] {
  const query = withoutNulls(asked);
  const said = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const parsed = querySchemas[name]?.safeParse(said);
  return parsed?.success === false ? refuse('INVALID_BODY', { issues: issuesOf(parsed.error.issues) }) : query;
}

/** The body, validated; null where the call takes none. */
export function parseBody(route: Route, body: unknown): unknown {
  if (!route.endpoint.body) return null;
  const parsed = route.endpoint.body.safeParse(body ?? {});
  if (!parsed.success) return refuse('INVALID_BODY', { issues: issuesOf(parsed.error.issues) });
  const path = nullSignIn(parsed.data);
  return path === null ? parsed.data : refuseAt('INVALID_BODY', path, serverSentences.nullSign);
}

/** The path of a NUL left in the body. A password is never stored as text, so it may hold one. */
function nullSignIn(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') && !path.endsWith('password') ? path : null;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = name.includes('\0') ? path : nullSignIn(part, path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** The Idempotency-Key, if any. */
export function keyOf(request: CoreRequest): string | null {
  const key = request.headers[headerNames.idempotencyKey]?.replaceAll('"', '').trim();
  if (!key) return null;
  return /^[0-9a-f-]{36}$/i.test(key)
    ? key.toLowerCase()
    : refuseAt('INVALID_BODY', 'Idempotency-Key', serverSentences.badKey);
}

const pattern = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** The app's version; null where none is given or it cannot be compared. */
export function versionOf({ headers }: Pick<CoreRequest, 'headers'>): string | null {
  const said = headers[headerNames.appVersion]?.trim() ?? '';
  return pattern.test(said) ? said : null;
}

const numbersOf = (version: string): readonly number[] => (pattern.exec(version) ?? []).slice(1).map(Number);

function isBefore(version: string, least: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(least)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/**
 * Refuses calls of apps older than the operator allows (UPGRADE_REQUIRED, trust.md row 150); never records under a key, photos, batches, or
 * signing in and out.
 */
export function refuseOldApp(least: string, { name, endpoint }: Route, request: CoreRequest): void {
  const version = versionOf(request);
  if (least === '' || version === null || endpoint.farm === null || !isBefore(version, least)) return;
  const isBrought =
    endpoint.method !== 'GET' &&
    (name === 'operations' || name === 'putBlob' || request.headers[headerNames.idempotencyKey] !== undefined);
  if (!isBrought) refuse('UPGRADE_REQUIRED');
}
