import { constants } from '#contract/constants.ts';
import type { LiveSocket } from './live-connection.ts';

/** A socket.io socket, unconnected. The library is loaded on demand; null if that fails. */
export async function openSocket(baseUrl: string, token: string): Promise<LiveSocket | null> {
  const library = await import('socket.io-client').catch(() => null);
  if (!library) return null;
  const { io } = library;
  const options = {
    path: constants.socketPath,
    query: { token },
    transports: ['websocket', 'polling'],
    autoConnect: false,
    // We retry ourselves, each time with a fresh token.
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
