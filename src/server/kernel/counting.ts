import type { Database } from '../database/open.ts';
import { createWindows, keepExchanged, type Windows } from '../database/windows.ts';
import { type CallLimits, limitsOn } from './limits.ts';

/** Where calls are counted, before and behind their token. */
export interface Counting {
  readonly counts: Windows;
  readonly limits: CallLimits;
  readonly close: () => Promise<void>;
}

/** Opens the counts: processes of one PostgreSQL count together, the embedded database has but one. */
export function openCounting({ pool, all }: Database, onTrouble: (error: unknown) => void): Counting {
  const counts = createWindows(pool && all, Date.now, onTrouble);
  return { counts, limits: limitsOn(counts, Date.now), close: keepExchanged(counts) };
}
