import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session, SessionState } from '#session/session.ts';

export const SessionContext = createContext<Session | null>(null);

/** Throws outside the context. */
export function useSession(): { readonly session: Session; readonly state: SessionState } {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside SessionContext');
  const state = useSyncExternalStore(session.subscribe, session.state);
  return { session, state };
}
