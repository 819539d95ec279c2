import { useEffect, useState } from 'react';
import { counted, dayAt, relativeDay } from '#domain';
import type { SyncStatus } from '#sync/farm.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** So long with signal and without sending is no slow link any more (offline.md §2.9). */
const lateAfterMs = 15 * minuteMs;

/** How long records have waited. `late`: a quarter of an hour with signal and without sending. `old`: more than a day. */
export type WaitingAge =
  { readonly is: 'fresh' } | { readonly is: 'late' | 'old'; readonly since: string; readonly stuckMs: number };

/** Judges by the oldest record that waits; without signal a wait of hours is how the field is, and nothing to be told. */
export function waitingAge({ waitingSince, lastSentAt, reach, sending }: SyncStatus, nowMs: number): WaitingAge {
  if (waitingSince === null || sending !== null) return { is: 'fresh' };
  const since = waitingSince;
  // A long queue that goes up little by little is moving. A moment to come was written under a clock that has been set back since.
  const sentMs = lastSentAt === null ? -Infinity : Date.parse(lastSentAt);
  const stuckMs = nowMs - Math.max(Date.parse(since), sentMs <= nowMs ? sentMs : -Infinity);
  if (nowMs - Date.parse(since) > dayMs) return { is: 'old', since, stuckMs };
  return reach === 'reachable' && stuckMs >= lateAfterMs ? { is: 'late', since, stuckMs } : { is: 'fresh' };
}

/** `20 min`, `3 h`, `2 días`. */
export function spanText(ms: number): string {
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  return ms < dayMs ? `${Math.floor(ms / hourMs)} h` : counted(Math.floor(ms / dayMs), 'día');
}

/** `Hace 3 días`, `Recién`: how long ago something was heard. Clocks that disagree read as now. */
export function agoText(instant: string, nowMs: number): string {
  const ms = nowMs - Date.parse(instant);
  return ms < minuteMs ? 'Recién' : `Hace ${spanText(ms)}`;
}

/** `desde ayer`, `desde el 03/11`: since when a record that is older than a day waits; undefined for a younger one. */
export function sinceText(recordedAt: string, nowMs: number): string | undefined {
  if (nowMs - Date.parse(recordedAt) <= dayMs) return undefined;
  const day = relativeDay(dayAt(Date.parse(recordedAt)), dayAt(nowMs));
  if (!day.includes('/')) return `desde ${day}`;
  return `desde el ${day.endsWith(dayAt(nowMs).slice(0, 4)) ? day.slice(0, 5) : day}`;
}

/** The instant, for what is said by age; moves on every minute. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Whether something has been so for `ms` without a break: what the next moment may mend is not told. */
export function useLasting(isSo: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setHasLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isSo, ms]);
  return isSo && hasLasted;
}
