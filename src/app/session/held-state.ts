import type { SessionState } from './session.ts';

/** What is true of the session when nobody is in. */
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

/** Holds the session's state and tells of its changes. */
export interface HeldState {
  readonly now: () => SessionState;
  readonly change: (changes: Partial<SessionState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** What follows from the selection. A farm that is not listed any more stays as it was last known, while it is open. */
function selected({
  organizations,
  selectedId,
  open,
}: SessionState): Pick<SessionState, 'open' | 'isOffTeam' | 'role'> {
  const listed = organizations.find((item) => item.organization.id === selectedId) ?? null;
  const known = listed ?? (open?.organization.id === selectedId ? open : null);
  return { open: known, isOffTeam: known !== null && listed === null, role: known?.role ?? null };
}

/** Starts while nobody knows yet. */
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
