import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { attachmentLimits } from '../../domain/attachments.ts';
import { hear } from './addresses.ts';
import { asDispatched, askingLeave, type Dispatcher } from './dispatcher.ts';
import { refuseAtEdge } from './refusals.ts';

/** Calls whose body is bytes (photos, voice notes), of any type; read only for who may send them. */
export async function serveBytes(app: FastifyInstance, core: Dispatcher, calls: readonly Endpoint[]): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const call of calls) hear(scope, call, { handler: (request, reply) => receive(core, call, request, reply) });
  });
}

async function receive(core: Dispatcher, call: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // Refuse before reading the body.
  const leave = await core.dispatch(askingLeave(request, call));
  const isWelcome = leave.status === 200 || (leave.status === 404 && (await isOfBefore(core, request)));
  const bytes = isWelcome ? await bytesOf(request) : null;
  if (isWelcome && bytes === null) return await refuseAtEdge('BODY_TOO_LARGE', request, reply);
  const given = bytes === null ? leave : await core.dispatch(asDispatched(request, bytes));
  await reply.code(given.status).headers(given.headers).send(given.body);
}

/** A former member may send the photos of his earlier records: the call itself judges, with an empty body. */
async function isOfBefore(core: Dispatcher, request: FastifyRequest): Promise<boolean> {
  const { status } = await core.dispatch(asDispatched(request, new Uint8Array()));
  return status !== 404;
}

/** The body; null as soon as it is too large. */
async function bytesOf(request: FastifyRequest): Promise<Uint8Array | null> {
  if (Number(request.headers['content-length'] ?? 0) > attachmentLimits.bytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > attachmentLimits.bytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
