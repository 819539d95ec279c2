import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import multipart from '@fastify/multipart';
import { allEndpoints } from '../../contract/endpoints.ts';
import { type Dispatcher, asDispatched, askingLeave } from './dispatcher.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { hear } from './addresses.ts';
import { countedAs } from './limits.ts';
import { refuseAtEdge } from './refusals.ts';
import { attachmentLimits, fileLimits } from '../../domain/index.ts';

const bodyLimit = 256 * 1024;

const isSpecial = ({ carries, counted, most }: Endpoint): boolean =>
  carries === null && (counted !== 'calls' || most !== null);

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

async function registerApi(api: FastifyInstance, core: Dispatcher, calls: readonly Endpoint[]): Promise<void> {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const query = request.query as Record<string, string | string[]>;
    // A repeated parameter is ambiguous (trust.md row 123).
    if (Object.values(query).some(Array.isArray)) return await refuseAtEdge('INVALID_BODY', request, reply);
    const answer = await core.dispatch(asDispatched(request, request.body));
    reply.code(answer.status).headers(answer.headers);
    const { json, parts, body } = answer;
    if (!json && !parts) return await reply.send(body);
    return await reply.type('application/json; charset=utf-8').send(json ? asBuffer(json) : parts);
  };
  for (const call of calls.filter(isSpecial)) hear(api, call, { bodyLimit: call.most ?? bodyLimit, handler });
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  api.route({ method, url: '/api/*', config: countedAs('calls'), bodyLimit, handler });
}

/** Calls whose body is bytes (photos, voice notes), of any type; read only for who may send them. */
async function serveBytes(app: FastifyInstance, core: Dispatcher, calls: readonly Endpoint[]): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const call of calls)
      hear(scope, call, { handler: (request, reply) => receiveBytes(core, call, request, reply) });
  });
}

async function receiveBytes(
  core: Dispatcher,
  call: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
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

interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const formLimits = {
  fileSize: fileLimits.bytes,
  files: fileLimits.perInvoice,
  fields: 4,
  fieldSize: 200,
  parts: fileLimits.perInvoice + 4,
  headerPairs: 20,
};

/** Calls whose body is a form with files, turned into values: the core knows no multipart (trust.md §1.10). */
async function serveForms(app: FastifyInstance, core: Dispatcher, calls: readonly Endpoint[]): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: formLimits });
    for (const call of calls)
      hear(scope, call, { handler: (request, reply) => receiveForm(core, call, request, reply) });
  });
}

async function receiveForm(
  core: Dispatcher,
  call: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Refuse before reading the body.
  const leave = await core.dispatch(askingLeave(request, call));
  if (leave.status !== 200) return await answer(reply, leave);
  if (!request.isMultipart()) return await refuseAtEdge('FILE_TYPE', request, reply);
  const form = await readForm(request);
  if (form === null) return await refuseAtEdge('INVALID_BODY', request, reply);
  return await answer(reply, await core.dispatch(asDispatched(request, form)));
}

const answer = async (reply: FastifyReply, given: Awaited<ReturnType<Dispatcher['dispatch']>>): Promise<void> =>
  await reply.code(given.status).headers(given.headers).send(given.body);

/** The form's files and fields; null if malformed. Throws the plugin's errors for passed limits. */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown> | null> {
  const files: GivenFile[] = [];
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files.push({ name: part.filename, bytes: await part.toBuffer() });
      else if (Object.hasOwn(fields, part.fieldname) || part.valueTruncated) return null;
      else fields[part.fieldname] = part.value;
    }
  } catch (error) {
    // Passed limits have a plugin code; anything else is a malformed form.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')) throw error;
    return null;
  }
  return { ...fields, files };
}

interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Nothing that was uploaded may run in our origin (trust.md row 132). */
const sandbox = "sandbox; default-src 'none'";

/** Calls that answer files: voice messages, invoices' files, photos and voice notes of records; ranges too, for players that seek. */
async function serveFiles(app: FastifyInstance, core: Dispatcher, calls: readonly Endpoint[]): Promise<void> {
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

/** Both ends inclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The part that a `Range` header asks for (RFC 9110 §14): null for the whole or an invalid one, 'unsatisfiable' where it begins behind the end. */
function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | null {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!parts) return null;
  const [first = '', last = ''] = [parts[1], parts[2]];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

const carriers = { form: serveForms, bytes: serveBytes, file: serveFiles } as const;

/** Registers every call of the contract by what it carries. */
export async function serveCalls(app: FastifyInstance, core: Dispatcher): Promise<void> {
  const calls = allEndpoints.map(({ endpoint }) => endpoint);
  await app.register(async (api) => registerApi(api, core, calls));
  for (const [carries, serve] of Object.entries(carriers)) {
    const carried = calls.filter((call) => call.carries === carries);
    await serve(app, core, carried);
  }
}
