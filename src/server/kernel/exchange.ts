import type { Readable } from 'node:stream';

/** One request, freed of its transport. Header names are lower case. */
export interface CoreRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  /** The body as it was sent, where the server reads it otherwise: the fingerprint is that of what was sent. */
  readonly sent?: { readonly body: unknown };
  /** The caller's network address, where there is one. */
  readonly address?: string;
}

/** What the backend says to it; the edge writes it out as it is. */
export interface CoreResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as the bytes of its JSON, where it was written out already; `body` is empty then. */
  readonly json?: Uint8Array;
  /** The same, part by part while they are made. */
  readonly parts?: Readable;
}

/** What came of a call: its status at once, and what is said of it once that stands. */
export interface Verdict {
  readonly status: number;
  readonly said: () => Promise<CoreResponse>;
}
