import { isWordOfEnding } from '../../domain/office/tasks.ts';
import { isMerged } from '../../domain/things/lists.ts';
import { headers as headerNames } from '../../contract/constants.ts';
import type { CoreRequest } from './exchange.ts';
import { matchRoute } from './routes.ts';

/**
 * The sequence in the lost life of an operation that a phone brings back (offline.md §2.6); 0 where the phone does not know it, null for other
 * calls.
 */
export function returnedFrom({ headers }: Pick<CoreRequest, 'headers'>): number | null {
  const text = headers[headerNames.healing];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * Treats what a phone brings back to a restored farm as a field record, which is accepted even when the book disagrees for a while. The phone
 * cannot set `offline` itself: the body must not change under its key.
 */
export function fromTheField(request: CoreRequest): CoreRequest {
  if (returnedFrom(request) === null || request.sent) return request;
  const route = matchRoute(request.method, request.path);
  if (request.method === 'DELETE') return { ...request, query: { ...request.query, offline: '1' } };
  if (request.body === null || typeof request.body !== 'object') return request;
  const body = { ...request.body, offline: true };
  const isTaken = route?.endpoint.body?.safeParse(body).success === true;
  return isTaken ? { ...request, body, sent: { body: request.body } } : request;
}

/** Of an edit's fields that newer ones set, those that are theirs: lists that say what they were, and the words of who ended a task, take nothing from each other. */
export const takenFrom = (body: Readonly<Record<string, unknown>>, later: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...later].filter((name) => !isMerged(body, name) && !isWordOfEnding(body, name)));
