/** What TypeScript's own library does not know yet: https://w3c.github.io/ServiceWorker/#dictdef-routerrule */
interface RouterRule {
  readonly condition: { readonly urlPattern: { readonly pathname: string }; readonly requestMethod?: string };
  readonly source: 'network' | { readonly cacheName: string };
}

interface RoutedInstall extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly RouterRule[]) => Promise<void>;
}

/**
 * Calls to the API and the build's own files go around the worker: straight to the network, straight to the cache `precache`. It is not
 * started for them, and, what matters, they do not keep it: Chromium lets a newer version take over only when the older one has nothing
 * to do, and a call that comes while it steps down put that off by half a minute, or by minutes. A browser without such routes asks the
 * worker as before.
 */
export function goAround(event: ExtendableEvent, precache: string): void {
  const { addRoutes } = event as RoutedInstall;
  if (!addRoutes) return;
  event.waitUntil(
    addRoutes.call(event, [
      { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
      { condition: { urlPattern: { pathname: '/assets/*' }, requestMethod: 'GET' }, source: { cacheName: precache } },
    ]),
  );
}
