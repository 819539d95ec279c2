import { Download, Send, Share2 } from 'lucide-react';
import { useState } from 'react';
import { formatInstant } from '#domain/dates.ts';
import { withCount } from '#domain/text.ts';
import type { SyncStatus } from '#sync/farm.ts';
import { Button, Cluster, EmptyScene, Notice, RowList, Sheet, Skeleton, Stack, toastError } from '#ui';
import { useAttachmentsToSend } from '#farm/attachments/to-send.ts';
import { ButtonTo, useFarm, useFarmStatus, useLive } from '#platform';
import { OthersWaiting } from '#farm/others-waiting.tsx';
import { spanText, useMinute, waitingAge, type WaitingAge } from '#farm/waiting-age.ts';
import { FailedRecords, RefusedFiles } from './failed-records.tsx';
import { GiveRecords } from './give-records.tsx';
import { alikeIn, QueuedRow } from './queued-row.tsx';
import { TakeRecords } from './take-records.tsx';
import { formatDay, success } from '#domain';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { useOnce } from '#forms';
import { guarded } from '#sync/acts/guarded.ts';

interface PendingSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Absent for a farm that is not open, as its forms cannot be. */
  readonly onCorrect?: ((opId: string) => void) | undefined;
}

/** Pendientes: what is not on the server, why, and what to do (ux.md §4.8, offline.md §2.9). */
export const PendingSheet = ({ open, onClose, onCorrect }: PendingSheetProps) => {
  const [step, setStep] = useState<Step>('list');
  const close = (): void => {
    // From a step, back leads to the list.
    if (step === 'list') onClose();
    else setStep('list');
  };
  return (
    <Sheet open={open} title={titles[step]} onClose={close} footer={step === 'list' ? <SendNow /> : undefined}>
      {step === 'list' ? <Pending onCorrect={onCorrect} onStep={setStep} /> : null}
      {step === 'give' ? <GiveRecords /> : null}
      {step === 'take' ? <TakeRecords /> : null}
    </Sheet>
  );
};

const titles = { list: 'Pendientes', give: 'Entregar registros', take: 'Recibir registros' } as const;
type Step = keyof typeof titles;

interface PendingProps {
  readonly onCorrect?: ((opId: string) => void) | undefined;
  readonly onStep: (step: Step) => void;
}

const Pending = ({ onCorrect, onStep }: PendingProps) => {
  const status = useFarmStatus();
  const age = waitingAge(status, useMinute());
  const pending = useLive((views) => views.pending());
  const { photos, voices, papers, refused } = useAttachmentsToSend();
  if (!pending) return <Skeleton rows={3} />;
  const failed = pending.filter((item) => item.problem !== null);
  const waiting = pending.filter((item) => item.problem === null);
  const isAlike = alikeIn(waiting);
  const last = status.lastSentAt ? formatInstant(status.lastSentAt) : null;
  const hasOwn = pending.some((item) => item.author === null);
  const give = (): void => onStep('give');
  return (
    <Stack>
      <Situation isEmpty={waiting.length === 0} last={last} age={age} {...(hasOwn && { onGive: give })} />
      <AttachmentsToSend />
      <OthersWaiting />
      {failed.length + refused > 0 ? (
        <section aria-label="Con error">
          <h3>{withCount('Con error', failed.length + refused)}</h3>
          <FailedRecords items={failed} onCorrect={onCorrect} />
          {refused > 0 ? <RefusedFiles /> : null}
        </section>
      ) : null}
      {waiting.length > 0 ? (
        <section aria-label="Por enviar">
          <h3>{withCount('Por enviar', waiting.length)}</h3>
          <RowList label="Por enviar" panel>
            {waiting.map((item) => (
              <li key={item.opId}>
                <QueuedRow item={item} onCorrect={onCorrect} isAlike={isAlike(item)} />
              </li>
            ))}
          </RowList>
        </section>
      ) : null}
      {pending.length === 0 && photos + voices + papers + refused === 0 ? (
        <EmptyScene name="mill">No hay nada por enviar.{last ? ` Último envío: ${last}` : ''}</EmptyScene>
      ) : null}
      <Cluster>
        {hasOwn && !isOffered(status, age) ? (
          <Button icon={<Share2 />} onClick={give}>
            Entregar a otro celular
          </Button>
        ) : null}
        {onCorrect ? (
          <Button icon={<Download />} onClick={() => onStep('take')}>
            Recibir registros
          </Button>
        ) : null}
      </Cluster>
      <SentToday onCorrect={onCorrect} />
    </Stack>
  );
};

/** Offered above already. */
const isOffered = ({ needsSignIn, mustUpdate }: SyncStatus, age: WaitingAge): boolean =>
  age.is === 'old' && !needsSignIn && !mustUpdate;

const SentToday = ({ onCorrect }: Pick<PendingProps, 'onCorrect'>) => {
  const sent = useLive((views) => views.sentToday());
  if (!sent || sent.length === 0) return null;
  return (
    <details>
      <summary>{withCount('Enviados hoy', sent.length)}</summary>
      <RowList label="Enviados hoy" panel>
        {sent.map((item) => (
          <li key={item.opId}>
            <QueuedRow item={item} onCorrect={onCorrect} isSent />
          </li>
        ))}
      </RowList>
    </details>
  );
};

interface SituationProps {
  readonly age: WaitingAge;
  readonly isEmpty: boolean;
  readonly last: string | null;
  /** Absent if none of the person's own records wait. */
  readonly onGive?: () => void;
}

/** Connection state and what the person must do, mostly nothing. */
const Situation = ({ age, isEmpty, last, onGive }: SituationProps) => {
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

const SendNow = () => {
  const farm = useFarm();
  const { waiting, withError } = useFarmStatus();
  const { photos, voices, papers, refused } = useAttachmentsToSend();
  const send = useOnce(async () => {
    const sent = await guarded(async () => success(await farm.acts.sendNow()));
    if (!sent.ok && sent.problem.reason === 'storage') toastError(sent.problem.message);
  });
  return waiting + photos + voices + papers + refused > 0 ? (
    <Button variant="primary" wide busy={send.busy} icon={<Send />} onClick={send.run}>
      Enviar ahora
    </Button>
  ) : withError > 0 ? null : undefined;
};

/** Attachments still on this phone: they are sent after their record. */
const AttachmentsToSend = () => {
  const { photos, voices, papers } = useAttachmentsToSend();
  return photos + voices + papers > 0 ? <Notice>{attachmentSentences.toSend(photos, voices, papers)}</Notice> : null;
};
