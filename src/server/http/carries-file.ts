import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { hear } from './addresses.ts';
import { asDispatched, type Dispatcher } from './dispatcher.ts';
import { rangeOf } from './ranges.ts';

interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Nothing that was uploaded may run in our origin (trust.md row 132). */
const sandbox = "sandbox; default-src 'none'";

/** Calls that answer files: voice messages, invoices' files, photos and voice notes of records; ranges too, for players that seek. */
export async function serveFiles(app: FastifyInstance, core: Dispatcher, calls: readonly Endpoint[]): Promise<void> {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const answer = await core.dispatch(asDispatched(request, null));
    const { file } = answer.body as { readonly file?: SentFile };
    void reply.headers(answer.headers);
    if (!file) return await reply.code(answer.status).send(answer.body);
    return await send(file, request, reply);
  };
  // They are compressed already, and ranges must stay exact.
  for (const call of calls) hear(app, call, { compress: false, handler });
}

async function send({ name, type, bytes }: SentFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const range = rangeOf(request.headers.range, bytes.length);
  void reply.headers({
    'content-type': type,
    'content-disposition': `${dispositionOf(type)}; filename*=UTF-8''${encodeName(name)}`,
    'content-security-policy': sandbox,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
  });
  if (range === 'unsatisfiable') {
    await reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
    return;
  }
  if (range === null) {
    await reply.code(200).send(Buffer.from(bytes));
    return;
  }
  const { start, end } = range;
  await reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${bytes.length}`)
    .send(Buffer.from(bytes.subarray(start, end + 1)));
}

/** Pictures and sounds are shown, documents downloaded. */
const dispositionOf = (type: string): string => (/^(image|audio)\//.test(type) ? 'inline' : 'attachment');

/** RFC 5987: also escapes what `encodeURIComponent` leaves and a header may not hold. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
