import type { SessionState } from './session.ts';

export const signedOut: SessionState = {
  status: 'signed-out',
  user: null,
  organizations: [],
  isListed: false,
  selectedId: null,
  open: null,
  isOffTeam: false,
  role: null,
  expired: false,
  farewell: null,
};

export interface HeldState {
  readonly now: () => SessionState;
  readonly change: (changes: Partial<SessionState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A farm no longer listed stays as last known while open. */
function selected({
  organizations,
  selectedId,
  open,
}: SessionState): Pick<SessionState, 'open' | 'isOffTeam' | 'role'> {
  const listed = organizations.find((item) => item.organization.id === selectedId) ?? null;
  const known = listed ?? (open?.organization.id === selectedId ? open : null);
  return { open: known, isOffTeam: known !== null && listed === null, role: known?.role ?? null };
}

/** Holds the state, `checking` at first. */
export function holdState(): HeldState {
  const listeners = new Set<() => void>();
  let state: SessionState = { ...signedOut, status: 'checking' };
  return {
    now: () => state,
    change: (changes) => {
      const next = { ...state, ...changes };
      state = { ...next, ...selected(next) };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
