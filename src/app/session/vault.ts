import type { Membership, User } from '#contract/endpoints/session.ts';
import type { AuthRow, AuthStore } from '#store/auth-store.ts';
import type { KeyValue } from '#store/keys.ts';
import { StorageFailure } from '#store/store.ts';
import {
  decodeToken,
  farewellIn,
  forget,
  forgetPeople,
  keepFarewell,
  mirror,
  mirrored,
  mirroredPeople,
  mirrorPeople,
  newerPair,
  openDepartures,
  openLeftSessions,
  type Selection,
  type TokenPair,
} from './mirror.ts';

/** What outlives the page. */
export interface Vault extends Selection {
  /** Reads both places and repairs the older one. */
  readonly open: () => Promise<AuthRow | null>;
  readonly current: () => AuthRow | null;
  readonly keepPair: (pair: TokenPair) => Promise<void>;
  readonly keepAttempt: (attempt: AuthRow['attempt']) => Promise<void>;
  readonly keepPeople: (user: User, organizations: readonly Membership[]) => Promise<void>;
  /** Locks everybody out until a new pair comes. */
  readonly markLost: () => Promise<void>;
  readonly noteClock: (offsetMs: number) => void;
  /** The word from a log-in on this device. It is nobody's, opens nothing, and stays (trust.md row 5). */
  readonly knownDevice: () => string | null;
  readonly keepKnownDevice: (word: string) => void;
  readonly leftSessions: ReturnType<typeof openLeftSessions>;
  readonly noteGone: (userId: string) => void;
  readonly farewell: () => string | null;
  /** Forgets everything but `farewell`, given if the person did not log out himself. Without it the device also forgets his farms' data. */
  readonly clear: (farewell?: string) => Promise<void>;
}

const knownDeviceKey = 'sesion:aparato';

const openKnownDevice = (keys: KeyValue): Pick<Vault, 'knownDevice' | 'keepKnownDevice' | 'leftSessions'> => ({
  knownDevice: () => keys.getItem(knownDeviceKey),
  keepKnownDevice: (word) => keys.setItem(knownDeviceKey, word),
  leftSessions: openLeftSessions(keys),
});

const blank: AuthRow = {
  key: 'auth',
  token: '',
  refreshToken: '',
  attempt: null,
  user: null,
  organizations: [],
  clockOffsetMs: 0,
};

const pairIn = (row: AuthRow | null): TokenPair | null =>
  row?.token ? { token: row.token, refreshToken: row.refreshToken } : null;

const holderOf = (row: AuthRow | null): string | null =>
  (row?.user as User | null | undefined)?.id ?? decodeToken(row?.token ?? '')?.userId ?? null;

function noteEnd(keys: KeyValue, left: AuthRow | null, farewell: string | undefined): void {
  keepFarewell(keys, farewell);
  const holder = holderOf(left);
  if (farewell === undefined && holder !== null) openDepartures(keys).note(holder);
}

/** Drops the known person if the tokens are another's, not yet named by the server. */
function ofItsHolder(row: AuthRow): AuthRow {
  const holder = decodeToken(row.token)?.userId;
  const known = (row.user as User | null)?.id;
  return holder && known && holder !== known ? { ...row, user: null, organizations: [] } : row;
}

/** Keeps the pair in the database first, then in the three keys of product.md §3. */
export function openVault(store: AuthStore, keys: KeyValue, selection: Selection): Vault {
  const disk = openSessionRow(store, keys);
  let row: AuthRow | null = null;
  /** Heard by this tab: newer than the disk's. */
  let heardOffsetMs: number | null = null;

  const write = async (changes: Partial<AuthRow>): Promise<void> => {
    row = ofItsHolder({ ...(row ?? blank), clockOffsetMs: heardOffsetMs ?? row?.clockOffsetMs ?? 0, ...changes });
    await disk.write(row);
  };
  return {
    open: async () => {
      row = await disk.read();
      if (row && heardOffsetMs !== null) row = { ...row, clockOffsetMs: heardOffsetMs };
      const pair = newerPair(pairIn(row), mirrored(keys));
      if (!pair) return (row = null);
      if (pair.refreshToken !== row?.refreshToken) {
        await write({ ...(row ? {} : mirroredPeople(keys)), ...pair, attempt: null });
      }
      mirror(keys, pair);
      return row;
    },
    current: () => row,
    keepPair: async ({ token, refreshToken }) => {
      await write({ token, refreshToken, attempt: null, isLost: false });
      mirror(keys, { token, refreshToken });
      keepFarewell(keys);
    },
    keepAttempt: (attempt) => write({ attempt }),
    keepPeople: async (user, organizations) => {
      await write({ user, organizations });
      mirrorPeople(keys, user, organizations);
    },
    markLost: () => write({ isLost: true }).then(() => forgetPeople(keys)),
    noteClock: (clockOffsetMs) => {
      // Written with the next pair: not worth a disk write per answer.
      heardOffsetMs = clockOffsetMs;
      if (row) row = { ...row, clockOffsetMs };
    },
    noteGone: openDepartures(keys).noteGone,
    farewell: () => farewellIn(keys),
    ...openKnownDevice(keys),
    ...selection,
    clear: async (farewell) => {
      const left = row;
      row = null;
      noteEnd(keys, left, farewell);
      // Disk first: other tabs hear of the keys and then read the disk.
      await disk.forget(left);
      selection.select(null);
      forget(keys);
    },
  };
}

/** The end of the refresh token of who left: a row that the disk failed to delete lets nobody in. */
const leftKey = 'sesion:salida';
const markOf = (row: AuthRow): string => row.refreshToken.slice(-24);

/** The session goes on in memory and localStorage when its database cannot write. */
async function isDone(act: Promise<void>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (thrown) {
    if (thrown instanceof StorageFailure) return false;
    throw thrown;
  }
}

function openSessionRow(store: AuthStore, keys: KeyValue) {
  const empty = async (): Promise<void> => {
    if (await isDone(store.clear())) keys.removeItem(leftKey);
  };
  return {
    /** Throws `StorageFailure`: unreadable is not signed out. */
    read: async (): Promise<AuthRow | null> => {
      const kept = await store.read();
      if (!kept || keys.getItem(leftKey) !== markOf(kept)) return kept;
      await empty();
      return null;
    },
    write: async (row: AuthRow): Promise<void> => void (await isDone(store.write(row))),
    forget: async (left: AuthRow | null): Promise<void> => {
      if (left) keys.setItem(leftKey, markOf(left));
      await empty();
    },
  };
}
