import { startAddresses } from './start-pages.ts';

/** Not in TypeScript's library yet: https://w3c.github.io/ServiceWorker/#dictdef-routerrule */
interface RouterRule {
  readonly condition: {
    readonly urlPattern: { readonly pathname: string; readonly search?: string };
    readonly requestMethod?: string;
    readonly requestMode?: string;
  };
  readonly source: 'network' | { readonly cacheName: string };
}

interface RoutedInstall extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly RouterRule[]) => Promise<void>;
}

interface Caches {
  readonly files: string;
  /** Null in development: nothing is kept. */
  readonly startPages: string | null;
}

/** A rule's cache is its only source: a page that is not there is asked of the network, so only what an installation has kept is named. */
const toStart = (cacheName: string): RouterRule[] =>
  startAddresses.map((address) => {
    const [pathname = '', search = ''] = address.split('?');
    return {
      condition: { urlPattern: { pathname, search }, requestMethod: 'GET', requestMode: 'navigate' },
      source: { cacheName },
    };
  });

/**
 * Routes API calls, the build's files and the pages that the app is opened by around the worker (decisions 0017, 0072). Chromium activates a
 * newer version only when the older is idle, and a call then delayed it by minutes; and to start the worker is to wait for it. Other browsers
 * ask the worker as before.
 */
export function goAround(event: ExtendableEvent, { files, startPages }: Caches): void {
  const { addRoutes } = event as RoutedInstall;
  if (!addRoutes) return;
  event.waitUntil(
    addRoutes.call(event, [
      { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
      { condition: { urlPattern: { pathname: '/assets/*' }, requestMethod: 'GET' }, source: { cacheName: files } },
      ...(startPages === null ? [] : toStart(startPages)),
    ]),
  );
}
