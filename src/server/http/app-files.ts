import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuseAtEdge } from './refusals.ts';

const immutable = 'public, max-age=31536000, immutable';

/** Files with a hash in their name never change; everything else is asked for anew, the service worker above all (ux.md §2.3). */
const cacheOf = (path: string): string => (/^assets[\\/]/.test(path) ? immutable : 'no-cache');

/** Serves the built app: every address that is not a file, nor of the API, opens the app. A missing asset is a 404, never a page. */
export async function serveApp(app: FastifyInstance, appFolder: string | null): Promise<void> {
  const folder = appFolder && existsSync(join(appFolder, 'index.html')) ? appFolder : null;
  const isPage = (method: string, url: string): boolean =>
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|audio|assets)(\/|$|\?)/.test(url) &&
    !/\.\w{1,12}(\?|$)/.test(url);
  if (folder) {
    await app.register(serveStatic, {
      root: folder,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', cacheOf(relative(folder, path)));
      },
    });
  }
  app.setNotFoundHandler(async (request, reply: FastifyReply) => {
    if (folder && isPage(request.method, request.url))
      return await reply.header('cache-control', 'no-cache').sendFile('index.html', folder);
    return await refuseAtEdge('NOT_FOUND', request, reply);
  });
}
