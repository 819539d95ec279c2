import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Session, SessionState } from '#session/session.ts';

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = ({ session, children }: { readonly session: Session; readonly children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
);

/** Throws outside its provider. */
export function useSession(): { readonly session: Session; readonly state: SessionState } {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside SessionProvider');
  const state = useSyncExternalStore(session.subscribe, session.state);
  return { session, state };
}
