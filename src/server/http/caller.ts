import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/** Which proxies say who calls: none, so many in a row before this server, or those of these networks. */
export type TrustedProxies =
  | { readonly is: 'none' }
  | { readonly is: 'hops'; readonly count: number }
  | { readonly is: 'networks'; readonly list: BlockList };

const mostHops = 10;

/** IPv4 in the clothes of IPv6 is IPv4: a proxy is found by the address that it was written down with. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whose address it is: of IPv6 the /64, which one house has. */
export const networkOf = (address: string): string => normalizeIP(address.replace(/%.*$/, ''), 64);

/** Reads the setting: empty, a count of proxies, or addresses and networks with commas between. Null for anything else. */
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
  // A network of everybody would believe everybody.
  if (!/^\d{1,3}$/.test(bits) || Number(bits) < 1 || Number(bits) > width) return false;
  list.addSubnet(address, Number(bits), familyOf(address));
  return true;
}

/** Whether what stands at this place of the way, 0 for the nearest, is a proxy of ours. */
const isTrusted = (proxies: TrustedProxies, address: string, place: number): boolean => {
  if (proxies.is === 'none') return false;
  if (proxies.is === 'hops') return place < proxies.count;
  const near = plain(address);
  return isIP(near) !== 0 && proxies.list.check(near, familyOf(near));
};

/**
 * Who calls: on the way back from this server the first address that is no proxy of ours. What a caller puts into the header stands before
 * it.
 */
export function callerOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxies: TrustedProxies,
): string {
  const said = [headers['x-forwarded-for'] ?? []].flat().join(',');
  const way = said.split(',').flatMap((part) => part.trim() || []);
  const nearest = plain(socket.remoteAddress ?? '');
  let caller = nearest;
  for (const [place, next] of way.toReversed().entries()) {
    // What is no address stands there by the hand of somebody who is none of ours.
    if (!isTrusted(proxies, caller, place) || isIP(next) === 0) break;
    caller = plain(next);
  }
  return caller;
}

/** Gives every request its caller's address. An unknown proxy makes everybody one caller with one limit, which is logged once. */
export function nameCallers(app: FastifyInstance, proxies: TrustedProxies): void {
  let isSaid = proxies.is !== 'none';
  app.addHook('onRequest', async (request) => {
    Object.defineProperty(request, 'ip', { value: callerOf(request.raw, proxies) });
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    request.log.warn('X-Forwarded-For is not believed: set TRUST_PROXY if a proxy of yours stands before this server');
  });
}
