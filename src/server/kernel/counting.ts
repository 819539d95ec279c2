import type { Database } from '../database/open.ts';
import { createWindows, keepExchanged, type Windows } from '../database/windows.ts';
import { type CallLimits, limitsOn } from './limits.ts';

/** Call counts, before and behind the token. */
export interface Counting {
  readonly counts: Windows;
  readonly limits: CallLimits;
  readonly close: () => Promise<void>;
}

/** Opens the counts. Processes on one PostgreSQL count together; SQLite has one process. */
export function openCounting({ pool, all }: Database, onTrouble: (error: unknown) => void): Counting {
  const counts = createWindows(pool && all, Date.now, onTrouble);
  return { counts, limits: limitsOn(counts, Date.now), close: keepExchanged(counts) };
}
