import { type Db, rowsWhere } from '../database/tables.ts';
import type { Route } from './routes.ts';

/** A season: how long records of former members are accepted. */
export const waitedForMs = 180 * 86_400_000;

function isOfBefore(body: unknown, leftAt: string): boolean {
  const { offline, recorded_at } = (body ?? {}) as { readonly offline?: unknown; readonly recorded_at?: unknown };
  return offline === true && typeof recorded_at === 'string' && Date.parse(recorded_at) < Date.parse(leftAt);
}

/**
 * Whether a former member brings records made as a member, single or in a batch: they go to the office (domain.md §2.12, trust.md row 97).
 * Nothing else of him is accepted.
 */
export function isLateRecord(route: Route, body: unknown, leftAt: string, now: number): boolean {
  if (now - Date.parse(leftAt) > waitedForMs) return false;
  if (route.endpoint.kind && route.endpoint.method === 'POST') return isOfBefore(body, leftAt);
  const { operations } = (body ?? {}) as { readonly operations?: unknown };
  if (route.name !== 'operations' || !Array.isArray(operations)) return false;
  return operations.some((operation: unknown) => isOfBefore((operation as { body?: unknown } | null)?.body, leftAt));
}

const isDigest = /^[0-9a-f]{64}$/;

interface Leaver {
  readonly userId: string;
  readonly organizationId: string;
  readonly leftAt: string;
}

/** Whether a former member brings the photo or voice note of a record of his on the server, booked or refused: records are sent first. */
export async function isLatePhoto(
  db: Db,
  route: Route,
  { userId, organizationId, leftAt }: Leaver,
  now: number,
): Promise<boolean> {
  const digest = route.params.digest ?? '';
  if (route.name !== 'putBlob' || now - Date.parse(leftAt) > waitedForMs || !isDigest.test(digest)) return false;
  const named = `%${digest}%`;
  const queries = [
    rowsWhere(db, 'movements', { organization_id: organizationId, created_by: userId })
      .select('id')
      .where('payload', 'like', named),
    rowsWhere(db, 'edits', { organization_id: organizationId, edited_by: userId })
      .select('n')
      .where('after', 'like', named),
    rowsWhere(db, 'refused', { organization_id: organizationId })
      .select('key')
      .where((where) => where.or([where('user_id', '=', userId), where('author_id', '=', userId)]))
      .where('body', 'like', named),
    rowsWhere(db, 'notes', { organization_id: organizationId }).select('id').where('content', 'like', named),
    rowsWhere(db, 'tasks', { organization_id: organizationId }).select('id').where('content', 'like', named),
    rowsWhere(db, 'assets', { organization_id: organizationId, photo: digest }).select('id'),
  ];
  for (const query of queries) if (await query.executeTakeFirst()) return true;
  return false;
}

/**
 * Whether a lost phone brings the photo or voice note of a stored refused record, or of another record of its person (trust.md row 112). Its name
 * is its digest, so it can be nothing else.
 */
export async function isLostPhonesPhoto(
  db: Db,
  route: Route,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  now: number,
): Promise<boolean> {
  const { digest = '', org: organizationId = '' } = route.params;
  if (route.name !== 'putBlob' || !isDigest.test(digest)) return false;
  const kept = await rowsWhere(db, 'refused', { organization_id: organizationId, session_id: sessionId })
    .select('key')
    .where('body', 'like', `%${digest}%`)
    .executeTakeFirst();
  const leaver = { userId, organizationId, leftAt: new Date(now).toISOString() };
  return kept !== undefined || (await isLatePhoto(db, route, leaver, now));
}
