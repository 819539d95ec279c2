import { Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { formatDay, formatInstant } from '../../../domain/dates.ts';
import { withCount } from '../../../domain/text.ts';
import type { PendingView, SyncStatus } from '../../sync/farm.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useAttachmentsToSend } from '../../frame/attachments/to-send.ts';
import { useFarm, useFarmStatus, useLive } from '../../frame/farm-context.tsx';
import { ButtonTo } from '../../frame/links.tsx';
import { badgeOf } from '../../frame/movement-row.tsx';
import { sinceText, spanText, useMinute, type WaitingAge, waitingAge } from '../../frame/waiting-age.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { GiveRecords } from './give-records.tsx';
import { RefusedFiles } from './refused-files.tsx';
import { AttachmentsToSend, SendNow } from './send-now.tsx';
import { TakeRecords } from './take-records.tsx';
import { share } from '../../frame/share.ts';

interface PendingSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Absent for a farm that is not open: none of its forms can be. */
  readonly onCorrect?: (opId: string) => void;
}

/** Pendientes: what is not on the server yet, why, and what to do about it (ux.md §4.8, offline.md §2.9). */
export const PendingSheet = ({ open, onClose, onCorrect }: PendingSheetProps) => {
  const [step, setStep] = useState<Step>('list');
  const close = (): void => {
    // Back from a step is the list, not the screen behind.
    if (step === 'list') onClose();
    else setStep('list');
  };
  return (
    <Sheet open={open} title={titles[step]} onClose={close} footer={step === 'list' ? <SendNow /> : undefined}>
      {step === 'list' ? <Pending {...(onCorrect && { onCorrect })} onStep={setStep} /> : null}
      {step === 'give' ? <GiveRecords /> : null}
      {step === 'take' ? <TakeRecords /> : null}
    </Sheet>
  );
};

const titles = { list: 'Pendientes', give: 'Entregar registros', take: 'Recibir registros' } as const;
type Step = keyof typeof titles;

interface PendingProps {
  readonly onCorrect?: (opId: string) => void;
  readonly onStep: (step: Step) => void;
}

const Pending = ({ onCorrect, onStep }: PendingProps) => {
  const status = useFarmStatus();
  const age = waitingAge(status, useMinute());
  const pending = useLive((views) => views.pending());
  const { photos, voices, refused } = useAttachmentsToSend();
  if (!pending) return <Skeleton rows={3} />;
  const failed = pending.filter((item) => item.problem !== null);
  const waiting = pending.filter((item) => item.problem === null);
  const last = status.lastSentAt ? formatInstant(status.lastSentAt) : null;
  const hasOwn = pending.some((item) => item.author === null);
  const give = (): void => onStep('give');
  return (
    <Stack>
      <Situation isEmpty={waiting.length === 0} last={last} age={age} {...(hasOwn && { onGive: give })} />
      <AttachmentsToSend />
      {failed.length + refused > 0 ? (
        <section aria-label="Con error">
          <h3>{withCount('Con error', failed.length + refused)}</h3>
          {failed.length > 0 ? (
            <RowList label="Con error" edged>
              {failed.map((item) => (
                <li key={item.opId}>
                  <Failed item={item} {...(onCorrect && { onCorrect })} />
                </li>
              ))}
            </RowList>
          ) : null}
          {refused > 0 ? <RefusedFiles /> : null}
        </section>
      ) : null}
      {waiting.length > 0 ? (
        <section aria-label="Por enviar">
          <h3>{withCount('Por enviar', waiting.length)}</h3>
          <RowList label="Por enviar" edged>
            {waiting.map((item) => (
              <li key={item.opId}>
                <Row
                  title={item.title}
                  subtitle={[
                    item.summary,
                    item.author && `de ${item.author}`,
                    formatInstant(item.recordedAt),
                    item.waitsFor && `espera a «${item.waitsFor}»`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  right={<Badge item={item} />}
                />
              </li>
            ))}
          </RowList>
        </section>
      ) : null}
      {pending.length === 0 && photos + voices + refused === 0 ? (
        <EmptyState>No hay nada por enviar.{last ? ` Último envío: ${last}` : ''}</EmptyState>
      ) : null}
      <Cluster>
        {hasOwn && !isOffered(status, age) ? (
          <Button icon={<Share2 size={24} aria-hidden />} onClick={give}>
            Entregar a otro celular
          </Button>
        ) : null}
        {onCorrect ? (
          <Button icon={<Download size={24} aria-hidden />} onClick={() => onStep('take')}>
            Recibir registros
          </Button>
        ) : null}
      </Cluster>
      <SentToday />
    </Stack>
  );
};

/** Whether handing over is offered above already: nothing else helps what waits for more than a day. */
const isOffered = ({ needsSignIn, mustUpdate }: SyncStatus, age: WaitingAge): boolean =>
  age.is === 'old' && !needsSignIn && !mustUpdate;

interface SituationProps {
  readonly age: WaitingAge;
  readonly isEmpty: boolean;
  readonly last: string | null;
  /** Absent where there is nothing of this person's own to hand over. */
  readonly onGive?: () => void;
}

/** Whether there is signal, and what the person has to do: nothing, most of the time. */
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

/** How far a record is, and since when it has not got further: 'Pendiente desde ayer'. */
const Badge = ({ item }: { readonly item: PendingView }) => {
  const since = sinceText(item.recordedAt, useMinute());
  return <StateBadge state={badgeOf[item.state]} {...(since && { since })} />;
};

interface FailedProps {
  readonly item: PendingView;
  readonly onCorrect?: (opId: string) => void;
}

const Failed = ({ item, onCorrect }: FailedProps) => {
  const farm = useFarm();
  const [discarding, setDiscarding] = useState(false);
  const copy = JSON.stringify(
    { registro: item.title, detalle: item.summary, cargado: item.recordedAt, motivo: item.problem?.message },
    null,
    2,
  );
  return (
    <Row
      title={item.title}
      subtitle={
        <>
          {item.summary}
          <br />
          <strong>{item.problem?.message}</strong>
          {item.problem?.issues
            .filter((issue) => issue.message !== item.problem?.message)
            .map((issue) => (
              <span key={`${issue.path} ${issue.message}`}>
                <br />
                {issue.message}
              </span>
            ))}
        </>
      }
      right={<StateBadge state="failed" />}
      actions={
        <Cluster>
          {item.canCorrect && onCorrect ? (
            <Button compact onClick={() => onCorrect(item.opId)}>
              Corregir
            </Button>
          ) : null}
          <Button compact onClick={() => void farm.acts.retry(item.opId)}>
            Reintentar
          </Button>
          <Button compact onClick={() => void share('tranquera-registro.json', copy)}>
            Compartir copia
          </Button>
          <Button compact variant="danger" onClick={() => setDiscarding(true)}>
            Descartar
          </Button>
          <DiscardDialog
            open={discarding}
            what={`${item.title} · ${item.summary}`}
            onClose={() => setDiscarding(false)}
            onDiscard={() => void farm.acts.discard(item.opId)}
          />
        </Cluster>
      }
    />
  );
};

const SentToday = () => {
  const sent = useLive((views) => views.sentToday());
  if (!sent || sent.length === 0) return null;
  return (
    <details>
      <summary>{withCount('Enviados hoy', sent.length)}</summary>
      <RowList label="Enviados hoy" edged>
        {sent.map((item) => (
          <li key={item.opId}>
            <Row
              title={item.title}
              subtitle={[item.summary, formatInstant(item.recordedAt)].filter(Boolean).join(' · ')}
              right={<StateBadge state="sent" />}
            />
          </li>
        ))}
      </RowList>
    </details>
  );
};
