import { constants, roomOf } from '../../contract/constants.ts';
import { sentences } from '../../contract/sentences.ts';

/** A socket, as far as this file needs one: the real one is socket.io's. */
export interface LiveSocket {
  readonly on: (event: string, listener: (...sent: unknown[]) => void) => void;
  readonly emit: (event: string, payload: unknown, acknowledge: (answer: unknown) => void) => void;
  readonly connect: () => void;
  readonly close: () => void;
}

export interface LivePorts {
  /** Makes a socket that is not connected yet; the token goes with it as a query parameter (product.md §7). */
  readonly openSocket: (token: string) => Promise<LiveSocket>;
  readonly freshToken: () => Promise<string | null>;
  readonly selectedId: () => string | null;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly fraction: () => number;
}

export type LiveStatus = 'off' | 'connecting' | 'connected' | 'reconnecting';

export interface LiveConnection {
  readonly status: () => LiveStatus;
  /** The sentence of product.md §8 after ten failed tries; null while it works. */
  readonly failure: () => string | null;
  readonly start: () => void;
  readonly stop: () => void;
  /** A sign that it may work now: the next try is made at once. */
  readonly hurry: () => void;
  /** The selected organization changed: its room is joined, the other left. */
  readonly follow: () => void;
  readonly onMessage: (listener: (message: unknown) => void) => () => void;
  readonly onConnect: (listener: () => void) => () => void;
}

/** Back-off of product.md §9: 1 s, doubled at each try up to 30 s, up to 1 s by chance; after ten tries slowly on. */
export function waitBefore(attempt: number, fraction: number): number {
  const jitter = Math.floor(fraction * constants.socketBackoffJitterMs);
  if (attempt >= constants.socketMaxAttempts) return constants.socketSlowRetryMs + jitter;
  return Math.min(constants.socketBackoffFirstMs * 2 ** attempt, constants.socketBackoffMaxMs) + jitter;
}

/** The live connection (product.md §4): connects, joins the room of the selected farm, comes back by itself. */
export function createLiveConnection(ports: LivePorts): LiveConnection {
  const messages = new Set<(message: unknown) => void>();
  const connects = new Set<() => void>();
  let socket: LiveSocket | null = null;
  let status: LiveStatus = 'off';
  let failure: string | null = null;
  let attempt = 0;
  let room: string | null = null;
  let cancelRetry = (): void => undefined;
  let cancelJoin = (): void => undefined;
  let generation = 0;

  const drop = (): void => {
    socket?.close();
    socket = null;
    room = null;
    cancelJoin();
  };

  const retry = (): void => {
    drop();
    status = 'reconnecting';
    const wait = waitBefore(attempt, ports.fraction());
    attempt += 1;
    if (attempt === constants.socketMaxAttempts) failure = sentences.socketFailed;
    cancelRetry();
    cancelRetry = ports.after(wait, () => void connect());
  };

  const connect = async (): Promise<void> => {
    const mine = (generation += 1);
    const isMine = (): boolean => mine === generation && status !== 'off';
    cancelRetry();
    if (status !== 'reconnecting') status = 'connecting';
    const token = await ports.freshToken();
    if (!isMine()) return;
    if (!token) return retry();
    const opened = await ports.openSocket(token);
    if (!isMine()) return opened.close();
    socket = opened;
    // Whatever the transport is waiting for, after this long the try has failed.
    cancelRetry = ports.after(constants.socketOverallTimeoutMs, () => isMine() && retry());
    opened.on('connect', () => {
      if (!isMine()) return;
      cancelRetry();
      [status, failure, attempt] = ['connected', null, 0];
      joinSelected(0);
      for (const listener of connects) listener();
    });
    opened.on('connect_error', () => isMine() && retry());
    opened.on('disconnect', () => isMine() && retry());
    opened.on('message', (message) => {
      for (const listener of messages) listener(message);
    });
    opened.connect();
  };

  /** Joins the selected farm's room; while none is selected, looks again every 500 ms for 15 s (product.md §9). */
  const joinSelected = (waitedMs: number): void => {
    cancelJoin();
    const id = ports.selectedId();
    if (!id) {
      if (waitedMs >= constants.roomRetryForMs) return;
      cancelJoin = ports.after(constants.roomRetryEveryMs, () => joinSelected(waitedMs + constants.roomRetryEveryMs));
      return;
    }
    if (room === id || !socket) return;
    if (room) socket.emit('leave', roomOf(room), () => undefined);
    room = id;
    socket.emit('join', roomOf(id), (answer) => {
      if ((answer as { ok?: unknown } | null)?.ok !== true && room === id) room = null;
    });
  };

  /** A pending join is looked at every 200 ms for 10 s: the socket may still be on its way. */
  const joinSoon = (waitedMs: number): void => {
    cancelJoin();
    if (status === 'connected') return joinSelected(0);
    if (status === 'off' || waitedMs >= constants.roomPendingPollForMs) return;
    cancelJoin = ports.after(constants.roomPendingPollEveryMs, () =>
      joinSoon(waitedMs + constants.roomPendingPollEveryMs),
    );
  };

  return {
    status: () => status,
    failure: () => failure,
    start: () => {
      if (status !== 'off') return;
      [status, attempt, failure] = ['connecting', 0, null];
      void connect();
    },
    stop: () => {
      status = 'off';
      generation += 1;
      cancelRetry();
      drop();
    },
    hurry: () => {
      if (status !== 'reconnecting') return;
      attempt = Math.min(attempt, 1);
      void connect();
    },
    follow: () => joinSoon(0),
    onMessage: (listener) => {
      messages.add(listener);
      return () => messages.delete(listener);
    },
    onConnect: (listener) => {
      connects.add(listener);
      return () => connects.delete(listener);
    },
  };
}
