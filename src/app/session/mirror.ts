import { constants, storageKeys } from '#contract/constants.ts';
import type { Membership, User } from '#contract/endpoints/session.ts';
import type { AuthRow } from '#store/auth-store.ts';
import type { KeyValue } from '#store/keys.ts';

/** Writes the keys of product.md §3. */
export function mirror(keys: KeyValue, pair: TokenPair): void {
  keys.setItem(storageKeys.token, pair.token);
  keys.setItem(storageKeys.refreshToken, pair.refreshToken);
}

export function mirrored(keys: KeyValue): TokenPair | null {
  const [token, refreshToken] = [keys.getItem(storageKeys.token), keys.getItem(storageKeys.refreshToken)];
  return token && refreshToken ? { token, refreshToken } : null;
}

/** Who is signed in, should the browser evict its databases: the app must open offline then too. */
const peopleKey = 'sesion:personas';

export function mirrorPeople(keys: KeyValue, user: User, organizations: readonly Membership[]): void {
  keys.setItem(peopleKey, JSON.stringify({ user, organizations }));
  openDepartures(keys).entered(user.id);
}

export function mirroredPeople(keys: KeyValue): Partial<AuthRow> {
  try {
    const people = JSON.parse(keys.getItem(peopleKey) ?? '{}') as Partial<AuthRow>;
    return { user: people.user ?? null, organizations: people.organizations ?? [] };
  } catch (thrown) {
    // Unreadable names nobody.
    if (thrown instanceof SyntaxError) return {};
    throw thrown;
  }
}

export const forgetPeople = (keys: KeyValue): void => keys.removeItem(peopleKey);

/** Removes everything by which a start could know somebody. */
export function forget(keys: KeyValue): void {
  for (const key of [...Object.values(storageKeys), peopleKey]) keys.removeItem(key);
}

/** Whether anybody ever signed in here, by the names of localStorage's keys: decides what shows before the session is read. */
export const wasEverIn = (names: readonly string[]): boolean =>
  names.some((name) => name.startsWith('sesion:') || Object.values<string>(storageKeys).includes(name));

const farewellKey = 'sesion:despedida';

/** Why nobody is in. */
export const farewellIn = (keys: KeyValue): string | null => keys.getItem(farewellKey);

/** Without a reason, clears it. */
export function keepFarewell(keys: KeyValue, farewell?: string): void {
  if (farewell !== undefined) keys.setItem(farewellKey, farewell);
  else if (farewellIn(keys) !== null) keys.removeItem(farewellKey);
}

/** A list of ids under a key of localStorage. */
function openIds(keys: KeyValue, key: string, most = Infinity) {
  const all = (): readonly string[] => (keys.getItem(key) ?? '').split(' ').filter(Boolean);
  const keep = (ids: readonly string[]): void => {
    if (ids.length > 0) keys.setItem(key, ids.slice(-most).join(' '));
    else keys.removeItem(key);
  };
  return {
    all,
    note: (id: string): void => keep([...new Set([...all(), id])]),
    settle: (ids: readonly string[]): void => keep(all().filter((id) => !ids.includes(id))),
  };
}

/** The server's limit per call; older ones expire. */
const mostLeftSessions = 20;

/** Sessions ended offline: the server hears of them at the next contact (trust.md row 37), then they are settled. */
export const openLeftSessions = (keys: KeyValue) => openIds(keys, 'sesion:por-cerrar', mostLeftSessions);

const lastKey = 'sesion:ultima';

/** Who left and is still to be forgotten, in localStorage: a device that dies while forgetting goes on at its next start. */
export function openDepartures(keys: KeyValue) {
  const left = openIds(keys, 'sesion:salidas');
  /** Of those, deleted accounts: nobody could open what would be sealed. */
  const gone = openIds(keys, 'sesion:sin-cuenta');
  return {
    all: left.all,
    note: left.note,
    noteGone: gone.note,
    isGone: (userId: string): boolean => gone.all().includes(userId),
    /** All is forgotten, or he is back. */
    settle: (userId: string): void => left.settle([userId]),
    /** Somebody signed in: anyone else before him has left. */
    entered: (userId: string): void => {
      const last = keys.getItem(lastKey);
      if (last === userId) return;
      if (last !== null) left.note(last);
      keys.setItem(lastKey, userId);
    },
  };
}

/** The signature is the server's business. */
interface TokenFacts {
  readonly userId: string;
  /** Empty where the backend names no session. */
  readonly sessionId: string;
  readonly issuedMs: number;
  readonly expiresMs: number;
}

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** Null if it cannot be decoded: such a token is thrown away (product.md §4). */
export function decodeToken(token: string): TokenFacts | null {
  try {
    const middle = token.split('.')[1] ?? '';
    const text = atob(middle.replaceAll('-', '+').replaceAll('_', '/'));
    const claims = JSON.parse(text) as { sub?: unknown; sid?: unknown; iat?: unknown; exp?: unknown };
    if (typeof claims.exp !== 'number') return null;
    return {
      userId: typeof claims.sub === 'string' ? claims.sub : '',
      sessionId: typeof claims.sid === 'string' ? claims.sid : '',
      issuedMs: typeof claims.iat === 'number' ? claims.iat * 1000 : 0,
      expiresMs: claims.exp * 1000,
    };
  } catch {
    return null;
  }
}

/** Whether the token expires within 30 seconds, by the server's clock (product.md §4). */
export const endsSoon = (token: string, nowMs: number): boolean =>
  (decodeToken(token)?.expiresMs ?? 0) <= nowMs + constants.tokenMarginSeconds * 1000;

/** The pair written last; undecodable ones do not count. */
export function newerPair(a: TokenPair | null, b: TokenPair | null): TokenPair | null {
  const [first, second] = [readable(a), readable(b)];
  if (!first || !second) return first?.pair ?? second?.pair ?? null;
  return first.issuedMs >= second.issuedMs ? first.pair : second.pair;
}

function readable(pair: TokenPair | null): { readonly pair: TokenPair; readonly issuedMs: number } | null {
  if (!pair) return null;
  const refresh = decodeToken(pair.refreshToken);
  return decodeToken(pair.token) && refresh ? { pair, issuedMs: refresh.issuedMs } : null;
}

/** The farm of a tab. The key of product.md §3 is shared and only says where a new tab begins; a reloaded tab keeps its farm. */
export interface Selection {
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
