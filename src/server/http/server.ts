import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Webhook } from '../features/messaging/webhook.ts';
import { serveApp } from './app-files.ts';
import { serveFiles } from './audio.ts';
import { type BaseOptions, batchBodyLimit, createBase } from './base.ts';
import { serveBlobs } from './blobs.ts';
import { asDispatched, type Dispatcher } from './dispatcher.ts';
import { serveReference } from './reference/routes.ts';
import { refuseAtEdge } from './refusals.ts';
import { contentSecurity, permissions } from './security.ts';
import { serveUploads } from './uploads.ts';
import { serveWebhook } from './webhook.ts';

interface Options extends BaseOptions {
  readonly core: Dispatcher;
  /** The built app; where there is none, or null, the API is served alone. */
  readonly appFolder: string | null;
  /** Where the messaging provider knocks; null where there is none. */
  readonly webhook?: Webhook | null;
}

const bodyLimit = 256 * 1024;

/** The edge: limits, headers, JSON in and out. Decides nothing about farms. */
export async function createHttpServer(options: Options): Promise<FastifyInstance> {
  const app = await createBase(options);
  await app.register(helmet, contentSecurity);
  await app.register(compress, { global: true });
  await app.register(rateLimit, { global: false });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', permissions);
  });
  await app.register(async (api) => registerApi(api, options.core));
  await serveUploads(app, options.core);
  await serveBlobs(app, options.core);
  await serveFiles(app, options.core);
  if (options.webhook) await serveWebhook(app, options.webhook);
  await app.register(serveReference);
  await serveApp(app, options.appFolder);
  return app;
}

async function registerApi(api: FastifyInstance, core: Dispatcher): Promise<void> {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const query = request.query as Record<string, string | string[]>;
    // A question asked twice has two answers: it is nobody's to choose (trust.md row 123).
    if (Object.values(query).some(Array.isArray)) return await refuseAtEdge('INVALID_BODY', request, reply);
    const answer = await core.dispatch(asDispatched(request, request.body));
    return await reply.code(answer.status).headers(answer.headers).send(answer.body);
  };
  const limited = (groupId: string, max: number) => ({ rateLimit: { groupId, max, timeWindow: '1 minute' } });
  // A farm house is one address with many people behind it: high by address; the tight limit is by account (trust.md row 6).
  const perMinute = 30;
  // The outbox has a bucket of its own, so that a flood of reads never holds up records (trust.md row 154).
  const outbox = limited('outbox', 3000);
  for (const name of ['log-in', 'sign-up'])
    api.route({ method: 'POST', url: `/api/auth/${name}`, config: limited(name, perMinute), bodyLimit, handler });
  // Codes are guessed here, if anywhere: each has five tries, and an address has few in all.
  const recovery = limited('recovery', perMinute);
  for (const name of ['send-recovery-code', 'verify-recovery-code', 'reset-password', 'admin/set-initial-password'])
    api.route({ method: 'POST', url: `/api/auth/${name}`, config: recovery, bodyLimit, handler });
  api.route({ method: 'POST', url: '/api/sync/:org/ops', config: outbox, bodyLimit: batchBodyLimit, handler });
  api.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url: '/api/*', config: outbox, bodyLimit, handler });
  api.route({ method: 'GET', url: '/api/*', config: limited('reads', 3000), handler });
}
