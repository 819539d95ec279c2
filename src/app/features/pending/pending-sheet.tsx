import { Download, Pencil, RotateCw, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { counted, drawingOf, formatInstant, joined, recordWords, relativeInstant, withCount } from '#domain';
import { useAttachmentsToSend } from '#farm/attachments/to-send.ts';
import { OthersWaiting } from '#farm/others-waiting.tsx';
import { TypedValues } from '#farm/typed-values.tsx';
import { useMinute, waitingAge, type WaitingAge } from '#farm/waiting-age.ts';
import { share, useFarm, useFarmStatus, useLive, useToday } from '#platform';
import { useUnsentElsewhere } from '#farm/unsent-elsewhere.ts';
import type { PendingView, SyncStatus } from '#sync/farm.ts';
import {
  Button,
  Cluster,
  EmptyScene,
  IconButton,
  Notice,
  RecordRow,
  RowList,
  Sheet,
  Skeleton,
  Stack,
  StateBadge,
} from '#ui';
import { FutureDates } from './future-records.tsx';
import { GiveRecords } from './give-records.tsx';
import styles from './pending.module.css';
import { alikeIn, DiscardDialog, discardedBy, nameOf, QueuedRow } from './queued-row.tsx';
import { RefusedFiles } from './refused-files.tsx';
import { AttachmentsToSend, SendNow, Situation } from './situation.tsx';
import { TakeRecords } from './take-records.tsx';

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
  const elsewhere = useUnsentElsewhere();
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
          {failed.length > 0 ? (
            <>
              <FutureDates />
              <RowList label="Con error" edged>
                {failed.map((item) => (
                  <li key={item.opId}>
                    <Failed item={item} onCorrect={onCorrect} />
                  </li>
                ))}
              </RowList>
            </>
          ) : null}
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
        <EmptyScene name="mill">
          No hay nada por enviar{elsewhere > 0 ? ' de este establecimiento' : ''}.{last ? ` Último envío: ${last}` : ''}
        </EmptyScene>
      ) : null}
      {elsewhere > 0 && onCorrect ? (
        <Notice>
          En este celular hay {counted(elsewhere, 'registro')} sin enviar de otro establecimiento: para{' '}
          {elsewhere === 1 ? 'verlo' : 'verlos'}, elegilo.
        </Notice>
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

interface FailedProps extends Pick<PendingProps, 'onCorrect'> {
  readonly item: PendingView;
}

/** A refused record with its reason and actions. */
const Failed = ({ item, onCorrect }: FailedProps) => {
  const farm = useFarm();
  const today = useToday();
  const named = nameOf(item, today);
  const { where, ...words } = recordWords(item.movementType, item.title, item.summary);
  const [discarding, setDiscarding] = useState(false);
  const typed = useLive((views) => views.pendingPayload(item.opId), [item.opId]);
  const copy = (): string => {
    const { title: registro, summary: detalle, recordedAt: cargado } = item;
    return JSON.stringify(
      { registro, detalle, datos: typed ?? undefined, cargado, motivo: item.problem?.message },
      null,
      2,
    );
  };
  const said = item.problem?.message;
  return (
    <div className={styles.failed}>
      <RecordRow
        {...drawingOf(item.subject, item.movementType)}
        {...words}
        subtitle={joined(...where, relativeInstant(item.recordedAt, today))}
        mark={<StateBadge state="failed" />}
      />
      <div className={styles.reason}>
        <p>{said}</p>
        {item.problem?.issues
          .filter((issue) => issue.message !== said)
          .map((issue) => (
            <p key={`${issue.path} ${issue.message}`}>{issue.message}</p>
          ))}
      </div>
      {typed && !item.canCorrect && item.subject !== 'movement' ? (
        <TypedValues type={null} subject={item.subject} body={typed} />
      ) : null}
      <div className={styles.acts}>
        {item.canCorrect && onCorrect ? (
          <Button
            compact
            aria-label={`Corregir: ${named}`}
            icon={<Pencil size={22} />}
            onClick={() => onCorrect(item.opId)}
          >
            Corregir
          </Button>
        ) : null}
        <IconButton
          variant="default"
          label="Reintentar"
          of={named}
          icon={<RotateCw size={22} />}
          onClick={() => void farm.acts.retry(item.opId)}
        />
        <IconButton
          variant="default"
          label="Compartir copia"
          of={named}
          icon={<Share2 size={22} />}
          onClick={() => void share('tranquera-registro.json', copy())}
        />
        <IconButton
          variant="default"
          className={styles.danger}
          label="Descartar"
          of={named}
          icon={<Trash2 size={22} />}
          onClick={() => setDiscarding(true)}
        />
      </div>
      <DiscardDialog
        open={discarding}
        subject={discardedBy[item.act]}
        what={named}
        onClose={() => setDiscarding(false)}
        onDiscard={() => void farm.acts.discard(item.opId)}
      />
    </div>
  );
};
