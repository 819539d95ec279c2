import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { headers as headerNames } from '../../contract/constants.ts';
import type { Webhook } from '../features/messaging/webhook.ts';
import { serveApp } from './app-files.ts';
import { serveFiles } from './audio.ts';
import { serveBlobs } from './blobs.ts';
import { asDispatched, type Dispatcher } from './dispatcher.ts';
import { serveReference } from './reference/routes.ts';
import { answerError, problemOf, refuseAtEdge } from './refusals.ts';
import { contentSecurity, permissions } from './security.ts';
import { readTls, type TlsFiles } from './tls.ts';
import { serveUploads } from './uploads.ts';
import { serveWebhook } from './webhook.ts';

interface Options {
  readonly core: Dispatcher;
  /** The built app; where there is none, or null, the API is served alone. */
  readonly appFolder: string | null;
  readonly logLevel: string;
  readonly trustProxy: boolean;
  /** Where the certificate and its key are, for a server that speaks TLS itself. */
  readonly tls?: TlsFiles;
  /** Where the messaging provider knocks; null where there is none. */
  readonly webhook?: Webhook | null;
}

const bodyLimit = 256 * 1024;
const batchBodyLimit = 1024 * 1024;

/** Takes secrets out of an address before it is logged: the live connection carries its token as a query parameter (product.md §7). */
const withoutToken = (url: string): string => url.replace(/([?&]token=)[^&]*/g, '$1…');

/** The edge: limits, headers, JSON in and out. Decides nothing about farms. */
export async function createHttpServer(options: Options): Promise<FastifyInstance> {
  const tls = options.tls ? await readTls(options.tls) : null;
  const app = fastify({
    bodyLimit: batchBodyLimit,
    trustProxy: options.trustProxy,
    forceCloseConnections: true,
    ...(tls && { https: tls }),
    requestTimeout: 60_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: (error, request, reply) => void refuseAtEdge(problemOf(error), request, reply),
    // One line for each answer is written below: the ready-made pair would carry addresses with their tokens.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: options.logLevel,
      serializers: { req: (request: FastifyRequest) => ({ method: request.method, url: withoutToken(request.url) }) },
    },
  });
  readJsonOnly(app);
  await app.register(helmet, contentSecurity);
  await app.register(compress, { global: true });
  await app.register(rateLimit, { global: false });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', permissions);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: withoutToken(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        id: reply.getHeader(headerNames.requestId),
      },
      'answered',
    );
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  await app.register(async (api) => registerApi(api, options.core));
  await serveUploads(app, options.core);
  await serveBlobs(app, options.core);
  await serveFiles(app, options.core);
  if (options.webhook) await serveWebhook(app, options.webhook);
  await app.register(serveReference);
  await serveApp(app, options.appFolder);
  return app;
}

/** JSON or nothing. Nothing is fine where a call asks for nothing (log-out), whatever type was announced; a text is no JSON. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else void parse(request, body as string, done);
  });
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
  const signIn = limited('sign-in', 60);
  // The outbox has a bucket of its own, so that a flood of reads never holds up records (trust.md row 154).
  const outbox = limited('outbox', 3000);
  for (const url of ['/api/auth/log-in', '/api/auth/sign-up'])
    api.route({ method: 'POST', url, config: signIn, bodyLimit, handler });
  // Codes are guessed here, if anywhere: each has five tries, and an address has few in all.
  const recovery = limited('recovery', 30);
  for (const name of ['send-recovery-code', 'verify-recovery-code', 'reset-password', 'admin/set-initial-password'])
    api.route({ method: 'POST', url: `/api/auth/${name}`, config: recovery, bodyLimit, handler });
  api.route({ method: 'POST', url: '/api/sync/:org/ops', config: outbox, bodyLimit: batchBodyLimit, handler });
  api.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url: '/api/*', config: outbox, bodyLimit, handler });
  api.route({ method: 'GET', url: '/api/*', config: limited('reads', 3000), handler });
}
