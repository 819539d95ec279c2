import { constants, roomOf } from '#contract/constants.ts';
import { sentences } from '#contract/sentences.ts';

/** A socket, as far as this file needs one: the real one is socket.io's. */
export interface LiveSocket {
  readonly on: (event: string, listener: (...sent: unknown[]) => void) => void;
  readonly emit: (event: string, payload: unknown, acknowledge: (answer: unknown) => void) => void;
  readonly connect: () => void;
  readonly close: () => void;
}

export interface LivePorts {
  /** Makes a socket that is not connected yet; the token goes with it as a query parameter (product.md §7). Null: its code cannot be fetched now. */
  readonly openSocket: (token: string) => Promise<LiveSocket | null>;
  readonly freshToken: () => Promise<string | null>;
  readonly selectedId: () => string | null;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly fraction: () => number;
}

type LiveStatus = 'off' | 'connecting' | 'connected' | 'reconnecting';

export interface LiveConnection {
  readonly status: () => LiveStatus;
  /** The sentence of product.md §8 after ten failed tries; null while it works. */
  readonly failure: () => string | null;
  readonly start: () => void;
  readonly stop: () => void;
  /** A sign that it may work now: the next try is made at once. */
  readonly connectNow: () => void;
  /** The selected organization changed: its room is joined, the other left. */
  readonly follow: () => void;
  readonly onMessage: (listener: (message: unknown) => void) => () => void;
  /** Told when the connection stands, and when the farm's room is joined: earlier messages were missed. */
  readonly onConnect: (listener: () => void) => () => void;
  /** Told when `status` or `failure` gives another answer. */
  readonly onStatus: (listener: () => void) => () => void;
}

/** Back-off of product.md §9: 1 s, doubled at each try up to 30 s, up to 1 s by chance; after ten tries slowly on. */
function waitBefore(attempt: number, fraction: number): number {
  const jitter = Math.floor(fraction * constants.socketBackoffJitterMs);
  if (attempt >= constants.socketMaxAttempts) return constants.socketSlowRetryMs + jitter;
  return Math.min(constants.socketBackoffFirstMs * 2 ** attempt, constants.socketBackoffMaxMs) + jitter;
}

/** The live connection (product.md §4): connects, joins the room of the selected farm, comes back by itself. */
export const createLiveConnection = (ports: LivePorts): LiveConnection => new Connection(ports);

class Connection implements LiveConnection {
  readonly #ports: LivePorts;
  readonly #messages = new Set<(message: unknown) => void>();
  readonly #connects = new Set<() => void>();
  readonly #watchers = new Set<() => void>();
  #socket: LiveSocket | null = null;
  #status: LiveStatus = 'off';
  #failure: string | null = null;
  #attempt = 0;
  #room: string | null = null;
  /** Counts the tries: what an older one still has to say is not heard. */
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
  readonly onMessage = (listener: (message: unknown) => void): (() => void) => listen(this.#messages, listener);
  readonly onConnect = (listener: () => void): (() => void) => listen(this.#connects, listener);
  readonly onStatus = (listener: () => void): (() => void) => listen(this.#watchers, listener);

  #be(status: LiveStatus, failure: string | null): void {
    this.#status = status;
    this.#failure = failure;
    for (const watcher of this.#watchers) watcher();
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
    // A try that was hurried leaves an older one under way: two sockets would stand, one of them unheard.
    this.#drop();
    const token = await this.#ports.freshToken();
    if (!isMine()) return;
    if (!token) return this.#retry();
    const opened = await this.#ports.openSocket(token);
    if (!isMine()) return opened?.close();
    if (!opened) return this.#retry();
    this.#socket = opened;
    // Whatever the transport is waiting for, after this long the try has failed.
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
      for (const listener of this.#connects) listener();
    });
    opened.on('connect_error', () => isMine() && this.#retry());
    opened.on('disconnect', () => isMine() && this.#retry());
    opened.on('message', (message) => {
      if (!isMine()) return;
      for (const listener of this.#messages) listener(message);
    });
  }

  /** Joins the selected farm's room; while none is selected, looks again every 500 ms for 15 s (product.md §9). */
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
      else for (const listener of this.#connects) listener();
    });
  }

  /** A pending join is looked at every 200 ms for 10 s: the socket may still be on its way. */
  #joinSoon(waitedMs: number): void {
    this.#cancelJoin();
    if (this.#status === 'connected') return this.#joinSelected(0);
    if (this.#status === 'off' || waitedMs >= constants.roomPendingPollForMs) return;
    const every = constants.roomPendingPollEveryMs;
    this.#cancelJoin = this.#ports.after(every, () => this.#joinSoon(waitedMs + every));
  }
}

const nothing = (): void => undefined;

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
