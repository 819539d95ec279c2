import { constants } from '#contract/constants.ts';
import type { LiveSocket } from './live-connection.ts';

/** A socket.io socket, not connected yet. The library is fetched when first needed; null when it cannot be. */
export async function openSocket(baseUrl: string, token: string): Promise<LiveSocket | null> {
  const library = await import('socket.io-client').catch(() => null);
  if (!library) return null;
  const { io } = library;
  const options = {
    path: constants.socketPath,
    query: { token },
    transports: ['websocket', 'polling'],
    autoConnect: false,
    // Trying again is ours: it takes a fresh token every time.
    reconnection: false,
    forceNew: true,
    timeout: constants.socketConnectTimeoutMs,
  };
  const socket = baseUrl ? io(baseUrl, options) : io(options);
  return {
    on: (event, listener) => {
      socket.on(event, listener);
    },
    emit: (event, payload, acknowledge) => {
      socket.emit(event, payload, acknowledge);
    },
    connect: () => {
      socket.connect();
    },
    close: () => {
      socket.close();
    },
  };
}
