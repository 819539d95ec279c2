/** What TypeScript's own library does not know yet: https://w3c.github.io/ServiceWorker/#dictdef-routerrule */
interface RouterRule {
  readonly condition: { readonly urlPattern: { readonly pathname: string }; readonly requestMethod?: string };
  readonly source: 'network' | { readonly cacheName: string };
}

interface RoutedInstall extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly RouterRule[]) => Promise<void>;
}

/**
 * Calls to the API and the build's files go around the worker: to the network, or to the cache `precache`. Chromium lets a newer version
 * take over only when the older one is idle, and a call in that moment put it off by minutes. Browsers without such routes ask the worker
 * as before.
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
