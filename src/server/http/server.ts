import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { Webhook } from '../messages/messaging/webhook.ts';
import { refuseOddPaths } from './addresses.ts';
import { type AppFiles, serveApp } from './app-files.ts';
import { type BaseOptions, createBase } from './base.ts';
import { serveCalls } from './carriers.ts';
import type { Dispatcher } from './dispatcher.ts';
import { limitNetworks, type WindowCounts } from './limits.ts';
import { serveReference } from './reference.ts';

/**
 * Headers of trust.md §1.11. Never `Clear-Site-Data`: it would erase unsent records (row 108). No answer parts a page from other windows by a process of
 * its own: the first frame would wait for it, and a tab that went from a page with it to one without would meet an old memory of itself (decision 79).
 */
const contentSecurity: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      connectSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      fontSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
};

/** Pages may use camera, microphone and location (domain.md §2.1), nothing else (trust.md row 140). */
const permissions =
  'accelerometer=(), autoplay=(), bluetooth=(), camera=(self), display-capture=(), geolocation=(self), gyroscope=(), hid=(), ' +
  'magnetometer=(), microphone=(self), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()';

async function secure(app: FastifyInstance): Promise<void> {
  await app.register(helmet, contentSecurity);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', permissions);
  });
}

/** Configured at the messaging provider (README); not a call of the contract. */
const address = '/api/whatsapp/webhook';

/** The messaging provider's webhook. The body stays raw: its signature is over the bytes. */
async function serveWebhook(app: FastifyInstance, webhook: Webhook): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.get(address, async (request, reply) => {
      const challenge = webhook.verify(request.query as Record<string, unknown>);
      return await reply
        .code(challenge === null ? 403 : 200)
        .type('text/plain')
        .send(challenge ?? '');
    });
    scope.post(address, async (request, reply) => {
      const signature = request.headers['x-hub-signature-256'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const status = await webhook.receive(body, typeof signature === 'string' ? signature : undefined);
      return await reply.code(status).send();
    });
  });
}

interface Options extends BaseOptions, AppFiles {
  readonly core: Dispatcher;
  readonly counts: WindowCounts;
  readonly webhook?: Webhook | null;
}

/**
 * Answers of up to so many bytes are compressed in one go, within some 2 ms: a stream for each took as long again as its ten rows. Longer ones
 * leave the server's thread free.
 */
const packedAtOnce = 128 * 1024;

/** The HTTP edge: limits, headers, JSON. Decides nothing about farms. */
export async function createHttpServer(options: Options): Promise<FastifyInstance> {
  const app = await createBase(options);
  await secure(app);
  await app.register(compress, { global: true, syncThreshold: packedAtOnce });
  refuseOddPaths(app);
  await limitNetworks(app, options.counts);
  await serveCalls(app, options.core);
  if (options.webhook) await serveWebhook(app, options.webhook);
  await app.register(serveReference);
  await serveApp(app, options);
  return app;
}
