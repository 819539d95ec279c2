import { describe, expect, test } from 'vitest';
import { dropOtherPages, keepStartPages, startAddresses, startCacheName } from '../../sw/start-pages.ts';
import { goAround } from '../../sw/routes.ts';
import { manifest } from '../../src/app/manifest.ts';

const pageOfApp = (): Response =>
  new Response('<div id="root"></div>', {
    headers: {
      'content-type': 'text/html',
      'content-security-policy': "default-src 'self'",
      'cross-origin-resource-policy': 'same-origin',
      vary: 'user-agent',
    },
  });

function memoryCache() {
  const kept = new Map<string, Response>();
  return { kept, put: async (address: string, page: Response) => void kept.set(address, page) };
}

describe('An installation', () => {
  test('keeps the page under each address that the icon of the phone opens, and with an empty query', async () => {
    const cache = memoryCache();
    await keepStartPages(cache, pageOfApp());
    const opened = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url), `${manifest.start_url}?`];
    expect([...cache.kept.keys()].toSorted()).toEqual(opened.toSorted());
    for (const page of cache.kept.values()) expect(await page.text()).toBe('<div id="root"></div>');
  });

  test('keeps the page with its policy, for whatever a request says of itself', async () => {
    const cache = memoryCache();
    await keepStartPages(cache, pageOfApp());
    const headers = cache.kept.get('/dashboard')?.headers;
    expect(headers?.get('content-security-policy')).toBe("default-src 'self'");
    expect(headers?.get('vary')).toBeNull();
  });

  test('keeps every other header of the server’s answer: pages that differ may be given another process, and an old memory of the tab', async () => {
    const cache = memoryCache();
    await keepStartPages(cache, pageOfApp());
    for (const { headers } of cache.kept.values())
      expect([...headers.keys()].toSorted()).toEqual([
        'content-security-policy',
        'content-type',
        'cross-origin-resource-policy',
      ]);
  });

  test('fails where the page is not there, or there is no room for it', async () => {
    await expect(keepStartPages(memoryCache(), undefined)).rejects.toThrow('not precached');
    const full = { put: async () => await Promise.reject(new Error('QuotaExceededError')) };
    await expect(keepStartPages(full, pageOfApp())).rejects.toThrow('QuotaExceededError');
  });
});

describe('The start pages of a version', () => {
  test('are kept apart from those of a version with another page', () => {
    const [one, two] = ['a1', 'b2'].map((revision) =>
      startCacheName(`https://campo.test/index.html?__WB_REVISION__=${revision}`),
    );
    expect([one, two]).toEqual(['workbox-start-a1', 'workbox-start-b2']);
    expect(startCacheName(undefined)).toBeNull();
  });

  test('go when another version takes over, and nothing else does', async () => {
    const names = new Set(['workbox-start-a1', 'workbox-start-b2', 'workbox-precache-v2', 'compartido']);
    await dropOtherPages(
      { keys: async () => [...names], delete: async (name) => names.delete(name) },
      'workbox-start-b2',
    );
    expect([...names]).toEqual(['workbox-start-b2', 'workbox-precache-v2', 'compartido']);
  });
});

describe('The routes around the worker', () => {
  const routed = (startPages: string | null): unknown[] => {
    const rules: unknown[] = [];
    const event = {
      waitUntil: () => undefined,
      addRoutes: async (added: readonly unknown[]) => void rules.push(...added),
    };
    goAround(event as unknown as ExtendableEvent, { files: 'files', startPages });
    return rules;
  };
  const condition = { requestMethod: 'GET', requestMode: 'navigate' };

  test('lead the icon to this version of the page, by the whole address', () => {
    const rules = routed('workbox-start-a1');
    expect(rules).toHaveLength(2 + startAddresses.length);
    expect(rules).toContainEqual({
      condition: { ...condition, urlPattern: { pathname: '/dashboard', search: '' } },
      source: { cacheName: 'workbox-start-a1' },
    });
    expect(rules).toContainEqual({
      condition: { ...condition, urlPattern: { pathname: '/dashboard', search: 'registrar=birth' } },
      source: { cacheName: 'workbox-start-a1' },
    });
  });

  test('lead to no page where none was kept, and ask nothing of a browser without routes', () => {
    expect(routed(null)).toHaveLength(2);
    expect(() => goAround({} as ExtendableEvent, { files: 'files', startPages: null })).not.toThrow();
  });
});
