import { useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { formatDay } from '#domain';
import { failureIn, useOnce } from '#forms';
import { useFarm, useFarmStatus, useLive } from '#platform';
import { useMinute } from '#farm/waiting-age.ts';
import { Button, Notice } from '#ui';
import { type FutureRecord, futureRecords } from './future-records.ts';

/** Offers to correct, at once, records refused because this clock runs ahead. */
export const FutureDates = () => {
  const farm = useFarm();
  const { skewMs } = useFarmStatus();
  const nowMs = useMinute();
  const [failed, setFailed] = useState<string | null>(null);
  const records = useLive((views) => futureRecords(views, skewMs, nowMs), [skewMs, nowMs]) ?? [];
  const correct = useOnce(async () => {
    setFailed(null);
    for (const { opId, payload, to } of records) {
      const failure = failureIn(await farm.acts.correct(opId, { ...payload, date: to }));
      if (failure) setFailed(failure.message ?? failure.issues[0]?.message ?? offlineSentences.notSaved);
    }
  });
  if (records.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title="La fecha de este dispositivo está adelantada"
      action={
        <Button busy={correct.busy} onClick={() => void correct.run()}>
          {records.length === 1 ? 'Corregir la fecha de este registro' : `Corregir la fecha de estos ${records.length}`}
        </Button>
      }
    >
      Se envían con la fecha que era: {spansOf(records).join('; ')}.{failed ? ` ${failed}` : ''}
    </Notice>
  );
};

/** `2 del 23/11/2026 al 21/11/2026`. */
function spansOf(records: readonly FutureRecord[]): string[] {
  const times = new Map<string, number>();
  for (const { from, to } of records) {
    const span = `del ${formatDay(from)} al ${formatDay(to)}`;
    times.set(span, (times.get(span) ?? 0) + 1);
  }
  return [...times].map(([span, count]) => `${count} ${span}`);
}
