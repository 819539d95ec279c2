import { headers as headerNames } from '../../contract/constants.ts';
import type { CoreRequest } from './exchange.ts';
import { matchRoute } from './routes.ts';

/**
 * The sequence of an operation in the lost life, where a phone brings it back (offline.md §2.6); 0 where the phone does not know it, null
 * for everything else.
 */
export function returnedFrom({ headers }: Pick<CoreRequest, 'headers'>): number | null {
  const text = headers[headerNames.healing];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * What a phone brings back to a restored farm is judged as a record of the field, whatever its order: it is taken though the book disagrees
 * for a while. The body must not change under its key, so the phone cannot say so.
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
