import { useEffect, useRef } from 'react';
import { counted, listOf } from '#domain';
import { useFarm } from '#platform';
import type { WaitingBlobs } from '#sync/blobs/farm-blobs.ts';
import type { Farm, SyncStatus } from '#sync/farm.ts';
import { toastSuccess } from '#ui';

/** What waited offline, announced once sent. */
interface Backlog {
  readonly records: readonly string[];
  readonly photos: number;
  readonly voices: number;
}

const none: Backlog = { records: [], photos: 0, voices: 0 };

/** `Se enviaron 18 registros y 1 foto`; null if nothing was sent. */
export function sentWords(records: number, photos: number, voices: number): string | null {
  const parts = [
    records > 0 && counted(records, 'registro'),
    photos > 0 && counted(photos, 'foto'),
    voices > 0 && counted(voices, 'nota de voz', 'notas de voz'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return `${records + photos + voices === 1 ? 'Se envió' : 'Se enviaron'} ${listOf(parts)}`;
}

/** Counts those that left the queue and reached the server; undone ones do not count. */
async function sentOf(farm: Farm, records: readonly string[]): Promise<number> {
  const waiting = new Set((await farm.views.pending()).map(({ opId }) => opId));
  const gone = records.filter((opId) => !waiting.has(opId));
  const sent = await farm.views.sentToday();
  const known = gone.filter((opId) => sent.some((one) => one.opId === opId)).length;
  // Today's list is capped.
  return known === sent.length ? gone.length : known;
}

/** Toasts what was sent once a backlog from offline is empty (ux.md §1.2). */
export function useSentWord(status: SyncStatus, files: WaitingBlobs): void {
  const farm = useFarm();
  const backlog = useRef(none);
  const { waiting, reach } = status;
  const { photos, voices, refused } = files;
  const isAway = reach !== 'reachable';
  useEffect(() => {
    backlog.current = none;
  }, [farm]);
  useEffect(() => {
    let isCurrent = true;
    const collect = async (): Promise<void> => {
      const pending = await farm.views.pending();
      const records = pending.filter(({ state }) => state !== 'con_error').map(({ opId }) => opId);
      if (isCurrent) backlog.current = { records, photos, voices };
    };
    const say = async (): Promise<void> => {
      const { current } = backlog;
      if (current === none) return;
      backlog.current = none;
      const records = await sentOf(farm, current.records);
      // Refused photos were not sent.
      const words = refused > 0 ? sentWords(records, 0, 0) : sentWords(records, current.photos, current.voices);
      if (words !== null) toastSuccess(words);
    };
    if (isAway) void collect();
    else if (waiting + photos + voices === 0) void say();
    return () => {
      isCurrent = false;
    };
  }, [farm, isAway, waiting, photos, voices, refused]);
}
