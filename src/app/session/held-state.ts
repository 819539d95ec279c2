import type { SessionState } from './session.ts';

/** What is true of the session when nobody is in. */
export const signedOut: SessionState = {
  status: 'signed-out',
  user: null,
  organizations: [],
  selectedId: null,
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

/** Starts while nobody knows yet; the role follows from the selection. */
export function holdState(): HeldState {
  const listeners = new Set<() => void>();
  let state: SessionState = { ...signedOut, status: 'checking' };
  return {
    now: () => state,
    change: (changes) => {
      const next = { ...state, ...changes };
      const role = next.organizations.find((item) => item.organization.id === next.selectedId)?.role ?? null;
      state = { ...next, role };
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
