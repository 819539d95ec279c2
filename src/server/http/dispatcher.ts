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

/** The backend behind the edge (`createCore`), freed of its transport. */
export interface Dispatcher {
  readonly dispatch: (request: DispatchedRequest) => Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
    readonly json?: Uint8Array;
    readonly parts?: Readable;
  }>;
}

/** A request as the backend takes it, with the body that the edge made of it. */
export const asDispatched = (request: FastifyRequest, body: unknown): DispatchedRequest => ({
  method: request.method,
  path: request.url.split('?')[0] ?? '/',
  // A question asked twice has two answers: it is none (trust.md row 123).
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
 * The question whether somebody may send bytes here, asked before a byte is taken in: the read that the call names, which asks for the
 * same right. Any version of the app may ask it, for what an old one brings is taken. Throws where the call names none: a bug of its row.
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
