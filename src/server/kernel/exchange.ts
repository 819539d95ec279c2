import type { Readable } from 'node:stream';

/** A request without its transport. Header names are lower case. */
export interface CoreRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  /** The original body, where the server changed it: the fingerprint is of this. */
  readonly sent?: { readonly body: unknown };
  readonly address?: string;
}

export interface CoreResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as JSON bytes; `body` is empty then. */
  readonly json?: Uint8Array;
  /** The same as a stream. */
  readonly parts?: Readable;
}

/** A call's result: its status now, its response once committed. */
export interface Verdict {
  readonly status: number;
  readonly said: () => Promise<CoreResponse>;
}

/** What serves a call returns. */
export interface Served {
  readonly answer: Readonly<Record<string, unknown>>;
  /** The answer as JSON bytes; `answer` is empty then. */
  readonly json?: Uint8Array;
  /** The same as a stream. */
  readonly parts?: Readable;
  /** Resolves when the stream is complete. */
  readonly made?: Promise<void>;
  readonly marks: Readonly<Record<string, string>>;
}
