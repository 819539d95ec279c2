import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSelection, openVault } from '../../src/app/session/vault.ts';
import { openAuthStore } from '../../src/app/store/auth-store.ts';
import { StorageFailure } from '../../src/app/store/store.ts';
import { goodWire, json, juan, leave, openBrowser, openPhone, pairAt, startMs } from '../support/phone-session.ts';

const pair = pairAt(startMs);
const row = {
  key: 'auth',
  token: pair.token,
  refreshToken: pair.refresh_token,
  attempt: null,
  user: juan,
  organizations: [],
  clockOffsetMs: 0,
} as const;
const login = { email: 'juan@campo.ar', password: 'x' };

/** A request of the browser's database that is neither granted nor refused. */
const neverOpens = (): IDBOpenDBRequest => new EventTarget() as IDBOpenDBRequest;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('The session’s database that neither answers nor fails', () => {
  test('is opened anew, once, and then answers', async () => {
    const opening = vi.spyOn(indexedDB, 'open').mockImplementationOnce(neverOpens);
    const store = openAuthStore();
    const writing = store.write(row);
    await vi.waitFor(() => expect(opening).toHaveBeenCalledTimes(1));
    await vi.advanceTimersByTimeAsync(5_000);
    await writing;
    expect(await store.read()).toEqual(row);
    await store.clear();
  });

  test('is given up after a while, and asked anew by the next act', async () => {
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(neverOpens);
    const store = openAuthStore();
    const reading = store.read().catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reading).toBeInstanceOf(StorageFailure);
    opening.mockRestore();
    const again = store.read();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await again).toBeNull();
  });
});

test('a session’s database whose code did not come is asked for again by the next act', async () => {
  const { store, storage } = openBrowser();
  const open = vi
    .fn<() => Promise<typeof store>>(() => Promise.resolve(store))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const selection = openSelection(storage, storage, () => 'mark');
  const vault = openVault(open, storage, selection);
  await expect(vault.open()).rejects.toThrow('Failed to fetch');
  await vault.keepPair({ token: pair.token, refreshToken: pair.refresh_token });
  expect(await store.read()).toMatchObject({ token: pair.token });
  expect(open).toHaveBeenCalledTimes(2);
});

describe('A session whose database cannot write', () => {
  /** The browser's disk takes nothing more; what is on it stays. */
  const full = () => {
    const browser = openBrowser();
    const fails = async (): Promise<never> => Promise.reject(new StorageFailure('QuotaExceededError'));
    return { ...browser, store: { read: browser.store.read, write: fails, clear: fails } };
  };

  test('lets in who has the right password, and knows him at the next start by the keys', async () => {
    const browser = full();
    const phone = openPhone(goodWire(pair), { browser });
    expect(await phone.session.logIn(login)).toEqual({ ok: true, value: null });
    expect(phone.session.state()).toMatchObject({ status: 'signed-in', user: juan });
    const reopened = openPhone(goodWire(pair), { browser });
    await reopened.session.start();
    expect(reopened.session.state()).toMatchObject({ status: 'signed-in', user: juan, selectedId: 'ombu' });
  });

  test('renews its tokens all the same', async () => {
    const browser = full();
    leave(browser, pair);
    const fresh = pairAt(startMs + 1000, 'juan', 'fresh');
    const phone = openPhone(goodWire(fresh), { browser });
    await phone.session.start();
    phone.world.now += 20 * 60_000;
    expect(await phone.session.freshToken()).toBe(fresh.token);
    expect(browser.keys.get('refreshToken')).toBe(fresh.refresh_token);
  });

  test('keeps nobody inside who has left, though the row stays on the disk', async () => {
    const browser = full();
    leave(browser, pair);
    const phone = openPhone(goodWire(pair), { browser });
    await phone.session.start();
    await phone.session.logOut();
    expect(phone.session.state().status).toBe('signed-out');
    expect(browser.rows.size).toBe(1);
    const asked: string[] = [];
    const reopened = openPhone((call) => (asked.push(call.path), json({ ok: true })), { browser });
    await reopened.session.start();
    expect(reopened.session.state()).toMatchObject({ status: 'signed-out', user: null });
    expect(asked).toEqual([]);
  });

  test('throws what is no fault of the disk', async () => {
    const browser = openBrowser();
    const write = async (): Promise<never> => Promise.reject(new TypeError('a bug'));
    const phone = openPhone(goodWire(pair), { browser: { ...browser, store: { ...browser.store, write } } });
    await expect(phone.session.logIn(login)).rejects.toThrow(TypeError);
  });
});

describe('A session’s database that reads slowly', () => {
  const slowVault = () => {
    const { store, storage } = openBrowser();
    const readings: ((found: Awaited<ReturnType<typeof store.read>>) => void)[] = [];
    const slow = {
      ...store,
      read: () => new Promise<Awaited<ReturnType<typeof store.read>>>((give) => readings.push(give)),
    };
    const vault = openVault(
      () => Promise.resolve(slow),
      storage,
      openSelection(storage, storage, () => 'mark'),
    );
    return { vault, readings };
  };

  test('lets stand who signed in meanwhile', async () => {
    const { vault, readings } = slowVault();
    const opening = vault.open();
    await vi.waitFor(() => expect(readings).toHaveLength(1));
    const keeping = vault.keepPair({ token: pair.token, refreshToken: pair.refresh_token });
    readings[0]?.(null);
    await Promise.all([opening, keeping]);
    expect(vault.current()?.token).toBe(pair.token);
  });

  test('brings nobody back who left meanwhile', async () => {
    const { vault, readings } = slowVault();
    const opening = vault.open();
    await vi.waitFor(() => expect(readings).toHaveLength(1));
    const clearing = vault.clear();
    readings[0]?.(row);
    expect(await opening).toBeNull();
    await clearing;
    expect(vault.current()).toBeNull();
  });
});
