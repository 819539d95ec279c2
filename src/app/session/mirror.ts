import { storageKeys } from '#contract/constants.ts';
import type { Membership, User } from '#contract/endpoints/session.ts';
import type { AuthRow } from '#store/auth-store.ts';
import type { KeyValue } from '#store/keys.ts';
import { openDepartures } from './departures.ts';
import type { TokenPair } from './tokens.ts';

/** Writes the pair into the keys that product.md §3 names. */
export function mirror(keys: KeyValue, pair: TokenPair): void {
  keys.setItem(storageKeys.token, pair.token);
  keys.setItem(storageKeys.refreshToken, pair.refreshToken);
}

export function mirrored(keys: KeyValue): TokenPair | null {
  const [token, refreshToken] = [keys.getItem(storageKeys.token), keys.getItem(storageKeys.refreshToken)];
  return token && refreshToken ? { token, refreshToken } : null;
}

/** Who is signed in, for the day that the browser throws its databases away: the app must open without signal then too. */
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
    // Words that nobody can read name nobody.
    if (thrown instanceof SyntaxError) return {};
    throw thrown;
  }
}

/** What a person leaves behind without his tokens: who he was. */
export const forgetPeople = (keys: KeyValue): void => keys.removeItem(peopleKey);

/** Takes everything away that a start could know somebody by. */
export function forget(keys: KeyValue): void {
  for (const key of [...Object.values(storageKeys), peopleKey]) keys.removeItem(key);
}

/** Whether somebody was ever in on this device, by what lies in the browser's keys: it decides what is shown before the session is read. */
export const wasEverIn = (names: readonly string[]): boolean =>
  names.some((name) => name.startsWith('sesion:') || Object.values<string>(storageKeys).includes(name));

const farewellKey = 'sesion:despedida';

/** Why nobody is in, as `keepFarewell` has it. */
export const farewellIn = (keys: KeyValue): string | null => keys.getItem(farewellKey);

/** Notes why somebody was put out; without a word, nobody was. */
export function keepFarewell(keys: KeyValue, farewell?: string): void {
  if (farewell !== undefined) keys.setItem(farewellKey, farewell);
  else if (farewellIn(keys) !== null) keys.removeItem(farewellKey);
}
