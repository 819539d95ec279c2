import { Check, Clock, ClockAlert, CloudUpload, TriangleAlert } from 'lucide-react';
import { useAttachmentsToSend } from '#farm/attachments/to-send.ts';
import { useFarm, useFarmStatus } from '#platform';
import { sinceText, spanText, useMinute, waitingAge } from '#farm/waiting-age.ts';
import { useIconNumber } from './icon-number.ts';
import { problems } from '#contract/problems.ts';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { counted, formatNumber, listOf } from '#domain';
import type { Farm, SyncStatus } from '#sync/farm.ts';
import type { WaitingBlobs } from '#sync/blobs/farm-blobs.ts';
import { useEffect, useRef } from 'react';
import { toastSuccess } from '#ui';
import styles from './shell.module.css';

const icons: Readonly<Record<ChipTone, typeof Check>> = {
  calm: Check,
  waiting: Clock,
  late: ClockAlert,
  busy: CloudUpload,
  error: TriangleAlert,
};

/** Number of unsent records and files, always in the same place. Opens Pendientes. */
export const SyncChip = ({ onOpen }: { readonly onOpen: () => void }) => {
  const status = useFarmStatus();
  const files = useAttachmentsToSend();
  const { text, short, tone } = chipWords(status, files, useMinute());
  useIconNumber(status, files);
  useSentWord(status, files);
  const Icon = icons[tone];
  return (
    <button type="button" className={styles.chip} data-tone={tone} onClick={onOpen}>
      <Icon size={20} />
      <span className={styles.chipWords}>
        <span className={short && styles.chipFull}>{text}</span>
        {short ? (
          <span className={styles.chipShort} aria-hidden>
            {short}
          </span>
        ) : null}
      </span>
    </button>
  );
};

type ChipTone = 'calm' | 'waiting' | 'late' | 'busy' | 'error';

interface Words {
  readonly text: string;
  /** Shown on narrow phones instead of `text` (ux.md §4.8: '3 pend.'). */
  readonly short?: string;
  readonly tone: ChipTone;
}

/** Adds the age once it is late: after 15 minutes with signal, then after a day (offline.md §2.9). */
function waitingWords(status: SyncStatus, nowMs: number): Words {
  const age = waitingAge(status, nowMs);
  if (age.is === 'old')
    return { text: `${formatNumber(status.waiting)} sin enviar ${sinceText(age.since, nowMs) ?? ''}`, tone: 'error' };
  if (age.is === 'late')
    return { text: `${formatNumber(status.waiting)} sin enviar hace ${spanText(age.stuckMs)}`, tone: 'late' };
  const pending = counted(status.waiting, 'pendiente');
  const count = formatNumber(status.waiting);
  return status.reach === 'unreachable'
    ? { text: `Sin señal · ${pending}`, short: `Sin señal · ${count}`, tone: 'waiting' }
    : { text: pending, short: `${count} pend.`, tone: 'waiting' };
}

/** State of outbox and connection (ux.md §1.2, §5.3): never 'Al día' while anything waits or is unknown. */
export function chipWords(status: SyncStatus, { photos, voices, papers, refused }: WaitingBlobs, nowMs: number): Words {
  const { reach, waiting, sending, preparing, mustUpdate } = status;
  const withError = status.withError + refused;
  if (withError > 0) return { text: `${formatNumber(withError)} con error`, tone: 'error' };
  if (sending) {
    const [now, all] = [Math.min(sending.done + 1, sending.total), sending.total].map((count) => formatNumber(count));
    return { text: `Enviando ${now} de ${all}…`, short: `${now}/${all}`, tone: 'busy' };
  }
  if (waiting > 0) return waitingWords(status, nowMs);
  if (photos + voices + papers > 0) {
    const files = attachmentSentences.toSend(photos, voices, papers);
    return { text: reach === 'unreachable' ? `Sin señal · ${files}` : files, tone: 'waiting' };
  }
  if (status.noSpace) return { text: 'Sin lugar', tone: 'late' };
  if (status.turnedBack || status.isBehind) return { text: 'Falta lo nuevo', tone: 'late' };
  if (preparing !== null && reach !== 'unreachable') {
    const share = `${Math.round(preparing * 100)} %`;
    return { text: `Preparando… ${share}`, short: share, tone: 'busy' };
  }
  if (reach === 'unreachable') return { text: 'Sin señal', tone: 'waiting' };
  if (mustUpdate) return { text: problems.UPGRADE_REQUIRED.message, tone: 'waiting' };
  return reach === 'reachable' && status.ready
    ? { text: 'Al día', tone: 'calm' }
    : { text: 'Comprobando…', short: '…', tone: 'busy' };
}

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
