import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/** Proxies trusted to name the caller: none, a number of hops before this server, or networks. */
export type TrustedProxies =
  | { readonly is: 'none' }
  | { readonly is: 'hops'; readonly count: number }
  | { readonly is: 'networks'; readonly list: BlockList };

const mostHops = 10;

/** Unwraps IPv4-mapped IPv6, so that a proxy matches as it was configured. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The network an address counts for: of IPv6 the /64, one household. */
export const networkOf = (address: string): string => normalizeIP(address.replace(/%.*$/, ''), 64);

/** Parses the setting: empty, a number of proxies, or addresses and networks separated by commas; else null. */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (text === '' || text === '0') return { is: 'none' };
  if (/^\d+$/.test(text)) {
    const count = Number(text);
    return count >= 1 && count <= mostHops ? { is: 'hops', count } : null;
  }
  const list = new BlockList();
  const isRead = text.split(',').every((part) => addNetwork(list, part.trim()));
  return isRead ? { is: 'networks', list } : null;
}

function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const width = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (width === 0 || more.length > 0) return false;
  if (bits === undefined) {
    list.addAddress(address, familyOf(address));
    return true;
  }
  // A network of everybody would trust everybody.
  if (!/^\d{1,3}$/.test(bits) || Number(bits) < 1 || Number(bits) > width) return false;
  list.addSubnet(address, Number(bits), familyOf(address));
  return true;
}

const isTrusted = (proxies: TrustedProxies, address: string, place: number): boolean => {
  if (proxies.is === 'none') return false;
  if (proxies.is === 'hops') return place < proxies.count;
  const near = plain(address);
  return isIP(near) !== 0 && proxies.list.check(near, familyOf(near));
};

/** The caller: going back from this server, the first address that is no trusted proxy. What a caller forges stands before it. */
export function callerOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxies: TrustedProxies,
): string {
  const said = [headers['x-forwarded-for'] ?? []].flat().join(',');
  const way = said.split(',').flatMap((part) => part.trim() || []);
  const nearest = plain(socket.remoteAddress ?? '');
  let caller = nearest;
  for (const [place, next] of way.toReversed().entries()) {
    // No address: a stranger wrote it.
    if (!isTrusted(proxies, caller, place) || isIP(next) === 0) break;
    caller = plain(next);
  }
  return caller;
}

/** Sets each request's caller. Behind an unknown proxy everybody is one caller with one limit; logged once. */
export function nameCallers(app: FastifyInstance, proxies: TrustedProxies): void {
  let isSaid = proxies.is !== 'none';
  app.addHook('onRequest', async (request) => {
    Object.defineProperty(request, 'ip', { value: callerOf(request.raw, proxies) });
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    request.log.warn('X-Forwarded-For is not believed: set TRUST_PROXY if a proxy of yours stands before this server');
  });
}
