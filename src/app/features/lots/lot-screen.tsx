import { Pencil } from 'lucide-react';
import { sentences } from '#contract/sentences.ts';
import { quickKinds } from '#domain/movements/kinds/quick.ts';
import type { LotView } from '#sync/farm.ts';
import { ButtonTo, useLive, useMay } from '#platform';
import {
  ActionGrid,
  ActionTile,
  Button,
  Cluster,
  EmptyState,
  MovementIcon,
  Notice,
  PageHeading,
  Skeleton,
  StateBadge,
} from '#ui';
import { badgeOf } from '#farm/movement-row.tsx';
import { DeleteLot } from './delete-lot.tsx';
import { LotStory } from './lot-story.tsx';
import { EditLot } from './edit-lot.tsx';
import { LotAnimals } from './lot-animals.tsx';
import { LotFigures, LotWithdrawal } from './lot-figures.tsx';
import styles from './lots.module.css';

interface LotScreenProps {
  readonly id: string;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onEditEnd: () => void;
  readonly onRecord: (type: string) => void;
  readonly onChangeLot: () => void;
  /** Opens a count (domain.md §3.7). */
  readonly onCount: () => void;
  /** Sheet open over a category of its animals. */
  readonly sheet: string | null;
  readonly onSheet: (name: string) => void;
  readonly onSheetEnd: () => void;
  readonly onGone: () => void;
}

/** Screen of a lot (ux.md §4.8). */
export const LotScreen = ({ id, ...rest }: LotScreenProps) => {
  const view = useLive((views) => views.lot(id), [id]);
  if (view === undefined) return <Skeleton rows={5} />;
  if (view === null) {
    return (
      <>
        <PageHeading title={sentences.lotNotFound} />
        <EmptyState action={<ButtonTo to="/lots">Volver a Lotes</ButtonTo>}>
          Puede que alguien lo haya eliminado.
        </EmptyState>
      </>
    );
  }
  return <Lot view={view} {...rest} />;
};

const Lot = ({ view, ...props }: { readonly view: LotView } & Omit<LotScreenProps, 'id'>) => {
  const { lot } = view;
  const { isEditing, onEdit, onEditEnd, onRecord, onChangeLot, sheet, onSheet, onSheetEnd, onGone } = props;
  const mayEdit = useMay('edit-places');
  return (
    <>
      <PageHeading title={lot.name} aside={<StateBadge state={badgeOf[view.state]} />} />
      <LotWithdrawal lotId={lot.id} />
      <LotFigures view={view} />
      {view.problem ? <Notice tone="danger">{view.problem}</Notice> : null}
      {lot.notes ? <p className={styles.notes}>{lot.notes}</p> : null}
      <LotAnimals
        lotId={lot.id}
        lotName={lot.name}
        mayEdit={mayEdit}
        sheet={sheet}
        onSheet={onSheet}
        onSheetEnd={onSheetEnd}
      />
      <section aria-label="Registrar acá">
        <ActionGrid>
          <ActionTile
            group="internos"
            label="Mover"
            icon={<MovementIcon name="arrows" size={28} />}
            onClick={onChangeLot}
          />
          {quickKinds.lot.map((kind) => (
            <ActionTile
              key={kind.type}
              group={kind.group}
              label={kind.spoken}
              icon={<MovementIcon name={kind.icon} size={28} />}
              onClick={() => onRecord(kind.type)}
            />
          ))}
          <ActionTile
            group="sistema"
            label="Contar"
            icon={<MovementIcon name="clipboard" size={28} />}
            onClick={props.onCount}
          />
        </ActionGrid>
      </section>
      <LotStory lot={lot} />
      {mayEdit ? (
        <Cluster>
          <Button icon={<Pencil />} onClick={onEdit}>
            Editar lote
          </Button>
          <DeleteLot view={view} onGone={onGone} onMove={onChangeLot} />
        </Cluster>
      ) : null}
      {isEditing && mayEdit ? <EditLot view={view} onClose={onEditEnd} /> : null}
    </>
  );
};
