import type { clientErrors } from '#contract/sentences.ts';
import type { Issue } from '#domain/validation.ts';

/** What an answer of our own API says of the sync besides its body; null from a backend without the extension. */
export interface SyncMarks {
  readonly seq: number | null;
  readonly epoch: string | null;
  /** The mark of the commit that `seq` names: no other history has it. */
  readonly mark?: string | null;
  readonly replayed: boolean;
  /** The server's clock at the answer, milliseconds since 1970, from its Date header. */
  readonly serverTimeMs: number | null;
}

/** A refusal in so many words: the server has read the call and said no. */
export interface ServerProblem {
  /** One of ours, or `HTTP_{status}` from a backend without codes. */
  readonly code: string;
  readonly status: number;
  readonly message: string | null;
  readonly issues: readonly Issue[];
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  /** Keys of operations that the server has put aside: it says so to a phone that was marked as lost. */
  readonly kept?: readonly string[];
}

/** The three ends of a call. `unreachable` is any answer that is not our API's: no network, a time-out, a portal's page. */
export type Reply<A = unknown> =
  | { readonly outcome: 'answer'; readonly status: number; readonly body: A; readonly marks: SyncMarks }
  | { readonly outcome: 'refused'; readonly problem: ServerProblem; readonly marks: SyncMarks }
  | {
      readonly outcome: 'unreachable';
      readonly reason: (typeof clientErrors)[keyof typeof clientErrors];
      readonly detail: string;
    };

/** What a call of the sync says of what this phone knows of the farm (wire.md §Sync). */
export interface Said {
  readonly epoch: string;
  /** The last commit known, with its mark: `seq.mark`. */
  readonly known?: string | undefined;
  /** This brings back what a restored server lost: the sequence that it had there, 0 where that is not known. */
  readonly healing?: number | undefined;
  /** How many records of this farm have not reached the server, as far as this phone knows. */
  readonly waiting?: number | undefined;
}

/** One call to make, already bound: path filled, body as it goes. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or bytes or a form as they are. */
  readonly body?: unknown;
  readonly token?: string | null;
  readonly idempotencyKey?: string;
  /** Where passwords and codes are tried: the word that a log-in told this device. */
  readonly knownDevice?: string | null;
  readonly said?: Said | undefined;
  readonly timeoutMs?: number;
}

/** The port to the server: the real one uses fetch, the simulator its own wires. Never throws. */
export interface Net {
  readonly send: (request: Request) => Promise<Reply>;
}
