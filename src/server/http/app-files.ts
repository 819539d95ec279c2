import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pagePolicies } from './page-policy.ts';
import { refuseAtEdge } from './refusals.ts';

const immutable = 'public, max-age=31536000, immutable';

/** For caches on the way: a document's policy names what stands in it by its bytes. */
const untouched = 'no-transform';
const policyHeader = 'content-security-policy';

const isDocument = (path: string): boolean => /\.html(\.|$)/.test(path);

/**
 * Hashed files never change; all others are revalidated, the service worker above all (ux.md §2.3). A document is not the same for every
 * browser: no cache on the way keeps it.
 */
function cacheOf(path: string): string {
  if (/^assets[\\/]/.test(path)) return immutable;
  return isDocument(path) ? `private, no-cache, ${untouched}` : 'no-cache';
}

/** Safari, and every browser of an iPhone. Chromium's name themselves after it too. */
const isWebKit = (agent = ''): boolean => agent.includes('AppleWebKit/') && !/Chrom(e|ium)\//.test(agent);

/** Replaces a recalled service worker (trust.md row 151): deletes only the build's caches, handles no request and unregisters. */
const farewellWorker = `self.addEventListener('install', (event) => {
  self.skipWaiting();
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith('workbox-')) await caches.delete(name);
  };
  event.waitUntil(forget());
});
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
`;

/** Addresses with a document of their own, readable before the app loads (`src/commands/prerender.mjs`). */
const prerendered: Readonly<Record<string, string>> = { '/': 'landing.html', '/log-in': 'log-in.html' };

export interface AppFiles {
  /** The built app; null or missing: the API alone. */
  readonly appFolder: string | null;
  readonly hasWorker: boolean;
}

/** Serves the built app: every path that is no file and not the API's opens it. A missing asset is a 404, never a page. */
export async function serveApp(app: FastifyInstance, { appFolder, hasWorker }: AppFiles): Promise<void> {
  const folder = appFolder && existsSync(join(appFolder, 'index.html')) ? appFolder : null;
  const isPage = (method: string, url: string): boolean =>
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|audio|assets)(\/|$|\?)/.test(url) &&
    !/\.\w{1,12}(\?|$)/.test(url);
  if (!hasWorker)
    app.get('/sw.js', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(farewellWorker),
    );
  if (folder) {
    // WebKit shows a page again that came so over https loaded anew, not as it was put to rest (decision 0036).
    app.addHook('onSend', async ({ headers }, reply) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      if (isPage && isWebKit(headers['user-agent'])) reply.header('cache-control', `no-store, ${untouched}`);
    });
    const policyOf = pagePolicies(join(folder, 'index.html'));
    await app.register(serveStatic, {
      root: folder,
      cacheControl: false,
      // The build has compressed each file.
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', cacheOf(relative(folder, path)));
        reply.setHeader('vary', 'accept-encoding');
        const policy = policyOf(path, reply.getHeader(policyHeader));
        if (policy !== null) reply.setHeader(policyHeader, policy);
      },
    });
    for (const [address, file] of Object.entries(prerendered)) {
      if (!existsSync(join(folder, file))) continue;
      app.get(address, async (_request, reply) => await reply.sendFile(file));
    }
  }
  app.setNotFoundHandler(async (request, reply: FastifyReply) => {
    if (folder && isPage(request.method, request.url)) return await reply.sendFile('index.html', folder);
    return await refuseAtEdge('NOT_FOUND', request, reply);
  });
}
