import type { clientErrors } from '#contract/sentences.ts';
import type { Issue } from '#domain/validation.ts';

/** Sync headers of an answer; null from a backend without the extension. */
export interface SyncMarks {
  readonly seq: number | null;
  readonly epoch: string | null;
  /** Identifies the commit `seq`: no other history has it. */
  readonly mark?: string | null;
  readonly replayed: boolean;
  /** From the Date header, ms since 1970. */
  readonly serverTimeMs: number | null;
}

/** The server read the call and refused it. */
export interface ServerProblem {
  /** One of ours, or `HTTP_{status}` from a backend without codes. */
  readonly code: string;
  readonly status: number;
  readonly message: string | null;
  readonly issues: readonly Issue[];
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  /** Keys of operations the server stored as rejected, told to a phone marked as lost. */
  readonly kept?: readonly string[];
}

/** How a call ended. `unreachable`: no network, a timeout, or a portal's page. */
export type Reply<A = unknown> =
  | { readonly outcome: 'answer'; readonly status: number; readonly body: A; readonly marks: SyncMarks }
  | { readonly outcome: 'refused'; readonly problem: ServerProblem; readonly marks: SyncMarks }
  | {
      readonly outcome: 'unreachable';
      readonly reason: (typeof clientErrors)[keyof typeof clientErrors];
      readonly detail: string;
    };

/** What a sync call says this phone knows of the farm (wire.md §Sync). */
export interface Said {
  readonly epoch: string;
  /** The last commit known, with its mark: `seq.mark`. */
  readonly known?: string | undefined;
  /** This resends what a restored server lost: its sequence there, 0 if unknown. */
  readonly healing?: number | undefined;
  /** Unsent records of this farm. */
  readonly waiting?: number | undefined;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or bytes or a form as they are. */
  readonly body?: unknown;
  readonly token?: string | null;
  readonly idempotencyKey?: string;
  /** Where passwords and codes are tried: the word from an earlier log-in here. */
  readonly knownDevice?: string | null;
  readonly said?: Said | undefined;
  readonly timeoutMs?: number;
}

/** The port to the server: fetch, or the simulator's wires. Never throws. */
export interface Net {
  readonly send: (request: Request) => Promise<Reply>;
}
