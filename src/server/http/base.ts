import fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { headers as headerNames } from '../../contract/constants.ts';
import { nameCallers, type TrustedProxies } from './caller.ts';
import { answerError, problemOf, refuseAtEdge } from './refusals.ts';

export interface BaseOptions {
  readonly logLevel: string;
  readonly proxies: TrustedProxies;
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

/** Deeper than any of our bodies: meant to overflow the stack. */
const deepest = 64;

/** Whether JSON nests too deep, without parsing it; brackets in strings do not count. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInWord = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (isInWord && sign === '\\') at += 1;
    else if (sign === '"') isInWord = !isInWord;
    else if (!isInWord && (sign === '[' || sign === '{')) depth += 1;
    else if (!isInWord && (sign === ']' || sign === '}')) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** PEM files; both empty where a proxy speaks TLS. */
interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: 'TLSv1.2';
}

/** Reads them; null if none. Throws at the start if they are no pair. */
async function readTls(files: TlsFiles): Promise<Tls | null> {
  if (files.cert === '') return null;
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
  createSecureContext({ cert, key });
  return { cert, key, minVersion: 'TLSv1.2' };
}

/** Names of parameters that hold secrets, also in providers' words. */
const isSecret = (name: string): boolean => /token|secret|passw|code|key|signature|auth/i.test(name);

function readName(written: string): string | null {
  try {
    return decodeURIComponent(written.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** A URL for the log, without the values of tokens (product.md §7) and the messaging provider's secret. */
function withoutSecrets(url: string): string {
  const from = url.indexOf('?');
  if (from < 0) return url;
  const shown = url
    .slice(from + 1)
    .split(/([&?;])/)
    .map((part) => {
      const written = part.slice(0, Math.max(0, part.indexOf('=')));
      const name = readName(written);
      return written !== '' && (name === null || isSecret(name)) ? `${written}=…` : part;
    });
  return `${url.slice(0, from)}?${shown.join('')}`;
}
