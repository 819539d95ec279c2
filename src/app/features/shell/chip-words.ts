import { problems } from '#contract/problems.ts';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { counted, formatNumber } from '#domain';
import { sinceText, spanText, waitingAge } from '#farm/waiting-age.ts';
import type { SyncStatus } from '#sync/farm.ts';
import type { WaitingBlobs } from '#sync/blobs/farm-blobs.ts';

export type ChipTone = 'calm' | 'waiting' | 'late' | 'busy' | 'error';

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
  if (status.turnedBack) return { text: 'Falta lo nuevo', tone: 'late' };
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
