import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { countedAs } from './limits.ts';
import { refuseAtEdge } from './refusals.ts';

/** All paths of a call, so that limits and parsers apply to each. */
const addressesOf = ({ path, aliases }: Pick<Endpoint, 'path' | 'aliases'>): string[] =>
  [path, ...aliases].map((address) => address.replace(/\{(\w+)\}/g, ':$1'));

/** Registers a call at all its paths, with its rate limit. */
export function hear(
  app: FastifyInstance,
  call: Endpoint,
  how: Pick<RouteOptions, 'handler' | 'bodyLimit' | 'compress'>,
): void {
  for (const url of addressesOf(call)) app.route({ method: call.method, url, config: countedAs(call.counted), ...how });
}

const decoded = (escape: string): string => String.fromCharCode(Number.parseInt(escape.slice(1), 16));

/** The path as the most lenient reader would see it. */
const generously = (path: string): string =>
  path
    .replace(/%[0-9a-f]{2}/gi, decoded)
    .replace(/[\\/]+/g, '/')
    .toLowerCase();

/**
 * Whether a path is an odd spelling of another, which parts of the server could read differently and so evade its limits: refused. The app's
 * pages may end with a slash.
 */
function isOdd(url: string): boolean {
  const path = url.split('?')[0] ?? url;
  if (/\/\/|[\\#]|\/\.\.?(\/|$)|%(?![0-9a-f]{2})/i.test(path)) return true;
  const signs = (path.match(/%[0-9a-f]{2}/gi) ?? []).map(decoded);
  if (signs.some((sign) => sign < ' ' || '\\/.%'.includes(sign))) return true;
  if (!/^\/(api|audio)(\/|$)/.test(generously(path))) return false;
  return !/^\/(api|audio)(\/[^/]+)*$/.test(path) || signs.some((sign) => /[\w~-]/.test(sign));
}

/** Runs before anything else looks at a request. */
export function refuseOddPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOdd(request.url)) await refuseAtEdge('NOT_FOUND', request, reply);
  });
}
