import type { Readable } from 'node:stream';
import type { Problem } from '../../contract/problems.ts';
import type { Call } from './call.ts';
import type { Gate } from './gate.ts';

/** A call without what only writes use: it crosses threads. */
export type CallOfRead = Omit<Call<null>, 'afterCommit' | 'tellReviewers'>;

/** The result of a long read: its JSON bytes, plain or packed, with what to store; or a stream of them and when all are made; or its refusal. */
export type LongAnswer =
  | { readonly json: Uint8Array; readonly keep: unknown }
  | { readonly packed: Uint8Array; readonly keep: unknown }
  | { readonly parts: Readable; readonly made: Promise<void> }
  | { readonly refusal: Problem };

/** Enough to keep the reading threads busy. Fifty phones loading a farm would otherwise run between any two steps of a write (decision 58). */
export const mostLongReads = 4;

/** Serves reads of megabytes without blocking: records are accepted meanwhile. */
export interface LongReads {
  /**
   * `name`: the endpoint; `mayKeep`: whether results can be stored. Throws when the read does (a bug): a stream breaks off. Closing the stream
   * ends the work.
   */
  readonly run: (name: string, call: CallOfRead, mayKeep?: boolean) => Promise<LongAnswer>;
  /** Runs an admitted call in its turn, farm by farm. */
  readonly inTurn: Gate;
}

/** The call without its functions, for another thread. */
export const callOfRead = ({ afterCommit: _after, tellReviewers: _tell, ...call }: Call): CallOfRead => ({
  ...call,
  body: null,
});
