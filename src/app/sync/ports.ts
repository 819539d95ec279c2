import type { DeviceKey, HeldKey } from '#contract/seal.ts';
import type { Reply, Request } from '#net/reply.ts';

export interface Clock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Runs once after the delay; gives a cancel. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface Random {
  /** From 0 up to 1. */
  readonly fraction: () => number;
  /** A UUID v4, for operation keys. */
  readonly key: () => string;
  /** A UUID v7, for things: sorts by time made. */
  readonly entityId: () => string;
}

/** Locks between tabs. They save work; safety comes from the server's ledger (offline.md §2.1, 3). */
export interface Locks {
  /** Runs while holding the name; false, without running, if another tab holds it. `steal`: from a hung tab. */
  readonly run: (name: string, steal: boolean, task: () => Promise<void>) => Promise<boolean>;
}

/** Hints that a try may be worthwhile. They start work, and never decide what is true. */
export type Hint = 'online' | 'offline' | 'visible' | 'hidden' | 'connected' | 'signed-in';

export interface Hints {
  readonly isVisible: () => boolean;
  readonly isConnected: () => boolean;
  readonly subscribe: (listener: (hint: Hint) => void) => () => void;
}

export interface LiveFeed {
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

/** Authorized calls (`Session.call`): token, one shared refresh, one retry. Never throws. */
export interface FarmNet {
  readonly call: (request: Omit<Request, 'token'>) => Promise<Reply>;
}

/** This device's key, which signs what its person hands over. */
export interface Signer {
  readonly key: DeviceKey;
  readonly privateKey: HeldKey;
}

/** Wire format. */
export const isoAt = (ms: number): string => new Date(ms).toISOString();

/** The skew that a slow answer simulates. */
const slackMs = 60_000;

/**
 * The server clock's offset, held until it moves by more than a minute: slow answers move it by seconds, and records must keep their order.
 */
export function heldOffset(heard: () => number): () => number {
  let held = 0;
  return () => {
    const now = heard();
    if (Math.abs(now - held) > slackMs) held = now;
    return held;
  };
}
