import { storageKeys } from '../../contract/constants.ts';
import type { Membership, User } from '../../contract/endpoints/account.ts';
import type { AuthRow, AuthStore } from '../store/auth-store.ts';
import { decodeToken, newerPair, type TokenPair } from './tokens.ts';

/** The browser's key-value storage, as far as it is needed. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Everything about the session that outlives the page. */
export interface Vault {
  /** Reads both places and mends the one that is behind. */
  readonly open: () => Promise<AuthRow | null>;
  readonly current: () => AuthRow | null;
  readonly keepPair: (pair: TokenPair) => Promise<void>;
  readonly keepAttempt: (attempt: AuthRow['attempt']) => Promise<void>;
  readonly keepPeople: (user: User, organizations: readonly Membership[]) => Promise<void>;
  /** Nobody is let in by what is kept, until a new pair comes. */
  readonly markLost: () => Promise<void>;
  readonly noteClock: (offsetMs: number) => void;
  readonly selectedId: () => string | null;
  readonly select: (organizationId: string | null) => void;
  readonly clear: () => Promise<void>;
}

const blank: AuthRow = {
  key: 'auth',
  token: '',
  refreshToken: '',
  attempt: null,
  user: null,
  organizations: [],
  clockOffsetMs: 0,
};

function mirror(keys: KeyValue, pair: TokenPair): void {
  keys.setItem(storageKeys.token, pair.token);
  keys.setItem(storageKeys.refreshToken, pair.refreshToken);
}

function mirrored(keys: KeyValue): TokenPair | null {
  const [token, refreshToken] = [keys.getItem(storageKeys.token), keys.getItem(storageKeys.refreshToken)];
  return token && refreshToken ? { token, refreshToken } : null;
}

/** Without the person whose tokens they are not: somebody else signed in, and the server has not named him yet. */
function ofItsHolder(row: AuthRow): AuthRow {
  const holder = decodeToken(row.token)?.userId;
  const known = (row.user as User | null)?.id;
  return holder && known && holder !== known ? { ...row, user: null, organizations: [] } : row;
}

/** Keeps the pair in the database first and in the three keys of product.md §3 after it. */
export function openVault(store: AuthStore, keys: KeyValue): Vault {
  let row: AuthRow | null = null;
  /** As last heard by this tab: newer than what the disk says. */
  let heardOffsetMs: number | null = null;

  const write = async (changes: Partial<AuthRow>): Promise<void> => {
    row = ofItsHolder({ ...(row ?? blank), clockOffsetMs: heardOffsetMs ?? row?.clockOffsetMs ?? 0, ...changes });
    await store.write(row);
  };

  return {
    open: async () => {
      row = await store.read();
      if (row && heardOffsetMs !== null) row = { ...row, clockOffsetMs: heardOffsetMs };
      const pair = newerPair(row?.token ? { token: row.token, refreshToken: row.refreshToken } : null, mirrored(keys));
      if (!pair) return (row = null);
      if (pair.refreshToken !== row?.refreshToken) await write({ ...pair, attempt: null });
      mirror(keys, pair);
      return row;
    },
    current: () => row,
    keepPair: async ({ token, refreshToken }) => {
      await write({ token, refreshToken, attempt: null, isLost: false });
      mirror(keys, { token, refreshToken });
    },
    keepAttempt: (attempt) => write({ attempt }),
    keepPeople: (user, organizations) => write({ user, organizations }),
    markLost: () => write({ isLost: true }),
    noteClock: (clockOffsetMs) => {
      // Written with the next pair: an offset alone is not worth a disk write at every answer.
      heardOffsetMs = clockOffsetMs;
      if (row) row = { ...row, clockOffsetMs };
    },
    selectedId: () => keys.getItem(storageKeys.organizationSelect),
    select: (organizationId) => {
      if (organizationId === null) keys.removeItem(storageKeys.organizationSelect);
      else keys.setItem(storageKeys.organizationSelect, organizationId);
    },
    clear: async () => {
      row = null;
      try {
        // The disk first: the keys are what other tabs hear of, and they look at the disk then.
        await store.clear();
      } finally {
        for (const key of Object.values(storageKeys)) keys.removeItem(key);
      }
    },
  };
}
