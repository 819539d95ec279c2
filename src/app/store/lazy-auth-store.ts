import type { AuthStore } from './auth-store.ts';
import type { DeviceKeyRows } from './device-key.ts';

/** The session database, opened at first use: the database library is not part of the first load (decision 51). */
export function lazyAuthStore(): AuthStore & DeviceKeyRows {
  let opened: Promise<AuthStore & DeviceKeyRows> | null = null;
  const store = (): Promise<AuthStore & DeviceKeyRows> =>
    (opened ??= import('./auth-store.ts').then(({ openAuthStore }) => openAuthStore()));
  return {
    read: async () => await (await store()).read(),
    write: async (row) => await (await store()).write(row),
    clear: async () => await (await store()).clear(),
    readKey: async () => await (await store()).readKey(),
    keepKey: async (row) => await (await store()).keepKey(row),
  };
}
