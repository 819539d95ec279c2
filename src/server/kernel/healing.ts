import { headers as headerNames } from '../../contract/constants.ts';
import type { CoreRequest } from './exchange.ts';
import { matchRoute } from './routes.ts';

/**
 * The sequence that an operation had in the life that was lost, where a phone brings it back (offline.md §2.6); 0 where the phone does not know
 * it. Null for everything else.
 */
export function returnedFrom({ headers }: Pick<CoreRequest, 'headers'>): number | null {
  const text = headers[headerNames.healing];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * What a phone brings back to a restored farm comes in an order of its own: it is judged as a record of the field, which is taken though the
 * book says otherwise for a while. Its body must not change under its key, so the phone cannot say so itself.
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
