import { createContext, useContext, useSyncExternalStore } from 'react';

interface LiveSigns {
  readonly status: () => 'off' | 'connecting' | 'connected' | 'reconnecting';
  readonly failure: () => string | null;
  readonly onStatus: (listener: () => void) => () => void;
  readonly onMessage: (listener: (message: unknown) => void) => () => void;
  readonly onConnect: (listener: () => void) => () => void;
}

export const LiveConnectionContext = createContext<LiveSigns | null>(null);

/** Throws outside the context. */
export function useLiveSigns(): LiveSigns {
  const connection = useContext(LiveConnectionContext);
  if (!connection) throw new Error('useLiveSigns outside LiveConnectionContext');
  return connection;
}

/** Whether live messages arrive, and product.md §8's sentence once they have long not. */
export function useLiveConnection(): { readonly isConnected: boolean; readonly failure: string | null } {
  const connection = useLiveSigns();
  return {
    isConnected: useSyncExternalStore(connection.onStatus, connection.status) === 'connected',
    failure: useSyncExternalStore(connection.onStatus, connection.failure),
  };
}
