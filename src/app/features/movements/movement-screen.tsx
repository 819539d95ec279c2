import { useEffect, useState } from 'react';
import { Pencil, ReceiptText, Repeat } from 'lucide-react';
import { sentences } from '#contract/sentences.ts';
import { NothingHere } from '#farm/nothing-here.tsx';
import {
  Badge,
  Button,
  Card,
  Cluster,
  IconTile,
  MovementIcon,
  Notice,
  PageHeading,
  Skeleton,
  Stack,
  StateBadge,
} from '#ui';
import { ButtonTo, useLive, useRecordNames, useRole, useUserId } from '#platform';
import {
  askedTogether,
  formatDay,
  formatInstant,
  invoiceWords,
  isDeleted,
  isRecord,
  kindOf,
  labelOf,
  mayChange,
  type Movement,
  parentOf,
  type Review,
  stateLabel,
} from '#domain';
import type { MovementView } from '#sync/farm.ts';
import { badgeOf } from '#farm/movement-row.tsx';
import { Photos } from '#farm/attachments/photos.tsx';
import { photosIn } from '#farm/attachments/thumbnail.tsx';
import { LeftBehind } from '#farm/left-behind.tsx';
import { useReviewQuestions } from '#farm/review-questions.tsx';
import { DeleteMovement } from './delete-movements.tsx';
import { EditHistory } from './edit-history.tsx';
import { EffectTable } from './effect-table.tsx';
import { RecordFacts } from './record-facts.tsx';
import styles from './movements.module.css';

interface MovementScreenProps extends MovementActs {
  readonly id: string;
  /** The record got its final id: the address follows. */
  readonly onRenamed: (id: string) => void;
}

/** The detail of a movement, exactly as product.md §2 says. */
export const MovementScreen = ({ id, ...acts }: MovementScreenProps) => {
  const view = useLive((views) => views.movement(id), [id]);
  const { onRenamed } = acts;
  const realId = view?.movement.id;
  useEffect(() => {
    // The temporary id of a sale or purchase (`-17`) is replaced by the server's.
    if (realId && realId !== id && !realId.startsWith('-')) onRenamed(realId);
  }, [realId, id, onRenamed]);
  if (view === undefined) return <Skeleton rows={5} />;
  if (view === null) return <NoMovement id={id} />;
  return <MovementDetail view={view} {...acts} />;
};

/** One that the server refused counts nowhere and is no record yet: it waits where it can be corrected. */
const NoMovement = ({ id }: { readonly id: string }) => {
  const pending = useLive((views) => views.pending());
  if (pending === undefined) return <Skeleton rows={5} />;
  if (!pending.some((one) => one.entityId === id && one.problem !== null))
    return (
      <NothingHere title={sentences.movementTitle} to="/data">
        No se encontró este movimiento.
      </NothingHere>
    );
  return (
    <>
      <PageHeading title={sentences.movementTitle} />
      <Notice
        tone="danger"
        title="El servidor no lo aceptó"
        action={
          <ButtonTo to="/dashboard" search={{ pendientes: 1 }} compact>
            Ver pendientes
          </ButtonTo>
        }
      >
        Sigue en este celular y todavía no cuenta. Corregilo o descartalo en Pendientes.
      </Notice>
    </>
  );
};

interface MovementActs {
  readonly onEdit: (id: string) => void;
  readonly onRepeat: (type: string) => void;
  readonly onGone: () => void;
}

/** A movement's data, history and actions. */
export const MovementDetail = ({ view, onEdit, onRepeat, onGone }: { readonly view: MovementView } & MovementActs) => {
  const [openedAt] = useState(() => Date.now());
  const { movement } = view;
  const userId = useUserId();
  const kind = kindOf(movement.type);
  const role = useRole();
  const reason = movement.metadata.withdrawal_reason;
  const isOwn = isRecord(movement) && parentOf(movement) === null && !isDeleted(movement);
  const mayTouch = isOwn && mayChange(role, userId, movement, openedAt);
  return (
    <>
      <Cluster>
        <Badge tone={isDeleted(movement) ? 'danger' : 'ok'}>{stateLabel(movement)}</Badge>
        <StateBadge state={badgeOf[view.state]} iconOnly={false} />
      </Cluster>
      <PageHeading title={sentences.movementTitle} />
      <Card>
        <Stack>
          <p>{formatDay(movement.date)}</p>
          <Cluster>
            <IconTile group={kind.group}>
              <MovementIcon name={kind.icon} />
            </IconTile>
            <h2>{labelOf(movement.type, movement.metadata)}</h2>
          </Cluster>
          <p className={styles.detail}>{movement.detail || movement.reference || view.summary}</p>
          {movement.detail && view.summary ? <p>{view.summary}</p> : null}
          {typeof reason === 'string' && reason !== '' ? <p>{`Salió en período de retiro: ${reason}`}</p> : null}
          <Photos digests={photosIn(movement.metadata.photos)} />
          {movement.review ? <Questions movement={movement} review={movement.review} /> : null}
          {view.problem ? (
            <Notice tone="danger" title="El servidor no lo aceptó">
              {view.problem}
            </Notice>
          ) : null}
          <Traces view={view} />
        </Stack>
      </Card>
      <RecordFacts movement={movement} />
      <EffectTable view={view} />
      <EditHistory movement={movement} />
      <Cluster>
        <Origins movement={movement} />
        {mayTouch ? (
          <Button icon={<Pencil />} onClick={() => onEdit(movement.id)}>
            Editar
          </Button>
        ) : null}
        {kind.recorded ? (
          <Button icon={<Repeat />} onClick={() => onRepeat(movement.type)}>
            Repetir
          </Button>
        ) : null}
        {mayTouch ? <DeleteMovement view={view} onGone={onGone} /> : null}
      </Cluster>
    </>
  );
};

const Questions = ({ movement, review }: { readonly movement: Movement; readonly review: Review }) => {
  const question = useReviewQuestions(movement);
  return question ? (
    <Notice tone="warn" title="A revisar" {...(review.left && { action: <LeftBehind movement={movement} /> })}>
      {askedTogether(review.reasons).map(question).join(' ')}
    </Notice>
  ) : null;
};

const Origins = ({ movement }: { readonly movement: Movement }) => {
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
const Traces = ({ view }: { readonly view: MovementView }) => {
  const received = view.movement.synced_at;
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
