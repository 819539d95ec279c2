import fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import { headers as headerNames } from '../../contract/constants.ts';
import { nameCallers, type TrustedProxies } from './caller.ts';
import { isTooDeep } from './depth.ts';
import { withoutSecrets } from './logged.ts';
import { answerError, problemOf, refuseAtEdge } from './refusals.ts';
import { readTls, type TlsFiles } from './tls.ts';

export interface BaseOptions {
  readonly logLevel: string;
  /** Proxies trusted to name the caller. */
  readonly proxies: TrustedProxies;
  /** Certificate and key, for a server that speaks TLS itself. */
  readonly tls?: TlsFiles;
}

const bodyLimit = 1024 * 1024;

/** The edge's base: HTTP or TLS, its limits, JSON parsing, a log line per answer, failures as problems of the contract. */
export async function createBase(options: BaseOptions): Promise<FastifyInstance> {
  const tls = options.tls ? await readTls(options.tls) : null;
  const app = fastify({
    bodyLimit,
    // Requests under way when the server ends are answered.
    forceCloseConnections: 'idle',
    ...(tls && { https: tls }),
    requestTimeout: 60_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: (error, request, reply) => void refuseAtEdge(problemOf(error), request, reply),
    // The built-in log lines would carry URLs with their tokens; ours is written below.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: options.logLevel,
      serializers: { req: (request: FastifyRequest) => ({ method: request.method, url: withoutSecrets(request.url) }) },
    },
  });
  nameCallers(app, options.proxies);
  readJsonOnly(app);
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: withoutSecrets(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        id: reply.getHeader(headerNames.requestId),
      },
      'answered',
    );
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  return app;
}

const tooDeep = (): Error =>
  Object.assign(new Error('JSON that nests too deep'), { statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' });

/** JSON or nothing. An empty body is fine for calls that take none (log-out), whatever type is announced. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else if (isTooDeep(body as string)) done(tooDeep());
    else void parse(request, body as string, done);
  });
}
