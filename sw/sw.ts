import { cacheNames, clientsClaim } from 'workbox-core';
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { goAround } from './routes.ts';
import { shareAddress, takeShared } from './share-target.ts';
import { wholeFile } from './whole-files.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: { url: string; revision: string | null }[] };

/** Opens the app without signal: every file of this build, and index.html for every address. Knows nothing about farms. */
addPlugins([{ cacheWillUpdate: ({ request, response }) => wholeFile(request, response) }]);
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// In development there is nothing to fall back on. Answers of the API are never kept: the phone's database is the one copy.
if (import.meta.env.PROD) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: [/^\/api\//, /^\/audio\//] }));
}

// What other apps share comes as a post of a form: it never reaches the network.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === shareAddress,
  ({ request }) => takeShared(request),
  'POST',
);

self.addEventListener('install', (event) => goAround(event, cacheNames.precache));

self.addEventListener('message', (event) => {
  // The person said yes: the new version takes over (never by itself, a form may be open).
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

clientsClaim();
