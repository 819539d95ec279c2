import { ReceiptText } from 'lucide-react';
import { askedTogether, formatInstant, invoiceWords, isDeleted, type Movement, parentOf, type Review } from '#domain';
import type { MovementView } from '#sync/farm.ts';
import { Photos } from '#farm/attachments/photos.tsx';
import { photosIn } from '#farm/attachments/photos-in.ts';
import { ButtonTo, useLive, useRecordNames } from '#platform';
import { LeftBehind } from '#farm/left-behind.tsx';
import { useReviewQuestions } from '#farm/review-questions.tsx';
import { Notice } from '#ui';
import styles from './movements.module.css';

/** Why a movement is up for review. */
export const ReviewNotice = ({ movement }: { readonly movement: Movement }) =>
  movement.review ? <Questions movement={movement} review={movement.review} /> : null;

const Questions = ({ movement, review }: { readonly movement: Movement; readonly review: Review }) => {
  const question = useReviewQuestions(movement);
  return question ? (
    <Notice tone="warn" title="A revisar" {...(review.left && { action: <LeftBehind movement={movement} /> })}>
      {askedTogether(review.reasons).map(question).join(' ')}
    </Notice>
  ) : null;
};

/** Why animals left during a withdrawal (domain.md §3.2, SELL). */
export const WithdrawalReason = ({ movement }: { readonly movement: Movement }) => {
  const reason = movement.metadata['withdrawal_reason'];
  return typeof reason === 'string' && reason !== '' ? <p>{`Salió en período de retiro: ${reason}`}</p> : null;
};

/** Why the server rejected the newest change. */
export const RefusalNotice = ({ view }: { readonly view: MovementView }) =>
  view.problem ? (
    <Notice tone="danger" title="El servidor no lo aceptó">
      {view.problem}
    </Notice>
  ) : null;

/** Photos, on this phone or still to download. */
export const MovementPhotos = ({ movement }: { readonly movement: Movement }) => (
  <Photos digests={photosIn(movement.metadata['photos'])} />
);

/** Links to the parent record and the invoice. */
export const Origins = ({ movement }: { readonly movement: Movement }) => {
  const parent = parentOf(movement);
  const invoice = useLive(async (views) => (await views.invoicesOf([movement.id])).get(movement.id), [movement.id]);
  return (
    <>
      {parent === null ? null : (
        <ButtonTo to="/data/$id" params={{ id: parent }}>
          Ver el registro que lo hizo
        </ButtonTo>
      )}
      {invoice ? (
        <ButtonTo to="/billing/$id" params={{ id: invoice.id }} icon={<ReceiptText />}>
          {invoiceWords(invoice)}
        </ButtonTo>
      ) : null}
    </>
  );
};

/** Who deleted it and when, marked if unsent. */
const Deleted = ({ view: { movement, pendingOp } }: { readonly view: MovementView }) => {
  const names = useRecordNames();
  const { deletedBy, deletedAt } = movement.metadata;
  if (!isDeleted(movement) || !names) return null;
  const when = typeof deletedAt === 'string' ? ` · ${formatInstant(deletedAt)}` : '';
  return (
    <p>{`Eliminó ${names.person(deletedBy ?? '')}${when}${pendingOp === null ? '' : ' · todavía no se envió'}`}</p>
  );
};

/** Who recorded it and when, when the server received it, who deleted it. */
export const Traces = ({ view }: { readonly view: MovementView }) => {
  const received = view.movement['synced_at'];
  return (
    <div className={styles.facts}>
      <p>
        Registró {view.author ?? 'alguien del equipo'} · {formatInstant(view.movement.created_at)}
      </p>
      {typeof received === 'string' && view.state === 'enviado' ? <p>Recibido {formatInstant(received)}</p> : null}
      <Deleted view={view} />
    </div>
  );
};
