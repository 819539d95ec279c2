import type { KeyValue } from '#store/keys.ts';

/** People who left and whose data is still to be forgotten; and who was in last. Ids alone. */
const leftKey = 'sesion:salidas';
const lastKey = 'sesion:ultima';
/** Of those, deleted accounts: nobody could open what would be sealed. */
const goneKey = 'sesion:sin-cuenta';

/** Who left, in localStorage: a device that dies while forgetting goes on at its next start. */
export interface Departures {
  readonly all: () => readonly string[];
  readonly note: (userId: string | null) => void;
  readonly noteGone: (userId: string) => void;
  readonly isGone: (userId: string) => boolean;
  /** All is forgotten, or he is back. */
  readonly settle: (userId: string) => void;
  /** Somebody signed in: anyone else before him has left. */
  readonly entered: (userId: string) => void;
}

export function openDepartures(keys: KeyValue): Departures {
  const all = (): readonly string[] => (keys.getItem(leftKey) ?? '').split(' ').filter(Boolean);
  const keep = (ids: readonly string[]): void => {
    if (ids.length > 0) keys.setItem(leftKey, ids.join(' '));
    else keys.removeItem(leftKey);
  };
  const note = (userId: string | null): void => keep([...new Set([...all(), ...(userId === null ? [] : [userId])])]);
  return {
    all,
    note,
    noteGone: (userId) => keys.setItem(goneKey, [keys.getItem(goneKey) ?? '', userId].join(' ').trim()),
    isGone: (userId) => (keys.getItem(goneKey) ?? '').split(' ').includes(userId),
    settle: (userId) => keep(all().filter((id) => id !== userId)),
    entered: (userId) => {
      const last = keys.getItem(lastKey);
      if (last === userId) return;
      note(last);
      keys.setItem(lastKey, userId);
    },
  };
}
