import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { fileLimits } from '../../domain/office/file-types.ts';
import { hear } from './addresses.ts';
import { asDispatched, askingLeave, type Dispatcher } from './dispatcher.ts';
import { refuseAtEdge } from './refusals.ts';

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
export async function serveForms(app: FastifyInstance, core: Dispatcher, calls: readonly Endpoint[]): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: formLimits });
    for (const call of calls) hear(scope, call, { handler: (request, reply) => receive(core, call, request, reply) });
  });
}

async function receive(core: Dispatcher, call: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
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
