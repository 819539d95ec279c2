import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Session, SessionState } from '#session/session.ts';

const SessionContext = createContext<Session | null>(null);

/** Puts the session within reach of every screen. */
export const SessionProvider = ({ session, children }: { readonly session: Session; readonly children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
);

/** The session and what is true of it now. Throws outside the app's frame: that is a bug. */
export function useSession(): { readonly session: Session; readonly state: SessionState } {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside SessionProvider');
  const state = useSyncExternalStore(session.subscribe, session.state);
  return { session, state };
}
