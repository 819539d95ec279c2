import type { Membership, User } from '#contract/endpoints/session.ts';
import type { AuthRow, AuthStore } from '#store/auth-store.ts';
import type { KeyValue } from '#store/keys.ts';
import { openDepartures } from './departures.ts';
import { openSessionRow } from './session-row.ts';
import { type LeftSessions, openLeftSessions } from './left-sessions.ts';
import {
  farewellIn,
  forget,
  forgetPeople,
  keepFarewell,
  mirror,
  mirrored,
  mirroredPeople,
  mirrorPeople,
} from './mirror.ts';
import type { Selection } from './selection.ts';
import { decodeToken, newerPair, type TokenPair } from './tokens.ts';

/** Everything about the session that outlives the page. */
export interface Vault extends Selection {
  /** Reads both places and mends the one that is behind. */
  readonly open: () => Promise<AuthRow | null>;
  readonly current: () => AuthRow | null;
  readonly keepPair: (pair: TokenPair) => Promise<void>;
  readonly keepAttempt: (attempt: AuthRow['attempt']) => Promise<void>;
  readonly keepPeople: (user: User, organizations: readonly Membership[]) => Promise<void>;
  /** Nobody is let in by what is kept, until a new pair comes. */
  readonly markLost: () => Promise<void>;
  readonly noteClock: (offsetMs: number) => void;
  /** The word that a log-in told this device. It belongs to nobody, opens nothing, and stays (trust.md row 5). */
  readonly knownDevice: () => string | null;
  readonly keepKnownDevice: (word: string) => void;
  readonly leftSessions: LeftSessions;
  /** The person's account is gone: nobody could open what would be sealed for him. */
  readonly noteGone: (userId: string) => void;
  /** Why nobody is in, told until somebody comes in. */
  readonly farewell: () => string | null;
  /**
   * Forgets everything but `farewell`, the reason where the person did not go himself. Without one the device also forgets what the server
   * has of his farms.
   */
  readonly clear: (farewell?: string) => Promise<void>;
}

const knownDeviceKey = 'sesion:aparato';

/** What a device keeps of itself, whoever is in. */
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

/** Whose session a row is; null for nobody's. */
const holderOf = (row: AuthRow | null): string | null =>
  (row?.user as User | null | undefined)?.id ?? decodeToken(row?.token ?? '')?.userId ?? null;

/** What stays of a session that ends: why, or who went himself. */
function leaveWord(keys: KeyValue, left: AuthRow | null, farewell: string | undefined): void {
  keepFarewell(keys, farewell);
  if (farewell === undefined) openDepartures(keys).note(holderOf(left));
}

/** Without the person whose tokens they are not: somebody else signed in, and the server has not named him yet. */
function ofItsHolder(row: AuthRow): AuthRow {
  const holder = decodeToken(row.token)?.userId;
  const known = (row.user as User | null)?.id;
  return holder && known && holder !== known ? { ...row, user: null, organizations: [] } : row;
}

/** Keeps the pair in the database first and in the three keys of product.md §3 after it. */
export function openVault(store: AuthStore, keys: KeyValue, selection: Selection): Vault {
  const disk = openSessionRow(store, keys);
  let row: AuthRow | null = null;
  /** As last heard by this tab: newer than what the disk says. */
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
      // Written with the next pair: an offset alone is not worth a disk write at every answer.
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
      leaveWord(keys, left, farewell);
      // The disk first: the keys are what other tabs hear of, and they look at the disk then.
      await disk.forget(left);
      selection.select(null);
      forget(keys);
    },
  };
}
