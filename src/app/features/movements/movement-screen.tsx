import { Pencil, Repeat, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { constants } from '../../../contract/constants.ts';
import { sentences } from '../../../contract/sentences.ts';
import { formatDay, formatInstant } from '../../../domain/dates.ts';
import { isDeleted, type Movement, type ReviewReason, stateLabel } from '../../../domain/movements/movement.ts';
import { mayChange } from '../../../domain/movements/permissions.ts';
import { kindOf } from '../../../domain/movements/registry.ts';
import { fullName } from '../../../domain/people/names.ts';
import type { MovementView } from '../../sync/farm.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { MovementIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useLive } from '../farm-context.tsx';
import { ButtonTo } from '../links.tsx';
import { badgeOf } from '../movement-row.tsx';
import { useSession } from '../session-context.tsx';
import { DeleteMovement } from './delete-movement.tsx';
import { EffectTable } from './effect-table.tsx';
import styles from './movements.module.css';

interface MovementScreenProps {
  readonly id: string;
  readonly onEdit: (id: string) => void;
  readonly onRepeat: (type: string) => void;
  readonly onGone: () => void;
  /** The record has got its own id: the address follows. */
  readonly onRenamed: (id: string) => void;
}

/** The detail of a movement, to the letter of product.md §2. */
export const MovementScreen = ({ id, ...acts }: MovementScreenProps) => {
  const view = useLive((views) => views.movement(id), [id]);
  const { onRenamed } = acts;
  const realId = view?.movement.id;
  useEffect(() => {
    // A temporary id of a sale or purchase (`-17`) gives way to the server's.
    if (realId && realId !== id && !realId.startsWith('-')) onRenamed(realId);
  }, [realId, id, onRenamed]);
  if (view === undefined) return <Skeleton rows={5} />;
  if (view === null) {
    return (
      <>
        <PageHeading title={sentences.movementTitle} />
        <EmptyState action={<ButtonTo to="/data">Volver a Movimientos</ButtonTo>}>
          No se encontró este movimiento.
        </EmptyState>
      </>
    );
  }
  return <Detail view={view} {...acts} />;
};

const Detail = ({
  view,
  onEdit,
  onRepeat,
  onGone,
}: { readonly view: MovementView } & Omit<MovementScreenProps, 'id'>) => {
  const { movement } = view;
  const { state } = useSession();
  const kind = kindOf(movement.type);
  const role = state.role ?? 'user';
  const mayTouch = kind.recorded && !isDeleted(movement) && mayChange(role, state.user?.id ?? '', movement, Date.now());
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
            <h2>{kind.label}</h2>
          </Cluster>
          <p className={styles.detail}>{movement.detail || movement.reference || view.summary}</p>
          {movement.detail && view.summary ? <p>{view.summary}</p> : null}
          <ReviewNotice movement={movement} />
          <Traces view={view} />
        </Stack>
      </Card>
      <EffectTable lines={view.lines} />
      <EditHistory movement={movement} />
      <Cluster>
        {mayTouch ? (
          <Button icon={<Pencil size={24} aria-hidden />} onClick={() => onEdit(movement.id)}>
            Editar
          </Button>
        ) : null}
        {kind.recorded ? (
          <Button icon={<Repeat size={24} aria-hidden />} onClick={() => onRepeat(movement.type)}>
            Repetir
          </Button>
        ) : null}
        {mayTouch ? (
          <DeleteMovement view={view} onGone={onGone}>
            <Trash2 size={24} aria-hidden />
          </DeleteMovement>
        ) : null}
      </Cluster>
    </>
  );
};

const reasons: Readonly<Record<ReviewReason, string>> = {
  negative_cell: 'Faltan animales por justificar en ese lote',
  missing_reference: 'El lote, rodeo o campo ya no existe o no se pudo saber cuál era',
  possible_duplicate: 'Otra persona cargó lo mismo ese día',
  conflict: 'Otro usuario también lo cambió',
  role: 'Espera la mirada de un administrador',
};

const ReviewNotice = ({ movement }: { readonly movement: Movement }) =>
  movement.review ? (
    <Notice tone="warn" title="A revisar">
      {movement.review.reasons.map((reason) => reasons[reason]).join('. ')}
    </Notice>
  ) : null;

/** Who recorded it and when, and when the server had it. */
const Traces = ({ view }: { readonly view: MovementView }) => {
  const received = view.movement['synced_at'];
  return (
    <div className={styles.facts}>
      <p>
        Registró {view.author ?? 'alguien del equipo'} · {formatInstant(view.movement.created_at)}
      </p>
      {typeof received === 'string' && view.state === 'enviado' ? <p>Recibido {formatInstant(received)}</p> : null}
    </div>
  );
};

const firstEdits = 3;

/** 'Historial de ediciones' with its 'Ver todo', scrollable, 500 px at most (product.md §2). */
const EditHistory = ({ movement }: { readonly movement: Movement }) => {
  const [open, setOpen] = useState(false);
  const members = useLive((views) => views.members());
  const edits = movement.metadata.editHistory.toReversed();
  const nameOf = (id: string | null): string => {
    const member = members?.find((person) => person.id === id);
    return member ? fullName(member) : 'Alguien del equipo';
  };
  return (
    <Card
      title={sentences.editHistory}
      action={
        <Button variant="quiet" compact aria-expanded={open} onClick={() => setOpen(!open)}>
          {sentences.seeAll}
        </Button>
      }
    >
      {edits.length === 0 ? <p>Nadie lo editó.</p> : null}
      <div
        className={styles.history}
        style={{ maxHeight: constants.editHistoryMaxHeightPx }}
        role="region"
        aria-label={sentences.editHistory}
        tabIndex={0}
      >
        <RowList label={sentences.editHistory}>
          {edits.slice(0, open ? undefined : firstEdits).map((edit) => (
            <li key={`${edit.editedAt} ${edit.editedBy}`}>
              <Row title={nameOf(edit.editedBy)} right={formatInstant(edit.editedAt)} />
            </li>
          ))}
        </RowList>
      </div>
    </Card>
  );
};
