import { addDays, type Day, dayAt, daysBetween, formatDay, timesBy } from '#domain';
import { failureWords } from '#farm/failure-words.ts';
import { useMinute } from '#farm/waiting-age.ts';
import { useTry } from '#forms';
import { useFarm, useFarmStatus, useLive } from '#platform';
import type { FarmViews } from '#sync/farm.ts';
import { Button, Notice } from '#ui';

/** A record refused for its future date, and the date it should have. */
interface FutureRecord {
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

/** Offers to correct, at once, records refused because this clock runs ahead. */
export const FutureDates = () => {
  const farm = useFarm();
  const { skewMs } = useFarmStatus();
  const nowMs = useMinute();
  const records = useLive((views) => futureRecords(views, skewMs, nowMs), [skewMs, nowMs]) ?? [];
  const correct = useTry(async () => {
    let failed: string | null = null;
    for (const { opId, payload, to } of records) {
      const saved = await farm.acts.correct(opId, { ...payload, date: to });
      if (!saved.ok) failed = failureWords(saved.problem);
    }
    return failed;
  });
  if (records.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title="La fecha de este dispositivo está adelantada"
      action={
        <Button busy={correct.busy} onClick={correct.run}>
          {records.length === 1 ? 'Corregir la fecha de este registro' : `Corregir la fecha de estos ${records.length}`}
        </Button>
      }
    >
      Se envían con la fecha que era: {spansOf(records).join('; ')}.{correct.failed ? ` ${correct.failed}` : ''}
    </Notice>
  );
};

/** `2 del 23/11/2026 al 21/11/2026`. */
function spansOf(records: readonly FutureRecord[]): string[] {
  const times = timesBy(records, ({ from, to }) => `del ${formatDay(from)} al ${formatDay(to)}`);
  return [...times].map(([span, count]) => `${count} ${span}`);
}
