import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '../../contract/endpoints.ts';
import { registerApi } from './api.ts';
import { serveBytes } from './carries-bytes.ts';
import { serveFiles } from './carries-file.ts';
import { serveForms } from './carries-form.ts';
import type { Dispatcher } from './dispatcher.ts';

/** Servers of calls that carry other than JSON. */
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
