import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attachmentLimits } from '../../domain/attachments.ts';
import { asDispatched, askingLeave, type Dispatcher } from './dispatcher.ts';
import { countedAs } from './limits.ts';
import { refuseAtEdge } from './refusals.ts';

/** Photos and voice notes as they come: bytes of whatever announced type, read off the wire only for who may send them. */
export async function serveBlobs(app: FastifyInstance, core: Dispatcher): Promise<void> {
  await app.register(async (blobs) => {
    blobs.removeAllContentTypeParsers();
    blobs.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    blobs.route({
      method: 'PUT',
      url: '/api/blob/:org/:digest',
      config: countedAs('calls'),
      handler: (request, reply) => receive(core, request, reply),
    });
  });
}

async function receive(core: Dispatcher, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // Who is nobody here is told so before a byte of it is taken in.
  const { org } = request.params as { readonly org: string };
  const leave = await core.dispatch(askingLeave(request, `/api/rodeo/${encodeURIComponent(org)}`));
  const isWelcome = leave.status === 200 || (leave.status === 404 && (await isOfBefore(core, request)));
  const bytes = isWelcome ? await bytesOf(request) : null;
  if (isWelcome && bytes === null) return await refuseAtEdge('BODY_TOO_LARGE', request, reply);
  const given = bytes === null ? leave : await core.dispatch(asDispatched(request, bytes));
  await reply.code(given.status).headers(given.headers).send(given.body);
}

/** Somebody who left the team still sends the photos of what he recorded before: the call itself judges that, with nothing in it. */
async function isOfBefore(core: Dispatcher, request: FastifyRequest): Promise<boolean> {
  const { status } = await core.dispatch(asDispatched(request, new Uint8Array()));
  return status !== 404;
}

/** The body as it came; null as soon as it is larger than any that is taken. */
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
