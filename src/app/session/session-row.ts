import type { AuthRow, AuthStore } from '#store/auth-store.ts';
import { StorageFailure } from '#store/store.ts';
import type { KeyValue } from '#store/keys.ts';

/** The end of the refresh token of who left: a row that the disk failed to delete lets nobody in. */
const leftKey = 'sesion:salida';
const markOf = (row: AuthRow): string => row.refreshToken.slice(-24);

/** The session goes on in memory and localStorage when its database cannot write. */
async function forgiven(act: Promise<void>): Promise<{ readonly isDone: boolean }> {
  try {
    await act;
    return { isDone: true };
  } catch (thrown) {
    if (thrown instanceof StorageFailure) return { isDone: false };
    throw thrown;
  }
}

interface SessionRow {
  /** Throws `StorageFailure`: unreadable is not signed out. */
  readonly read: () => Promise<AuthRow | null>;
  readonly write: (row: AuthRow) => Promise<void>;
  readonly forget: (left: AuthRow | null) => Promise<void>;
}

export function openSessionRow(store: AuthStore, keys: KeyValue): SessionRow {
  const empty = async (): Promise<void> => {
    if ((await forgiven(store.clear())).isDone) keys.removeItem(leftKey);
  };
  return {
    read: async () => {
      const kept = await store.read();
      if (!kept || keys.getItem(leftKey) !== markOf(kept)) return kept;
      await empty();
      return null;
    },
    write: async (row) => void (await forgiven(store.write(row))),
    forget: async (left) => {
      if (left) keys.setItem(leftKey, markOf(left));
      await empty();
    },
  };
}
