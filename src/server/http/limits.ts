import rateLimit, { type FastifyRateLimitStore, type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { CountGroup } from '../../contract/endpoint.ts';
import { networkOf } from './caller.ts';

const minuteMs = 60_000;

export interface WindowCounts {
  readonly hit: (name: string, windowMs: number) => { readonly hits: number; readonly endsMs: number };
  readonly hitTogether: (name: string, windowMs: number) => Promise<{ readonly hits: number; readonly endsMs: number }>;
}

/**
 * Calls a minute of one network, before authentication: generous behind a token, for a village may share one address; few where passwords and
 * codes are tried, across all processes (trust.md rows 5, 41).
 */
const most: Readonly<Record<CountGroup, number>> = { 'log-in': 30, 'sign-up': 30, recovery: 30, calls: 30_000 };

/** A route's configuration: a group shares one count; null is unlimited. */
export const countedAs = (group: CountGroup | null): { readonly rateLimit?: RateLimitOptions } =>
  group === null ? {} : { rateLimit: { groupId: group, max: most[group], timeWindow: minuteMs } };

/** The plugin's store, shared by a group's routes and all processes. */
const storeOn = (counts: WindowCounts, now: () => number) =>
  class Store implements FastifyRateLimitStore {
    private readonly group: string;
    constructor({ groupId = '' }: RateLimitOptions) {
      this.group = groupId;
    }
    incr(address: string, callback: (error: Error | null, found?: { current: number; ttl: number }) => void): void {
      const isTried = this.group !== ('calls' satisfies CountGroup);
      const counted = isTried ? counts.hitTogether(address, minuteMs) : Promise.resolve(counts.hit(address, minuteMs));
      counted.then(
        ({ hits, endsMs }) => callback(null, { current: hits, ttl: Math.max(0, endsMs - now()) }),
        (error: unknown) => callback(error as Error),
      );
    }
    child(routeOptions: object): FastifyRateLimitStore {
      return new Store(routeOptions as RateLimitOptions);
    }
  };

/** Limits calls per network; routes name their count. */
export async function limitNetworks(app: FastifyInstance, counts: WindowCounts): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => `network ${networkOf(request.ip)} `,
    store: storeOn(counts, Date.now),
  });
}
