import { useEffect, useRef } from 'react';
import { counted, listOf } from '#domain';
import { useFarm } from '#platform';
import type { WaitingBlobs } from '#sync/blobs/farm-blobs.ts';
import type { Farm, SyncStatus } from '#sync/farm.ts';
import { toastSuccess } from '#ui';

/** What waited without signal, and is told once it has gone. */
interface Backlog {
  readonly records: readonly string[];
  readonly photos: number;
  readonly voices: number;
}

const none: Backlog = { records: [], photos: 0, voices: 0 };

/** `Se enviaron 18 registros y 1 foto`; null where nothing went. */
export function sentWords(records: number, photos: number, voices: number): string | null {
  const parts = [
    records > 0 && counted(records, 'registro'),
    photos > 0 && counted(photos, 'foto'),
    voices > 0 && counted(voices, 'nota de voz', 'notas de voz'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return `${records + photos + voices === 1 ? 'Se envió' : 'Se enviaron'} ${listOf(parts)}`;
}

/** Those that left the queue and that the server has, not those taken back. */
async function sentOf(farm: Farm, records: readonly string[]): Promise<number> {
  const waiting = new Set((await farm.views.pending()).map(({ opId }) => opId));
  const gone = records.filter((opId) => !waiting.has(opId));
  const sent = await farm.views.sentToday();
  const known = gone.filter((opId) => sent.some((one) => one.opId === opId)).length;
  // The list of today's ends somewhere.
  return known === sent.length ? gone.length : known;
}

/** Says what went up, once all of it has, of what had waited without signal (ux.md §1.2). */
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
      // Of photos that the server refused nothing is said to have gone.
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
