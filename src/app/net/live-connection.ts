import { createListeners } from '#domain/listeners.ts';
import { constants, roomOf } from '#contract/constants.ts';
import { sentences } from '#contract/sentences.ts';

/** The part of socket.io's socket used here. */
export interface LiveSocket {
  readonly on: (event: string, listener: (...sent: unknown[]) => void) => void;
  readonly emit: (event: string, payload: unknown, acknowledge: (answer: unknown) => void) => void;
  readonly connect: () => void;
  readonly close: () => void;
}

export interface LivePorts {
  /** Makes an unconnected socket with the token as query parameter (product.md §7); null if its code cannot be loaded. */
  readonly openSocket: (token: string) => Promise<LiveSocket | null>;
  readonly freshToken: () => Promise<string | null>;
  readonly selectedId: () => string | null;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly fraction: () => number;
}

type LiveStatus = 'off' | 'connecting' | 'connected' | 'reconnecting';

export interface LiveConnection {
  readonly status: () => LiveStatus;
  /** The sentence of product.md §8 after ten failed tries. */
  readonly failure: () => string | null;
  readonly start: () => void;
  readonly stop: () => void;
  /** Skips the backoff: it may work now. */
  readonly connectNow: () => void;
  /** Joins the room of the selected organization and leaves the other. */
  readonly follow: () => void;
  readonly onMessage: (listener: (message: unknown) => void) => () => void;
  /** On connect and on joining the room: earlier messages were missed. */
  readonly onConnect: (listener: () => void) => () => void;
  readonly onStatus: (listener: () => void) => () => void;
}

/** Backoff of product.md §9: 1 s, doubled up to 30 s, plus up to 1 s of jitter; slow after ten tries. */
function waitBefore(attempt: number, fraction: number): number {
  const jitter = Math.floor(fraction * constants.socketBackoffJitterMs);
  if (attempt >= constants.socketMaxAttempts) return constants.socketSlowRetryMs + jitter;
  return Math.min(constants.socketBackoffFirstMs * 2 ** attempt, constants.socketBackoffMaxMs) + jitter;
}

/** The live connection (product.md §4): connects, joins the selected farm's room, reconnects. */
export const createLiveConnection = (ports: LivePorts): LiveConnection => new Connection(ports);

class Connection implements LiveConnection {
  readonly #ports: LivePorts;
  readonly #messages = createListeners<[message: unknown]>();
  readonly #connects = createListeners();
  readonly #watchers = createListeners();
  #socket: LiveSocket | null = null;
  #status: LiveStatus = 'off';
  #failure: string | null = null;
  #attempt = 0;
  #room: string | null = null;
  /** Counts tries: events of older ones are ignored. */
  #generation = 0;
  #cancelRetry: () => void = nothing;
  #cancelJoin: () => void = nothing;

  constructor(ports: LivePorts) {
    this.#ports = ports;
  }

  readonly status = (): LiveStatus => this.#status;
  readonly failure = (): string | null => this.#failure;

  readonly start = (): void => {
    if (this.#status !== 'off') return;
    this.#attempt = 0;
    this.#be('connecting', null);
    void this.#connect();
  };

  readonly stop = (): void => {
    this.#generation += 1;
    this.#cancelRetry();
    this.#drop();
    this.#be('off', this.#failure);
  };

  readonly connectNow = (): void => {
    if (this.#status !== 'reconnecting') return;
    this.#attempt = Math.min(this.#attempt, 1);
    void this.#connect();
  };

  readonly follow = (): void => this.#joinSoon(0);
  readonly onMessage = this.#messages.subscribe;
  readonly onConnect = this.#connects.subscribe;
  readonly onStatus = this.#watchers.subscribe;

  #be(status: LiveStatus, failure: string | null): void {
    this.#status = status;
    this.#failure = failure;
    this.#watchers.tell();
  }

  #drop(): void {
    this.#socket?.close();
    this.#socket = null;
    this.#room = null;
    this.#cancelJoin();
  }

  #retry(): void {
    this.#drop();
    this.#be('reconnecting', this.#attempt >= constants.socketMaxAttempts ? sentences.socketFailed : this.#failure);
    const wait = waitBefore(this.#attempt, this.#ports.fraction());
    this.#attempt += 1;
    this.#cancelRetry();
    this.#cancelRetry = this.#ports.after(wait, () => void this.#connect());
  }

  async #connect(): Promise<void> {
    const mine = (this.#generation += 1);
    const isMine = (): boolean => mine === this.#generation && this.#status !== 'off';
    this.#cancelRetry();
    // `connectNow` may overtake an older try: without this two sockets would stand.
    this.#drop();
    const token = await this.#ports.freshToken();
    if (!isMine()) return;
    if (!token) return this.#retry();
    const opened = await this.#ports.openSocket(token);
    if (!isMine()) return opened?.close();
    if (!opened) return this.#retry();
    this.#socket = opened;
    // Whatever the transport waits for, the try has failed by then.
    this.#cancelRetry = this.#ports.after(constants.socketOverallTimeoutMs, () => isMine() && this.#retry());
    this.#attend(opened, isMine);
    opened.connect();
  }

  #attend(opened: LiveSocket, isMine: () => boolean): void {
    opened.on('connect', () => {
      if (!isMine()) return;
      this.#cancelRetry();
      this.#attempt = 0;
      this.#be('connected', null);
      this.#joinSelected(0);
      this.#connects.tell();
    });
    opened.on('connect_error', () => isMine() && this.#retry());
    opened.on('disconnect', () => isMine() && this.#retry());
    opened.on('message', (message) => {
      if (isMine()) this.#messages.tell(message);
    });
  }

  /** Joins the selected farm's room; with none selected polls every 500 ms for 15 s (product.md §9). */
  #joinSelected(waitedMs: number): void {
    this.#cancelJoin();
    const id = this.#ports.selectedId();
    if (!id) {
      if (waitedMs >= constants.roomRetryForMs) return;
      const every = constants.roomRetryEveryMs;
      this.#cancelJoin = this.#ports.after(every, () => this.#joinSelected(waitedMs + every));
      return;
    }
    if (this.#room === id || !this.#socket) return;
    if (this.#room) this.#socket.emit('leave', roomOf(this.#room), nothing);
    this.#room = id;
    this.#socket.emit('join', roomOf(id), (answer) => {
      if (this.#room !== id) return;
      if ((answer as { ok?: unknown } | null)?.ok !== true) this.#room = null;
      else this.#connects.tell();
    });
  }

  /** Polls every 200 ms for 10 s: the socket may still be connecting. */
  #joinSoon(waitedMs: number): void {
    this.#cancelJoin();
    if (this.#status === 'connected') return this.#joinSelected(0);
    if (this.#status === 'off' || waitedMs >= constants.roomPendingPollForMs) return;
    const every = constants.roomPendingPollEveryMs;
    this.#cancelJoin = this.#ports.after(every, () => this.#joinSoon(waitedMs + every));
  }
}

const nothing = (): void => undefined;

/** A socket.io socket, unconnected. The library is loaded on demand; null if that fails. */
export async function openSocket(baseUrl: string, token: string): Promise<LiveSocket | null> {
  // By its name: all that the library also offers stays out of the build.
  const io = await import('socket.io-client').then(
    ({ io }) => io,
    () => null,
  );
  if (!io) return null;
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
