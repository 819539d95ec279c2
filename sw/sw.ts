import { cacheNames, clientsClaim } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { goAround } from './routes.ts';
import { shareAddress, takeShared } from './share-target.ts';
import { wholeFile } from './whole-files.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: { url: string; revision: string | null }[] };

/** Opens the app without signal: precaches this build's files, serves index.html for every address. Knows no farms. */
addPlugins([{ cacheWillUpdate: ({ request, response }) => wholeFile(request, response) }]);
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Nothing to fall back on in development. API answers are never cached: the phone's database is the one copy.
if (import.meta.env.PROD) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: [/^\/api\//, /^\/audio\//] }));
}

// Shared files never reach the network.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === shareAddress,
  ({ request }) => takeShared(request),
  'POST',
);

self.addEventListener('install', (event) => goAround(event, cacheNames.precache));

self.addEventListener('message', (event) => {
  // The person agreed; never by itself, a form may be open.
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

clientsClaim();
