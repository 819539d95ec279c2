import { shortcutAddresses, startAddress } from '../src/app/update/start-addresses.ts';

/** What the phone's icon opens. */
export const startAddresses: readonly string[] = [startAddress, ...Object.values(shortcutAddresses)];

/** A route's pattern takes an empty query for none; a cache does not. */
const keptAddresses: readonly string[] = [...startAddresses, `${startAddress}?`];

/** Begins as the names of workbox's caches do: who takes the app away takes all of them (trust.md row 151). */
const prefix = 'workbox-start-';

/**
 * The cache of a version's start pages. Each version has its own, by the revision of its page: a version that waits must not change what the
 * one before opens.
 * @param cacheKey - The page's address in the precache, with its revision; undefined where nothing is precached
 */
export function startCacheName(cacheKey: string | undefined): string | null {
  return cacheKey === undefined ? null : prefix + new URL(cacheKey).search.replace(/^\?\w*=/, '');
}

/**
 * Keeps the app's page under each address that opens it, for a route looks for the very address. Throws without a page, and the installation
 * fails: without signal a route to a page that is not there opens nothing.
 */
export async function keepStartPages(cache: Pick<Cache, 'put'>, page: Response | undefined): Promise<void> {
  if (!page) throw new Error('The page of the app was not precached');
  const headers = new Headers(page.headers);
  // A cache finds nothing for a request whose headers differ from those that it was stored for.
  headers.delete('vary');
  const text = await page.blob();
  for (const address of keptAddresses) await cache.put(address, new Response(text, { headers }));
}

/** Deletes the start pages of all versions but one. */
export async function dropOtherPages(
  caches: Pick<CacheStorage, 'keys' | 'delete'>,
  kept: string | null,
): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== kept) await caches.delete(name);
}
