import { Dexie, type EntityTable } from 'dexie';
import { storageFailure } from './dexie-disk.ts';

/** What this device knows of who uses it. One row; cached names let the app open without signal. */
export interface AuthRow {
  readonly key: 'auth';
  readonly token: string;
  readonly refreshToken: string;
  /** A refresh that was sent, by the token it spends: asked again under the same id, its lost answer comes again (trust.md §5). */
  readonly attempt: { readonly refreshToken: string; readonly id: string } | null;
  readonly user: unknown;
  readonly organizations: unknown;
  /** The server's clock less this device's, milliseconds. */
  readonly clockOffsetMs: number;
  /** The phone was marked as lost and has not emptied itself yet: nobody is let in by this row (trust.md row 112). */
  readonly isLost?: boolean;
}

/**
 * A database of its own, apart from every farm's: it is opened before it is known whose farm to open. Throws `StorageFailure`.
 */
export interface AuthStore {
  readonly read: () => Promise<AuthRow | null>;
  /** On the disk when the promise resolves (strict): a killed browser rolls localStorage back, not this (trust.md row 20). */
  readonly write: (row: AuthRow) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** Opens the device's session database. */
export function openAuthStore(): AuthStore {
  const database = new Dexie('sesion', { chromeTransactionDurability: 'strict' }) as Dexie & {
    auth: EntityTable<AuthRow, 'key'>;
  };
  database.version(1).stores({ auth: 'key' });
  const told = async <T>(act: PromiseLike<T>): Promise<T> => {
    try {
      return await act;
    } catch (thrown) {
      throw storageFailure(thrown);
    }
  };
  return {
    read: async () => (await told(database.auth.get('auth'))) ?? null,
    write: async (row) => void (await told(database.auth.put(row))),
    clear: () => told(database.auth.clear()),
  };
}
