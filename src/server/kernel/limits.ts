import { type Windows, createWindows, keepExchanged } from '../database/windows.ts';
import type { Actor } from './call.ts';
import type { Route } from './routes.ts';
import type { Database } from '../database/open.ts';

const minuteMs = 60_000;

type Group = 'reads' | 'writes' | 'batches' | 'files';
type Whose = 'session' | 'account' | 'farm';

/**
 * Calls a minute per session, account and farm, above what phones do, so that none starves others (trust.md row 154). Records count apart: a
 * flood of reads does not block them.
 */
const most: Readonly<Record<Group, Readonly<Record<Whose, number>>>> = {
  reads: { session: 3000, account: 6000, farm: 30_000 },
  writes: { session: 3000, account: 6000, farm: 30_000 },
  batches: { session: 300, account: 600, farm: 3000 },
  files: { session: 600, account: 1200, farm: 6000 },
};

/** Aliases of an endpoint count as one. */
function groupOf({ name, endpoint: { carries, method } }: Route): Group {
  if (carries !== null) return 'files';
  if (name === 'operations') return 'batches';
  return method === 'GET' ? 'reads' : 'writes';
}

/** A long batch counts as several, so sending more at once gains nothing. */
const operationsCounted = 200;

const timesOf = (body: unknown): number => {
  const { operations } = (body ?? {}) as { readonly operations?: unknown };
  return Array.isArray(operations) ? Math.max(1, Math.ceil(operations.length / operationsCounted)) : 1;
};

export interface CallLimits {
  readonly byCaller: (route: Route, caller: Pick<Actor, 'userId' | 'sessionId'>, body: unknown) => number | null;
  readonly byFarm: (route: Route, organizationId: string, body: unknown) => number | null;
}

/** Limits for authenticated callers; before the token only the address counts (`http/limits.ts`). */
export function limitsOn(windows: Windows, now: () => number): CallLimits {
  const count = (route: Route, whose: Whose, id: string, body: unknown): number | null => {
    const group = groupOf(route);
    const times = group === 'batches' ? timesOf(body) : 1;
    const { hits, endsMs } = windows.hit(`${whose} ${id} ${group}`, minuteMs, times);
    return hits > most[group][whose] ? Math.max(1, Math.ceil((endsMs - now()) / 1000)) : null;
  };
  return {
    byCaller: (route, { userId, sessionId }, body) =>
      count(route, 'session', sessionId, body) ?? count(route, 'account', userId, body),
    byFarm: (route, organizationId, body) => count(route, 'farm', organizationId, body),
  };
}

interface Counting {
  readonly counts: Windows;
  readonly limits: CallLimits;
  readonly close: () => Promise<void>;
}

/** Opens the counts. Processes on one PostgreSQL count together; SQLite has one process. */
export function openCounting({ pool, all }: Database, onTrouble: (error: unknown) => void): Counting {
  const counts = createWindows(pool && all, Date.now, onTrouble);
  return { counts, limits: limitsOn(counts, Date.now), close: keepExchanged(counts) };
}
