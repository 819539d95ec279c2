import { problems } from '../../../contract/problems.ts';
import { attachmentSentences } from '../../../contract/sentences-attachments.ts';
import { counted } from '../../../domain/text.ts';
import type { SyncStatus } from '../../sync/farm.ts';

export type ChipTone = 'calm' | 'waiting' | 'busy' | 'error';

/** What the chip says of the outbox and of the link (ux.md §1.2, §5.3): never 'Al día' while anything waits or is not known. */
export function chipWords(
  status: SyncStatus,
  { photos, voices }: { readonly photos: number; readonly voices: number },
): { readonly text: string; readonly tone: ChipTone } {
  const { reach, waiting, sending, withError, preparing, mustUpdate } = status;
  if (withError > 0) return { text: `${withError} con error`, tone: 'error' };
  if (sending)
    return { text: `Enviando ${Math.min(sending.done + 1, sending.total)} de ${sending.total}…`, tone: 'busy' };
  const pending = counted(waiting, 'pendiente');
  if (waiting > 0) return { text: reach === 'unreachable' ? `Sin señal · ${pending}` : pending, tone: 'waiting' };
  if (photos + voices > 0) {
    const files = attachmentSentences.toSend(photos, voices);
    return { text: reach === 'unreachable' ? `Sin señal · ${files}` : files, tone: 'waiting' };
  }
  if (preparing !== null && reach !== 'unreachable')
    return { text: `Preparando… ${Math.round(preparing * 100)} %`, tone: 'busy' };
  if (reach === 'unreachable') return { text: 'Sin señal', tone: 'waiting' };
  if (mustUpdate) return { text: problems.UPGRADE_REQUIRED.message, tone: 'waiting' };
  return reach === 'reachable' && status.ready
    ? { text: 'Al día', tone: 'calm' }
    : { text: 'Comprobando…', tone: 'busy' };
}
