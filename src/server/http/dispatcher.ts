import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { headers as headerNames } from '../../contract/constants.ts';
import { type Endpoint, fillPath } from '../../contract/endpoint.ts';

interface DispatchedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly address: string;
}

/** The backend behind the edge (`createCore`). */
export interface Dispatcher {
  readonly dispatch: (request: DispatchedRequest) => Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
    readonly json?: Uint8Array;
    readonly parts?: Readable;
  }>;
}

/** A request for the backend, with its parsed body. */
export const asDispatched = (request: FastifyRequest, body: unknown): DispatchedRequest => ({
  method: request.method,
  path: request.url.split('?')[0] ?? '/',
  // Repeated parameters are dropped (trust.md row 123).
  query: Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  ),
  headers: request.headers as Record<string, string | undefined>,
  body,
  address: request.ip,
});

/**
 * Asks whether somebody may send bytes before any is read, by the read that the call names, which needs the same right. Any app version may ask:
 * old ones may bring records. Throws where the call names none: a bug.
 */
export const askingLeave = (request: FastifyRequest, { path: template, leave }: Endpoint): DispatchedRequest => {
  if (leave === null) throw new Error(`${template} takes bytes and names no read that asks for the same right`);
  const path = fillPath(leave.path, request.params as Record<string, string>);
  const asked = asDispatched(request, null);
  return {
    ...asked,
    method: 'GET',
    path,
    query: leave.query,
    headers: { ...asked.headers, [headerNames.appVersion]: undefined },
  };
};
