import { storageKeys } from '#contract/constants.ts';
import type { Membership, User } from '#contract/endpoints/session.ts';
import type { AuthRow } from '#store/auth-store.ts';
import type { KeyValue } from '#store/keys.ts';
import { openDepartures } from './departures.ts';
import type { TokenPair } from './tokens.ts';

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
