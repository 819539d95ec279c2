import { headers as headerNames } from '../../contract/constants.ts';
import { syncEndpoints } from '../../contract/endpoints/sync.ts';
import { type Problem, problems, sentenceOf } from '../../contract/problems.ts';
import { LostPhone } from './authenticate.ts';
import { isOfField, NotCarried } from './carried.ts';
import { findOperation } from '../database/operations.ts';
import { type Db, rowsWhere } from '../database/tables.ts';
import type { CoreRequest } from './exchange.ts';
import type { Actor } from './call.ts';
import { insertRejected } from './rejected-rows.ts';
import { waitedForMs } from './late.ts';
import { organizationOf } from './locate.ts';
import { matchRoute, type Route } from './routes.ts';

const longestBody = 64 * 1024;

/** Accounts, teams and money need signal: no field records. */
const isNeverStored = (path: string): boolean =>
  /^\/api\/(auth|user|organization|invoice|refused|sync)(\/|$)/.test(path);

/** Deleting what is not there counts as done (product.md §8). */
const isDoneAlready = (route: Route, { code }: Problem): boolean =>
  code === 'NOT_FOUND' && route.endpoint.method === 'DELETE';

interface Ports {
  readonly db: Db;
  readonly now: () => number;
  readonly newId: () => string;
  readonly authenticate: (token: string, now: number) => Promise<Actor>;
  readonly onRefused: (organizationId: string) => void;
}

interface Brought {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly author?: string | undefined;
}

interface Bringer {
  readonly userId: string;
  readonly sessionId: string;
  readonly isLost: boolean;
}

/**
 * Stores refused records for the office: field records refused for good (trust.md row 97), and everything from a lost phone (row 112). Returns
 * the problem to answer: a lost phone learns which keys are safe, so that it loses nothing when it erases itself.
 */
async function storeRejected(
  ports: Ports,
  { request, author }: { readonly request: CoreRequest; readonly author: string | null },
  error: unknown,
  problem: Problem,
): Promise<Problem> {
  if (error instanceof LostPhone) {
    const kept: string[] = [];
    const bringer = { ...error.actor, isLost: true };
    for (const [position, brought] of broughtBy(request).entries())
      if (await keep(ports, { bringer, brought, request, problem, position })) kept.push(brought.key);
    return { ...problem, parts: { kept } };
  }
  const key = keyOf(request);
  const route = matchRoute(request.method, request.path);
  const isForKeeping = author === null ? isOfTheField(request) : route !== null && isOfField(route);
  if (key === null || problems[problem.code].retry !== 'never' || !isForKeeping) return problem;
  const { userId, sessionId } = await ports.authenticate(
    request.headers.authorization?.split(' ')[1] ?? '',
    ports.now(),
  );
  const brought = { ...request, key, path: addressOf(request), author: author ?? undefined };
  const bringer = { userId, sessionId, isLost: false };
  const isStored = await keep(ports, { bringer, brought, request, problem, position: 0 });
  return isStored && error instanceof NotCarried ? { ...problem, parts: { kept: [key] } } : problem;
}

const keyOf = ({ headers }: CoreRequest): string | null => {
  const key = headers[headerNames.idempotencyKey]?.replaceAll('"', '').trim().toLowerCase() ?? '';
  return /^[0-9a-f-]{36}$/.test(key) ? key : null;
};

const addressOf = ({ path, query }: CoreRequest): string => {
  const asked = new URLSearchParams(query).toString();
  return asked === '' ? path : `${path}?${asked}`;
};

const part = (body: unknown, name: string): unknown =>
  (body as Readonly<Record<string, unknown>> | null | undefined)?.[name];
const textIn = (body: unknown, name: string): string | null => {
  const found = part(body, name);
  return typeof found === 'string' && found.length <= 64 && !found.includes('\0') ? found : null;
};

/** PostgreSQL takes no NUL in text. */
const withoutNull = (text: string): string => text.replaceAll('\0', '');
const textOf = (asked: string, name: string): string | null => {
  const found = new URLSearchParams(asked).get(name);
  return found === null ? null : withoutNull(found);
};

/** Phones flag what was recorded without signal; the rest is corrected at once by its author. */
const isOfTheField = ({ body, query }: CoreRequest): boolean => part(body, 'offline') === true || query.offline === '1';

