import { useState } from 'react';
import { Pencil, Repeat, Trash2 } from 'lucide-react';
import { sentences } from '#contract/sentences.ts';
import { formatDay, isDeleted, isRecord, kindOf, mayChange, parentOf, stateLabel } from '#domain';
import type { MovementView } from '#sync/farm.ts';
import { Badge, Button, Card, Cluster, IconTile, MovementIcon, PageHeading, Stack, StateBadge } from '#ui';
import { badgeOf } from '#farm/movement-row.tsx';
import { useRole, useSession } from '#platform';
import { DeleteMovement } from './delete-movement.tsx';
import { EditHistory } from './edit-history.tsx';
import { EffectTable } from './effect-table.tsx';
import { RecordFacts } from './record-facts.tsx';
import { MovementPhotos, Origins, RefusalNotice, ReviewNotice, Traces, WithdrawalReason } from './movement-notes.tsx';
import styles from './movements.module.css';

export interface MovementActs {
  readonly onEdit: (id: string) => void;
  readonly onRepeat: (type: string) => void;
  readonly onGone: () => void;
}

/** A movement's data, history and actions. */
export const MovementDetail = ({ view, onEdit, onRepeat, onGone }: { readonly view: MovementView } & MovementActs) => {
  const [openedAt] = useState(() => Date.now());
  const { movement } = view;
  const { state } = useSession();
  const kind = kindOf(movement.type);
  const role = useRole();
  const isOwn = isRecord(movement) && parentOf(movement) === null && !isDeleted(movement);
  const mayTouch = isOwn && mayChange(role, state.user?.id ?? '', movement, openedAt);
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
          <WithdrawalReason movement={movement} />
          <MovementPhotos movement={movement} />
          <ReviewNotice movement={movement} />
          <RefusalNotice view={view} />
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
        {mayTouch ? (
          <DeleteMovement view={view} onGone={onGone}>
            <Trash2 />
          </DeleteMovement>
        ) : null}
      </Cluster>
    </>
  );
};
