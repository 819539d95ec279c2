import { io, type Socket } from 'socket.io-client';

/** As long as something that has to happen may take, on a machine that does much else. */
const patienceMs = 15_000;

/** A live message as it came. */
interface LiveMessage {
  readonly action: string;
  readonly [part: string]: unknown;
}

/** A client of the live connection, and everything that it heard. */
export interface LiveListener {
  readonly socket: Socket;
  readonly received: LiveMessage[];
  /** What the server said at connect; null when it let the client in. */
  readonly failed: string | null;
  readonly tell: (event: string, ...sent: unknown[]) => Promise<unknown>;
  /** Whether the connection ends in a while. */
  readonly isOut: () => Promise<boolean>;
}

/** Connects once, without trying again by itself. */
export async function openLiveListener(address: string, token: string): Promise<LiveListener> {
  const socket = io(address, {
    path: '/api/events/socket.io',
    query: { token },
    transports: ['websocket'],
    reconnection: false,
  });
  const received: LiveMessage[] = [];
  socket.on('message', (message: LiveMessage) => received.push(message));
  const failed = await new Promise<string | null>((resolve) => {
    socket.on('connect', () => resolve(null));
    socket.on('connect_error', (error) => resolve(error.message));
  });
  const isOut = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (socket.disconnected) resolve(true);
      socket.on('disconnect', () => resolve(true));
      setTimeout(() => resolve(false), patienceMs).unref();
    });
  return {
    socket,
    received,
    failed,
    tell: (event, ...sent) => socket.timeout(patienceMs).emitWithAck(event, ...sent),
    isOut,
  };
}

/** Waits until something holds. */
export async function soon(holds: () => boolean): Promise<boolean> {
  for (const until = Date.now() + patienceMs; Date.now() < until && !holds();)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return holds();
}