function broughtBy(request: CoreRequest): readonly Brought[] {
  if (matchRoute(request.method, request.path)?.name === 'operations') {
    const batch = syncEndpoints.operations.body?.safeParse(request.body);
    return batch?.success ? batch.data.operations.map((one) => ({ ...one, key: one.key.toLowerCase() })) : [];
  }
  const key = keyOf(request);
  return key === null ? [] : [{ key, method: request.method, path: addressOf(request), body: request.body }];
}

interface Keeping {
  readonly bringer: Bringer;
  readonly brought: Brought;
  readonly request: CoreRequest;
  readonly problem: Problem;
  readonly position: number;
}

/** Stores one, if it is a farm's and the person is or was on its team. Returns whether it is safe. */
async function keep(
  { db, now, newId, onRefused }: Ports,
  { bringer, brought, request, problem, position }: Keeping,
): Promise<boolean> {
  const [path = '', asked = ''] = brought.path.split('?');
  const route = matchRoute(brought.method, path);
  const body = JSON.stringify(brought.body ?? null);
  if (!route || route.endpoint.method === 'GET' || isNeverStored(path) || body.length > longestBody) return false;
  if (!bringer.isLost && isDoneAlready(route, problem)) return false;
  const organizationId = await farmOf(db, route, brought.body, request);
  if (organizationId === null) return false;
  const { userId } = bringer;
  const authorId = brought.author === undefined || brought.author === userId ? null : brought.author;
  // A former member brings only his own.
  if (!(await isOfTeam(db, organizationId, userId, authorId === null ? now() : null))) return false;
  if (authorId !== null) {
    if (!(await isOfTeam(db, organizationId, authorId, now()))) return false;
    if (await isApplied(db, organizationId, { key: brought.key, userId: authorId })) return true;
  }
  const stored = await insertRejected(db, newId, {
    organization_id: organizationId,
    key: brought.key,
    user_id: userId,
    author_id: authorId,
    session_id: bringer.sessionId,
    method: brought.method,
    path: withoutNull(brought.path),
    body,
    cid: textIn(brought.body, 'cid'),
    type: route.endpoint.kind ?? null,
    code: problem.code,
    message: sentenceOf(problem),
    issues: JSON.stringify(problem.issues ?? []),
    recorded_at: textIn(brought.body, 'recorded_at') ?? textOf(asked, 'recorded_at'),
    received_at: new Date(now()).toISOString(),
    position,
    from_lost_phone: bringer.isLost ? 1 : 0,
  });
  if (stored === 'new') onRefused(organizationId);
  return stored !== 'no-space';
}

/** An operation's farm: its own, or the batch's where its thing does not exist yet. */
async function farmOf(db: Db, route: Route, body: unknown, request: CoreRequest): Promise<string | null> {
  const { farm } = route.endpoint;
  if (farm === null || farm === 'invitation') return null;
  const batch = matchRoute(request.method, request.path);
  const batchFarm = batch?.name === 'operations' ? (batch.params.org ?? null) : null;
  const own = await organizationOf(db, route, body);
  return batchFarm === null || own === null || own === batchFarm ? (own ?? batchFarm) : null;
}

const isApplied = async (
  db: Db,
  organizationId: string,
  { key, userId }: { readonly key: string; readonly userId: string },
): Promise<boolean> => (await findOperation(db, organizationId, key))?.user_id === userId;

/** Whether somebody is on the team, or left within a season of `now`; null: members only. */
async function isOfTeam(db: Db, organizationId: string, userId: string, now: number | null): Promise<boolean> {
  const row = await rowsWhere(db, 'memberships', { organization_id: organizationId, user_id: userId })
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('deleted_at', 'is', null)
    .select('removed_at')
    .executeTakeFirst();
  if (row === undefined || row.removed_at === null) return row !== undefined;
  return now !== null && now - Date.parse(row.removed_at) <= waitedForMs;
}

/** Stores a refused record. If that fails it is logged: the phone still has it. */
export const keepRejected = (
  ports: Ports & { readonly onBug: (error: unknown, requestId: string) => void },
  brought: { readonly request: CoreRequest; readonly author: string | null },
  error: unknown,
  problem: Problem,
  requestId: string,
): Promise<Problem> =>
  storeRejected(ports, brought, error, problem).catch((bug: unknown) => {
    ports.onBug(bug, requestId);
    return problem;
  });
