import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';

/** The live connection, as far as screens tell of it. */
interface LiveSigns {
  readonly status: () => 'off' | 'connecting' | 'connected' | 'reconnecting';
  readonly failure: () => string | null;
  readonly onStatus: (listener: () => void) => () => void;
  readonly onMessage: (listener: (message: unknown) => void) => () => void;
  readonly onConnect: (listener: () => void) => () => void;
}

const LiveConnectionContext = createContext<LiveSigns | null>(null);

interface LiveConnectionProviderProps {
  readonly connection: LiveSigns;
  readonly children: ReactNode;
}

/** Puts the state of the live connection within reach of the screens. */
export const LiveConnectionProvider = ({ connection, children }: LiveConnectionProviderProps) => (
  <LiveConnectionContext value={connection}>{children}</LiveConnectionContext>
);

/** The live connection itself, for what listens to it. */
export function useLiveSigns(): LiveSigns {
  const connection = useContext(LiveConnectionContext);
  if (!connection) throw new Error('useLiveSigns outside LiveConnectionProvider');
  return connection;
}

/** Whether changes of others arrive by themselves now, and the sentence of product.md §8 when they have not for long. */
export function useLiveConnection(): { readonly isConnected: boolean; readonly failure: string | null } {
  const connection = useLiveSigns();
  return {
    isConnected: useSyncExternalStore(connection.onStatus, connection.status) === 'connected',
    failure: useSyncExternalStore(connection.onStatus, connection.failure),
  };
}
