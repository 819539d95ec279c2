import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signer } from '../../src/app/device.ts';
import { openAuthStore } from '../../src/app/store/auth-store.ts';
import { deviceKeyOf } from '../../src/app/store/device-key.ts';
import { StorageFailure } from '../../src/app/store/store.ts';

beforeEach(() => openAuthStore().clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const auth = {
  key: 'auth',
  token: 't',
  refreshToken: 'r',
  attempt: null,
  user: null,
  organizations: [],
  clockOffsetMs: 0,
} as const;

describe('The key of a device', () => {
  test('is the same at every start, and nobody reads its private half', async () => {
    const made = await deviceKeyOf(openAuthStore(), 'caro');
    const again = await deviceKeyOf(openAuthStore(), 'caro');
    expect(again?.key).toEqual(made?.key);
    const { privateKey } = again ?? {};
    if (!privateKey) throw new Error('no key');
    expect([privateKey.extractable, privateKey.usages]).toEqual([false, ['sign']]);
    await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow(/extractable/);
  });

  test('stands beside who is signed in, and goes with him at the log-out', async () => {
    const store = openAuthStore();
    await store.write(auth);
    const made = await deviceKeyOf(store, 'caro');
    expect(await store.read()).toEqual(auth);
    await store.clear();
    expect(await store.readKey()).toBeNull();
    expect((await deviceKeyOf(store, 'caro'))?.key).not.toEqual(made?.key);
  });

  test('is no other person’s', async () => {
    const [caros, betos] = [await deviceKeyOf(openAuthStore(), 'caro'), await deviceKeyOf(openAuthStore(), 'beto')];
    expect(betos?.key.id).not.toBe(caros?.key.id);
  });

  test('is one for two tabs that make it at once', async () => {
    // One is slower: what the other has told by then is what the device signs with for good.
    const real = crypto.subtle.generateKey.bind(crypto.subtle) as (...given: unknown[]) => Promise<CryptoKeyPair>;
    let calls = 0;
    vi.spyOn(crypto.subtle, 'generateKey').mockImplementation((async (...given: unknown[]) => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, calls * 20));
      return real(...given);
    }) as never);
    const made = await Promise.all([1, 2, 3, 4].map(() => deviceKeyOf(openAuthStore(), 'dana')));
    const later = await deviceKeyOf(openAuthStore(), 'dana');
    for (const one of made) expect(one?.key).toEqual(later?.key);
  });

  test('is none on a page over plain http', async () => {
    vi.stubGlobal('crypto', { randomUUID: () => crypto.randomUUID() });
    expect(await deviceKeyOf(openAuthStore(), 'caro')).toBeNull();
  });

  test('is none where the browser does not keep it: the next page would have another', async () => {
    const fails = async (): Promise<never> => Promise.reject(new StorageFailure('full'));
    expect(await deviceKeyOf({ readKey: fails, keepKey: fails }, 'caro')).toBeNull();
  });

  test('is asked of one connection, however often it is needed', async () => {
    const opened = vi.spyOn(indexedDB, 'open');
    const keys = [await signer('caro'), await signer('caro'), await signer('caro')];
    expect(new Set(keys.map((made) => made?.key.id)).size).toBe(1);
    expect(opened).toHaveBeenCalledTimes(1);
  });
});
