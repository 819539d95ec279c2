import type { Log } from './log.ts';
import { isForeseen, problemOf } from './problem-of.ts';

/** While it lasts, it is said again so often. */
const againMs = 600_000;
/** A disk that is full for some writes alone is said no more often. */
const leastMs = 60_000;
/** So long without a refusal, a write ends it. */
const quietMs = 10_000;

const isFull = /SQLITE_FULL|disk is full|No space left|disk full/i;

/** What the database refuses, for the log: a line when it begins, not one for each call of each phone (F3). */
export interface Outages {
  /** Whether the database refused; then it is counted, and told where that is due. That files find no room is told elsewhere (`sweep.ts`). */
  readonly refused: (error: unknown) => boolean;
  readonly written: () => void;
}

/** Tells the log of them; `now` is in milliseconds and never goes back. */
export function openOutages(log: Log, now: () => number): Outages {
  let isTold = false;
  let calls = 0;
  let [refusedAt, toldAt] = [-Infinity, -Infinity];
  return {
    refused: (error) => {
      if (isForeseen(error) || problemOf(error).code !== 'DATABASE_UNAVAILABLE') return false;
      [calls, refusedAt] = [calls + 1, now()];
      if (refusedAt - toldAt < (isTold ? againMs : leastMs)) return true;
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ reason, refused: calls }, isFull.test(reason) ? noRoom : noDatabase);
      [isTold, calls, toldAt] = [true, 0, refusedAt];
      return true;
    },
    written: () => {
      if (refusedAt === -Infinity || now() - refusedAt < quietMs) return;
      if (isTold) log.info({ refused: calls }, 'the database takes records again');
      [isTold, calls, refusedAt] = [false, 0, -Infinity];
    },
  };
}

const noRoom =
  'the disk is full and nothing can be stored: make room on it; phones keep their records and send them again';
const noDatabase = 'the database does not serve: calls are refused; phones keep their records and send them again';
