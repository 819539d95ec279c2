import type { Readable } from 'node:stream';
import type { Problem } from '../../contract/problems.ts';
import type { Call } from './call.ts';

interface Turn<T> {
  /** Fairness group: groups take turns, so frequent callers wait behind rare ones. */
  readonly whose?: string;
  /** The place stays taken until this settles. */
  readonly until?: (result: T) => Promise<unknown> | undefined;
}

/** Limits how much runs at once. `hasWaited`: the state may have changed since arrival. */
type Gate = <T>(work: (hasWaited: boolean) => Promise<T>, turn?: Turn<T>) => Promise<T>;

/** A gate for `most` at once; beyond that, one of each group in turn, first come first served. */
export function openGate(most: number): Gate {
  const waiting = new Map<string, (() => void)[]>();
  let inside = 0;
  // Hand the place over, so that nobody slips in.
  const leave = (): void => {
    const [next] = waiting;
    if (!next) {
      inside -= 1;
      return;
    }
    const [whose, [enter, ...others]] = next;
    waiting.delete(whose);
    if (others.length > 0) waiting.set(whose, others);
    enter?.();
  };
  return async (work, { whose = '', until } = {}) => {
    const hasWaited = inside >= most;
    if (hasWaited) await new Promise<void>((enter) => waiting.set(whose, [...(waiting.get(whose) ?? []), enter]));
    else inside += 1;
    try {
      const result = await work(hasWaited);
      const rest = until?.(result);
      if (rest) void rest.then(leave, leave);
      else leave();
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** A call without what only writes use: it crosses threads. */
export type CallOfRead = Omit<Call<null>, 'newId' | 'afterCommit' | 'tellReviewers'>;

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
export const callOfRead = ({ newId: _id, afterCommit: _after, tellReviewers: _tell, ...call }: Call): CallOfRead => ({
  ...call,
  body: null,
});
