import type { Readable } from 'node:stream';
import type { Problem } from '../../contract/problems.ts';
import type { Call } from './call.ts';
import type { Gate } from './gate.ts';

/** What a read is told of its call: without what only a write may ask for. It crosses from thread to thread. */
export type CallOfRead = Omit<Call<null>, 'afterCommit' | 'tellReviewers'>;

/**
 * What a long read came to: the whole answer as the bytes of its JSON, or those packed, with what is to be kept of it; those bytes part by part while
 * they are made, and when all of them are; or the refusal that it threw.
 */
export type LongAnswer =
  | { readonly json: Uint8Array; readonly keep: unknown }
  | { readonly packed: Uint8Array; readonly keep: unknown }
  | { readonly parts: Readable; readonly made: Promise<void> }
  | { readonly refusal: Problem };

/**
 * Fifty phones that load a farm have each a call here, and would be served between any two steps of a write. So many are enough to keep the
 * threads that read busy; the others wait where they hold up nobody (decision 58).
 */
export const mostLongReads = 4;

/** Serves reads whose answers may be megabytes without holding up anybody: while one is made, records go on being taken. */
export interface LongReads {
  /** `name`: the call in the contract's table; `mayKeep`: whether what it makes can be kept. Throws where the read did: a bug. Parts that
   * are on their way break off there, and who reads no further ends the work. */
  readonly run: (name: string, call: CallOfRead, mayKeep?: boolean) => Promise<LongAnswer>;
  /** Does all that is to be done of an admitted call, in its turn among the others: farm by farm. */
  readonly inTurn: Gate;
}

/** The call as it may be sent to another thread. */
export const callOfRead = ({ afterCommit: _after, tellReviewers: _tell, ...call }: Call): CallOfRead => ({
  ...call,
  body: null,
});
