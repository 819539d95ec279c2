import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { Webhook } from '../messages/messaging/webhook.ts';
import { refuseOddPaths } from './addresses.ts';
import { type AppFiles, serveApp } from './app-files.ts';
import { type BaseOptions, createBase } from './base.ts';
import { serveCalls } from './carriers.ts';
import type { Dispatcher } from './dispatcher.ts';
import { limitNetworks, type WindowCounts } from './limits.ts';
import { serveReference } from './reference/routes.ts';
import { secure } from './security.ts';
import { serveWebhook } from './webhook.ts';

interface Options extends BaseOptions, AppFiles {
  readonly core: Dispatcher;
  readonly counts: WindowCounts;
  /** The messaging provider's webhook, if any. */
  readonly webhook?: Webhook | null;
}

/** The HTTP edge: limits, headers, JSON. Decides nothing about farms. */
export async function createHttpServer(options: Options): Promise<FastifyInstance> {
  const app = await createBase(options);
  await secure(app);
  await app.register(compress, { global: true });
  refuseOddPaths(app);
  await limitNetworks(app, options.counts);
  await serveCalls(app, options.core);
  if (options.webhook) await serveWebhook(app, options.webhook);
  await app.register(serveReference);
  await serveApp(app, options);
  return app;
}
