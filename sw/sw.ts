import { cacheNames, clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { goAround } from './routes.ts';
import { dropOtherPages, keepStartPages, startCacheName } from './start-pages.ts';
import { wholeFile } from './whole-files.ts';
import { keepShared } from '../src/app/sync/blobs/forwarded-files.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: { url: string; revision: string | null }[] };

/** Opens the app without signal: precaches this build's files, serves index.html for every address. Knows no farms. */
const files = new PrecacheController({
  plugins: [{ cacheWillUpdate: ({ request, response }) => wholeFile(request, response) }],
});
files.addToCacheList(self.__WB_MANIFEST);
registerRoute(new PrecacheRoute(files));
cleanupOutdatedCaches();

const page = 'index.html';
const startCache = startCacheName(files.getCacheKeyForURL(page));

// Nothing to fall back on in development. API answers are never cached: the phone's database is the one copy.
if (import.meta.env.PROD) {
  registerRoute(new NavigationRoute(files.createHandlerBoundToURL(page), { denylist: [/^\/api\//, /^\/audio\//] }));
}

// Shared files never reach the network.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === shareAddress,
  ({ request }) => takeShared(request),
  'POST',
);

self.addEventListener('install', (event) => {
  event.waitUntil(
    files.install(event).then(async () => {
      if (startCache) await keepStartPages(await caches.open(startCache), await files.matchPrecache(page));
    }),
  );
  goAround(event, { files: cacheNames.precache, startPages: startCache });
});

self.addEventListener('activate', (event) => {
  // What a still newer version has kept so far would be thrown away as an old one's; it clears up itself when it takes over.
  const { installing, waiting } = self.registration;
  if (installing || (waiting && waiting !== self.serviceWorker)) return;
  event.waitUntil(Promise.all([files.activate(event), dropOtherPages(caches, startCache)]));
});

self.addEventListener('message', (event) => {
  // The person agreed; never by itself, a form may be open.
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

clientsClaim();

/** Where the share sheet posts to, as in the manifest. */
const shareAddress = '/upload-invoice';

const mostFiles = 5;

const isFile = (part: FormDataEntryValue): part is File => typeof part !== 'string' && part.size > 0;

/**
 * Whether a post may come from the phone's sheet: it names no site, or ours. A site that hides its name passes too: the file waits for the
 * person.
 */
function isFromPhone({ headers, referrer, destination }: Request): boolean {
  const sites = [headers.get('origin') ?? '', referrer].filter((site) => /^https?:/.test(site));
  return destination !== 'iframe' && sites.every((site) => new URL(site).origin === location.origin);
}

async function kept(request: Request): Promise<string | null> {
  try {
    const files = (await request.formData()).getAll('file').filter(isFile).slice(0, mostFiles);
    const share = crypto.randomUUID();
    await keepShared(caches, share, files, Date.now());
    return files.length > 0 ? share : null;
  } catch {
    // No room, or no form: the screen asks for the file itself.
    return null;
  }
}

/** A photo or PDF shared by another app (ux.md §2.1): kept here first, then its screen opens. Posts of other sites are dropped. */
async function takeShared(request: Request): Promise<Response> {
  const share = isFromPhone(request) ? await kept(request) : null;
  return Response.redirect(`${shareAddress}?compartido=${share ?? 'nada'}`, 303);
}
