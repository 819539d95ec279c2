import { Send } from 'lucide-react';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { formatDay, success } from '#domain';
import { useAttachmentsToSend } from '#farm/attachments/to-send.ts';
import { spanText, type WaitingAge } from '#farm/waiting-age.ts';
import { useOnce } from '#forms';
import { ButtonTo, useFarm, useFarmStatus } from '#platform';
import { guarded } from '#sync/acts/guarded.ts';
import type { SyncStatus } from '#sync/farm.ts';
import { Button, Notice, toastError } from '#ui';

interface SituationProps {
  readonly age: WaitingAge;
  readonly isEmpty: boolean;
  readonly last: string | null;
  /** Absent if none of the person's own records wait. */
  readonly onGive?: () => void;
}

/** Connection state and what the person must do, mostly nothing. */
export const Situation = ({ age, isEmpty, last, onGive }: SituationProps) => {
  const { reach, needsSignIn, mustUpdate } = useFarmStatus();
  if (needsSignIn) {
    return (
      <Notice tone="warn" action={<ButtonTo to="/log-in">Iniciar sesión</ButtonTo>}>
        Iniciá sesión para enviar. Tus registros están guardados en este celular.
      </Notice>
    );
  }
  if (mustUpdate) {
    return (
      <Notice tone="warn">
        Falta actualizar la app para enviar. Tus registros están guardados en este celular y se envían después.
      </Notice>
    );
  }
  if (age.is === 'old') {
    return (
      <Notice tone="danger" action={onGive && <Button onClick={onGive}>Entregar a otro celular</Button>}>
        Tenés registros sin enviar desde el {formatDay(age.since)}. {oldAdvice(reach)}
      </Notice>
    );
  }
  if (age.is === 'late') {
    return (
      <Notice tone="warn">
        Hay señal, pero hace {spanText(age.stuckMs)} que no se puede enviar. Tus registros están guardados en este
        celular y se envían solos.
      </Notice>
    );
  }
  if (isEmpty) return null;
  return (
    <Notice>
      {reach === 'unreachable' ? 'Sin señal. Se envían solos al volver.' : 'Se envían solos.'}
      {last ? ` Último envío: ${last}` : ''}
    </Notice>
  );
};

const oldAdvice = (reach: SyncStatus['reach']): string =>
  reach === 'reachable'
    ? 'Hay señal y no salen: probá «Enviar ahora» o entregalos a otro celular.'
    : 'Acercate a una zona con señal y abrí la app.';

/** A press that sent nothing has an answer. What waits for a person (the log-in, an update, a correction) has its notice on the screen. */
function sayWhatStays(before: SyncStatus, { waiting, withError, reach, needsSignIn, mustUpdate }: SyncStatus): void {
  if (waiting < before.waiting || waiting === 0 || withError > 0 || needsSignIn || mustUpdate) return;
  // Short: a toast stands for two seconds (product.md §8).
  toastError(
    reach === 'unreachable'
      ? 'Sin señal. Se envía solo al volver.'
      : 'Todavía no se pudo enviar. Se envía solo después.',
  );
}

export const SendNow = () => {
  const farm = useFarm();
  const { waiting, withError } = useFarmStatus();
  const { photos, voices, papers, refused } = useAttachmentsToSend();
  const send = useOnce(async () => {
    const before = farm.status();
    const sent = await guarded(async () => success(await farm.acts.sendNow()));
    if (sent.ok) sayWhatStays(before, farm.status());
    else if (sent.problem.reason === 'storage') toastError(sent.problem.message);
  });
  return waiting + photos + voices + papers + refused > 0 ? (
    <Button variant="primary" wide busy={send.busy} icon={<Send />} onClick={send.run}>
      Enviar ahora
    </Button>
  ) : withError > 0 ? null : undefined;
};

/** Attachments still on this phone: they are sent after their record. */
export const AttachmentsToSend = () => {
  const { photos, voices, papers } = useAttachmentsToSend();
  return photos + voices + papers > 0 ? <Notice>{attachmentSentences.toSend(photos, voices, papers)}</Notice> : null;
};
