import { homeTilesKey, storageKeys } from '#contract/constants.ts';
import type { Membership, User } from '#contract/endpoints/session.ts';
import type { AuthRow, AuthStore } from '#store/auth-store.ts';
import type { KeyValue } from '#store/keys.ts';
import { StorageFailure } from '#store/store.ts';
import { openDepartures, openLeftSessions } from './departures.ts';
import { decodeToken, newerPair, type TokenPair } from './tokens.ts';

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

/** Keeps the pair in the database first, opened when first asked, then in the three keys of product.md §3. */
export function openVault(openStore: () => Promise<AuthStore>, keys: KeyValue, selection: Selection): Vault {
  const disk = openSessionRow(openStore, keys);
  let row: AuthRow | null = null;
  /** Heard by this tab: newer than the disk's. */
  let heardOffsetMs: number | null = null;

  const write = async (changes: Partial<AuthRow>): Promise<void> => {
    row = ofItsHolder({ ...(row ?? blank), clockOffsetMs: heardOffsetMs ?? row?.clockOffsetMs ?? 0, ...changes });
    await disk.write(row);
  };
  return {
    open: async () => {
      const read = await disk.read();
      if (read === 'older') return row;
      row = read && heardOffsetMs !== null ? { ...read, clockOffsetMs: heardOffsetMs } : read;
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
    keepPeople: (user, organizations) =>
      write({ user, organizations }).then(() => mirrorPeople(keys, user, organizations)),
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

function openSessionRow(openStore: () => Promise<AuthStore>, keys: KeyValue) {
  let opened: Promise<AuthStore> | null = null;
  let changes = 0;
  const store = async (): Promise<AuthStore> => {
    try {
      return await (opened ??= openStore());
    } catch (thrown) {
      // Its code did not come, on a bad line: asked for again.
      opened = null;
      throw thrown;
    }
  };
  const empty = async (): Promise<void> => {
    if (await isDone(store().then((auth) => auth.clear()))) keys.removeItem(leftKey);
  };
  return {
    /** 'older': somebody came or left meanwhile. Throws `StorageFailure`: unreadable is not signed out. */
    read: async (): Promise<AuthRow | null | 'older'> => {
      const before = changes;
      const kept = await (await store()).read();
      if (changes !== before) return 'older';
      if (!kept || keys.getItem(leftKey) !== markOf(kept)) return kept;
      await empty();
      return null;
    },
    write: async (row: AuthRow): Promise<void> => {
      changes += 1;
      await isDone(store().then((auth) => auth.write(row)));
    },
    forget: async (left: AuthRow | null): Promise<void> => {
      changes += 1;
      if (left) keys.setItem(leftKey, markOf(left));
      await empty();
    },
  };
}

/** Writes the keys of product.md §3. */
function mirror(keys: KeyValue, pair: TokenPair): void {
  keys.setItem(storageKeys.token, pair.token);
  keys.setItem(storageKeys.refreshToken, pair.refreshToken);
}

function mirrored(keys: KeyValue): TokenPair | null {
  const [token, refreshToken] = [keys.getItem(storageKeys.token), keys.getItem(storageKeys.refreshToken)];
  return token && refreshToken ? { token, refreshToken } : null;
}

/** Who is signed in, should the browser evict its databases: the app must open offline then too. */
const peopleKey = 'sesion:personas';

function mirrorPeople(keys: KeyValue, user: User, organizations: readonly Membership[]): void {
  keys.setItem(peopleKey, JSON.stringify({ user, organizations }));
  // No farm, no Inicio.
  if (organizations.length === 0) keys.removeItem(homeTilesKey);
  openDepartures(keys).entered(user.id);
}

function mirroredPeople(keys: KeyValue): Partial<AuthRow> {
  try {
    const people = JSON.parse(keys.getItem(peopleKey) ?? '{}') as Partial<AuthRow>;
    return { user: people.user ?? null, organizations: people.organizations ?? [] };
  } catch (thrown) {
    // Unreadable names nobody.
    if (thrown instanceof SyntaxError) return {};
    throw thrown;
  }
}

const forgetPeople = (keys: KeyValue): void => keys.removeItem(peopleKey);

/** Removes everything by which a start could know somebody. */
function forget(keys: KeyValue): void {
  for (const key of [...Object.values(storageKeys), homeTilesKey, peopleKey]) keys.removeItem(key);
}

const farewellKey = 'sesion:despedida';

/** Why nobody is in. */
const farewellIn = (keys: KeyValue): string | null => keys.getItem(farewellKey);

/** Without a reason, clears it. */
function keepFarewell(keys: KeyValue, farewell?: string): void {
  if (farewell !== undefined) keys.setItem(farewellKey, farewell);
  else if (farewellIn(keys) !== null) keys.removeItem(farewellKey);
}

/** The farm of a tab. The key of product.md §3 is shared and only says where a new tab begins; a reloaded tab keeps its farm. */
interface Selection {
  /** Where this tab begins; null: nowhere yet. */
  readonly selectedId: () => string | null;
  /** Opens a farm without a choice: where new tabs begin stays. */
  readonly hold: (organizationId: string) => void;
  /** A choice, for this tab and new ones. */
  readonly select: (organizationId: string | null) => void;
  /** Where new tabs begin if the shared farm is no longer listed; this one stays. */
  readonly offer: (organizationId: string | null) => void;
}

/** The farm again with the choice's mark; if it differs from the shared key, that was written by hand. */
const choiceKey = 'establecimiento:elegido';
/** In the tab: its own choice. */
const ownKey = 'establecimiento:propio';

const farmIn = (choice: string): string => choice.split(' ')[0] ?? '';

/** `keys` are shared by all tabs, `tab` is this one's, kept through reloads. */
export function openSelection(keys: KeyValue, tab: KeyValue, newMark: () => string): Selection {
  const put = (to: KeyValue, key: string, text: string | null): void => {
    if (text === null) to.removeItem(key);
    else to.setItem(key, text);
  };
  const offer = (organizationId: string | null): string | null => {
    const choice = organizationId === null ? null : `${organizationId} ${newMark()}`;
    put(keys, storageKeys.organizationSelect, organizationId);
    put(keys, choiceKey, choice);
    return choice;
  };
  return {
    selectedId: () => {
      const kept = keys.getItem(storageKeys.organizationSelect);
      const [choice, own] = [keys.getItem(choiceKey), tab.getItem(ownKey)];
      const isOfAnotherTab = own !== null && choice !== null && choice !== own && farmIn(choice) === kept;
      return isOfAnotherTab ? farmIn(own) : kept;
    },
    hold: (organizationId) => {
      const own = tab.getItem(ownKey);
      if (own !== null && farmIn(own) === organizationId) return;
      const choice = keys.getItem(choiceKey);
      const isChosen = choice !== null && farmIn(choice) === organizationId;
      tab.setItem(ownKey, isChosen ? choice : `${organizationId} `);
    },
    select: (organizationId) => put(tab, ownKey, offer(organizationId)),
    offer: (organizationId) => void offer(organizationId),
  };
}
