import { headers as headerNames } from '../contract/constants.ts';
import type { CoreRequest } from './exchange.ts';
import { matchRoute } from './routes.ts';

/** Whether a phone brings back what this database lost (offline.md §2.6). */
export const isHealing = ({ headers }: Pick<CoreRequest, 'headers'>): boolean => headers[headerNames.healing] === '1';

/**
 * What a phone brings back to a restored farm comes in an order of its own: it is judged as a record of the field, which is taken though the
 * book says otherwise for a while. Its body must not change under its key, so the phone cannot say so itself.
 */
export function fromTheField(request: CoreRequest): CoreRequest {
  if (!isHealing(request) || request.sent) return request;
  const route = matchRoute(request.method, request.path);
  if (request.method === 'DELETE') return { ...request, query: { ...request.query, offline: '1' } };
  if (request.body === null || typeof request.body !== 'object') return request;
  const body = { ...request.body, offline: true };
  const isTaken = route?.endpoint.body?.safeParse(body).success === true;
  return isTaken ? { ...request, body, sent: { body: request.body } } : request;
}
