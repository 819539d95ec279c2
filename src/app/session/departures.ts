import { storageKeys } from '#contract/constants.ts';
import type { KeyValue } from '#store/keys.ts';

/** Whether anybody ever signed in here, by the names of localStorage's keys: decides what shows before the session is read. */
export const wasEverIn = (names: readonly string[]): boolean =>
  names.some((name) => name.startsWith('sesion:') || Object.values<string>(storageKeys).includes(name));

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
