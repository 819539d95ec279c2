import { Dexie, type EntityTable } from 'dexie';
import type { DeviceKeyRow, DeviceKeyRows } from './device-key.ts';
import { restOfPage } from './page-rest.ts';
import { storageFailure } from './storage-failure.ts';
import { StorageFailure } from './store.ts';

/** Who uses this device. One row; cached names let the app open offline. */
export interface AuthRow {
  readonly key: 'auth';
  readonly token: string;
  readonly refreshToken: string;
  /** The refresh that was sent, by the token it spends: the same id again gets the lost answer again (trust.md §5). */
  readonly attempt: { readonly refreshToken: string; readonly id: string } | null;
  readonly user: unknown;
  readonly organizations: unknown;
  /** Server clock minus device clock, milliseconds. */
  readonly clockOffsetMs: number;
  /** Marked as lost, not yet emptied: nobody may enter with this row (trust.md row 112). */
  readonly isLost?: boolean;
}

/** A database apart from every farm's: opened before the farm is known. Throws `StorageFailure`. */
export interface AuthStore {
  readonly read: () => Promise<AuthRow | null>;
  /** On disk when it resolves (strict): a killed browser rolls localStorage back, not this (trust.md row 20). */
  readonly write: (row: AuthRow) => Promise<void>;
  readonly clear: () => Promise<void>;
}

type AuthTable = EntityTable<AuthRow | DeviceKeyRow, 'key'>;

function openDatabase(): Dexie & { readonly auth: AuthTable } {
  const database = new Dexie('sesion', { chromeTransactionDurability: 'strict' }) as Dexie & {
    readonly auth: AuthTable;
  };
  const rest = restOfPage();
  if (rest) database.use(rest);
  database.version(1).stores({ auth: 'key' });
  return database;
}

/** One row takes well under a second, even on a slow card. */
const patienceMs = 4_000;

/** A browser's hung storage neither answers nor fails. */
async function answered<T>(act: PromiseLike<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StorageFailure('The session database does not answer')), patienceMs);
  });
  try {
    return await Promise.race([act, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens the session database; an error or timeout is retried once over a new connection (offline.md F7). */
export function openAuthStore(): AuthStore & DeviceKeyRows {
  let database = openDatabase();
  const withRetry = async <T>(act: (auth: AuthTable) => PromiseLike<T>): Promise<T> => {
    const used = database;
    try {
      return await answered(act(used.auth));
    } catch {
      if (database === used) {
        used.close();
        database = openDatabase();
      }
    }
    try {
      return await answered(act(database.auth));
    } catch (thrown) {
      throw storageFailure(thrown);
    }
  };
  return {
    read: async () => {
      const row = await withRetry((auth) => auth.get('auth'));
      return row?.key === 'auth' ? row : null;
    },
    write: async (row) => void (await withRetry((auth) => auth.put(row))),
    readKey: async () => {
      const row = await withRetry((auth) => auth.get('device-key'));
      return row?.key === 'device-key' ? row : null;
    },
    keepKey: (row) =>
      withRetry((auth) =>
        auth.db.transaction('rw', auth, async () => {
          const held = await auth.get('device-key');
          if (held?.key === 'device-key' && held.userId === row.userId) return held;
          await auth.put(row);
          return row;
        }),
      ),
    clear: () => withRetry((auth) => auth.clear()),
  };
}
