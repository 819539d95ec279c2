import type { FastifyInstance } from 'fastify';
import { createWindows } from '../../src/server/database/windows.ts';
import { createHttpServer } from '../../src/server/http/server.ts';

type Core = Parameters<typeof createHttpServer>[0]['core'];

/** The HTTP edge over a core, with no proxy before it, no app to serve and no log. Whoever asks for it closes it. */
export const quietEdge = (core: Core): Promise<FastifyInstance> =>
  createHttpServer({
    counts: createWindows(null, Date.now, () => undefined),
    core,
    appFolder: null,
    hasWorker: true,
    logLevel: 'silent',
    proxies: { is: 'none' },
  });
