import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { countedAs } from './limits.ts';
import { refuseAtEdge } from './refusals.ts';

/** All addresses of a call, so that limits and ways of reading hold at each. */
const addressesOf = ({ path, aliases }: Pick<Endpoint, 'path' | 'aliases'>): string[] =>
  [path, ...aliases].map((address) => address.replace(/\{(\w+)\}/g, ':$1'));

/** Hears a call at all its addresses, counted as its row says. */
export function hear(
  app: FastifyInstance,
  call: Endpoint,
  how: Pick<RouteOptions, 'handler' | 'bodyLimit' | 'compress'>,
): void {
  for (const url of addressesOf(call)) app.route({ method: call.method, url, config: countedAs(call.counted), ...how });
}

const decoded = (escape: string): string => String.fromCharCode(Number.parseInt(escape.slice(1), 16));

/** The address as somebody would read it who is generous: in which room of the server it ends, whatever is written. */
const generously = (path: string): string =>
  path
    .replace(/%[0-9a-f]{2}/gi, decoded)
    .replace(/[\\/]+/g, '/')
    .toLowerCase();

/**
 * Whether a path is another spelling of an address, which parts of the server could read differently and so pass its limits: such a path is
 * refused. Pages of the app may end with a slash.
 */
function isOdd(url: string): boolean {
  const path = url.split('?')[0] ?? url;
  if (/\/\/|[\\#]|\/\.\.?(\/|$)|%(?![0-9a-f]{2})/i.test(path)) return true;
  const signs = (path.match(/%[0-9a-f]{2}/gi) ?? []).map(decoded);
  if (signs.some((sign) => sign < ' ' || '\\/.%'.includes(sign))) return true;
  if (!/^\/(api|audio)(\/|$)/.test(generously(path))) return false;
  return !/^\/(api|audio)(\/[^/]+)*$/.test(path) || signs.some((sign) => /[\w~-]/.test(sign));
}

/** Comes before whatever looks at a request: limits, bodies, the calls themselves. */
export function refuseOddPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOdd(request.url)) await refuseAtEdge('NOT_FOUND', request, reply);
  });
}
