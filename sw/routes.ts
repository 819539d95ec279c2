/** Not in TypeScript's library yet: https://w3c.github.io/ServiceWorker/#dictdef-routerrule */
interface RouterRule {
  readonly condition: { readonly urlPattern: { readonly pathname: string }; readonly requestMethod?: string };
  readonly source: 'network' | { readonly cacheName: string };
}

interface RoutedInstall extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly RouterRule[]) => Promise<void>;
}

/**
 * Routes API calls and the build's files around the worker. Chromium activates a newer version only when the older is idle, and a call then
 * delayed it by minutes. Other browsers ask the worker as before.
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
