import { io, type Socket } from 'socket.io-client';
import { constants } from '../contract/constants.ts';

export interface LiveMessage {
  readonly action: string;
  readonly [part: string]: unknown;
}

/** A live client and all it received. */
export interface LiveListener {
  readonly received: readonly LiveMessage[];
  /** The connection error, or null. */
  readonly refusal: string | null;
  readonly tell: (event: string, sent: unknown) => Promise<unknown>;
  /** Sends a raw frame. */
  readonly write: (frame: string) => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

const patienceMs = 5_000;

export async function openLiveListener(base: string, token: string): Promise<LiveListener> {
  const socket: Socket = io(base, {
    path: constants.socketPath,
    query: { token },
    transports: ['websocket'],
    reconnection: false,
    timeout: patienceMs,
    forceNew: true,
  });
  const received: LiveMessage[] = [];
  socket.on('message', (message: LiveMessage) => received.push(message));
  const refusal = await new Promise<string | null>((resolve) => {
    socket.on('connect', () => resolve(null));
    socket.on('connect_error', (error) => resolve(error.message));
  });
  return {
    received,
    refusal,
    tell: (event, sent) => socket.timeout(patienceMs).emitWithAck(event, sent),
    write: (frame) => void socket.io.engine.write(frame),
    isOpen: () => socket.connected,
    close: () => void socket.disconnect(),
  };
}

/** Waits up to five seconds for a condition; returns whether it holds. */
export async function soon(holds: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < patienceMs && !holds(); waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return holds();
}
