import type { DeviceKey, HeldKey } from '#contract/seal.ts';
import type { Reply, Request } from '#net/reply.ts';

/** Time, as the sync sees it: the simulation turns its own hands. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs once after so many milliseconds; gives what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Random numbers and names. */
export interface Random {
  /** From 0 up to 1. */
  readonly fraction: () => number;
  /** A UUID of version 4, for keys of operations. */
  readonly key: () => string;
  /** A UUID of version 7, for things: they sort by the moment they were made. */
  readonly entityId: () => string;
}

/** Locks between tabs. They save work; safety comes from the server's ledger (offline.md §2.1, 3). */
export interface Locks {
  /** Runs while it holds the name; false without running when another tab holds it. `steal` takes it from a tab that hangs. */
  readonly run: (name: string, steal: boolean, task: () => Promise<void>) => Promise<boolean>;
}

/** Signs from the device that it may be worth a try. They start work; they never decide what is true. */
export type Hint = 'online' | 'offline' | 'visible' | 'hidden' | 'connected' | 'signed-in';

export interface Hints {
  readonly isVisible: () => boolean;
  readonly isConnected: () => boolean;
  readonly subscribe: (listener: (hint: Hint) => void) => () => void;
}

/** Live messages as they come off the socket, unread. */
export interface LiveFeed {
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

/** Authorized calls (`Session.call`): the token put in, one shared refresh, one retry. Never throws. */
export interface FarmNet {
  readonly call: (request: Omit<Request, 'token'>) => Promise<Reply>;
}

/** The key of this device, which signs what its person hands over. */
export interface Signer {
  readonly key: DeviceKey;
  readonly privateKey: HeldKey;
}

/** The instant as the wire writes it. */
export const isoAt = (ms: number): string => new Date(ms).toISOString();

/** What a slow answer makes of two clocks that agree. */
const slackMs = 60_000;

/**
 * How far the server's clock is from this one, held until it is off by more than a minute: slow answers move it by seconds, and records
 * must keep their order.
 */
export function heldOffset(heard: () => number): () => number {
  let held = 0;
  return () => {
    const now = heard();
    if (Math.abs(now - held) > slackMs) held = now;
    return held;
  };
}
