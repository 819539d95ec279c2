import { useEffect, useState } from 'react';
import { counted, dayAt, relativeDay } from '#domain';
import type { SyncStatus } from '#sync/farm.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** No slow link explains so long (offline.md §2.9). */
const lateAfterMs = 15 * minuteMs;

/** How long records have waited. `late`: 15 minutes with signal, nothing sent. `old`: over a day. */
export type WaitingAge =
  { readonly is: 'fresh' } | { readonly is: 'late' | 'old'; readonly since: string; readonly stuckMs: number };

/** By the oldest waiting record; hours without signal are normal. */
export function waitingAge({ waitingSince, lastSentAt, reach, sending }: SyncStatus, nowMs: number): WaitingAge {
  if (waitingSince === null || sending !== null) return { is: 'fresh' };
  const since = waitingSince;
  // A long queue that drains slowly is moving. A time in the future comes from a clock since set back.
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

/** `Hace 3 días`, `Recién`; the future reads as now. */
export function agoText(instant: string, nowMs: number): string {
  const ms = nowMs - Date.parse(instant);
  return ms < minuteMs ? 'Recién' : `Hace ${spanText(ms)}`;
}

/** `desde ayer`, `desde el 03/11` for records older than a day. */
export function sinceText(recordedAt: string, nowMs: number): string | undefined {
  if (nowMs - Date.parse(recordedAt) <= dayMs) return undefined;
  const day = relativeDay(dayAt(Date.parse(recordedAt)), dayAt(nowMs));
  if (!day.includes('/')) return `desde ${day}`;
  return `desde el ${day.endsWith(dayAt(nowMs).slice(0, 4)) ? day.slice(0, 5) : day}`;
}

/** The time, updated every minute. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Whether `isSo` has held for `ms`: shorter is not reported. */
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
