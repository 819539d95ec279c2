import type { KeyValue } from '#store/keys.ts';

const leftKey = 'sesion:por-cerrar';
/** The server's limit per call; older ones expire. */
const mostStored = 20;

/** Ids of sessions ended offline: the server hears of them at the next contact (trust.md row 37). */
export interface LeftSessions {
  readonly all: () => readonly string[];
  readonly note: (sessionId: string) => void;
  /** The server knows. */
  readonly settle: (sessionIds: readonly string[]) => void;
}

export function openLeftSessions(keys: KeyValue): LeftSessions {
  const all = (): readonly string[] => (keys.getItem(leftKey) ?? '').split(' ').filter(Boolean);
  const keep = (ids: readonly string[]): void => {
    if (ids.length > 0) keys.setItem(leftKey, ids.slice(-mostStored).join(' '));
    else keys.removeItem(leftKey);
  };
  return {
    all,
    note: (sessionId) => keep([...new Set([...all(), sessionId])]),
    settle: (sessionIds) => keep(all().filter((id) => !sessionIds.includes(id))),
  };
}
