import { addDays, type Day, dayAt, daysBetween } from '#domain';
import type { FarmViews } from '#sync/farm.ts';

/** A record refused for its future date, and the date it should have. */
export interface FutureRecord {
  readonly opId: string;
  readonly title: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly from: Day;
  readonly to: Day;
}

/**
 * Own records refused while the clock runs days ahead, moved back by that many days; what would still be ahead is left to be corrected by
 * hand. `skewMs`: server clock minus device clock.
 */
export async function futureRecords(
  views: Pick<FarmViews, 'pending' | 'pendingPayload'>,
  skewMs: number,
  nowMs: number,
): Promise<readonly FutureRecord[]> {
  const today = dayAt(nowMs + skewMs);
  const ahead = daysBetween(today, dayAt(nowMs));
  if (ahead <= 0) return [];
  const refused = (await views.pending()).filter(
    ({ canCorrect, subject, author, problem }) =>
      canCorrect && subject === 'movement' && author === null && problem?.issues.some(({ path }) => path === 'date'),
  );
  const found: FutureRecord[] = [];
  for (const { opId, title } of refused) {
    const payload = await views.pendingPayload(opId);
    const from = payload?.date;
    if (!payload || typeof from !== 'string' || from <= addDays(today, 1)) continue;
    const to = addDays(from, -ahead);
    if (to <= today) found.push({ opId, title, payload, from, to });
  }
  return found;
}
