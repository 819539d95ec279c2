import { Hash, Pencil, Tags, Trash2 } from 'lucide-react';
import { sentences } from '#contract/sentences.ts';
import { quickKinds } from '#domain/movements/kinds/quick.ts';
import type { LotView } from '#sync/farm.ts';
import { type SheetStep, useFarm, useLive, useMay } from '#platform';
import {
  ActionGrid,
  Button,
  Card,
  Cluster,
  EmptyState,
  IconButton,
  Notice,
  PageHeading,
  Row,
  RowList,
  Skeleton,
  StateBadge,
} from '#ui';
import { badgeOf, MovementList } from '#farm/movement-row.tsx';
import { HerdChart } from '#farm/herd-chart.tsx';
import { NoMovements } from '#farm/no-movements.tsx';
import { PlaceNotes } from '#farm/place-notes.tsx';
import { problems } from '#contract/problems.ts';
import { ActTile, KindTiles } from '#farm/kind-tiles.tsx';
import { DeleteThing } from '#farm/things/delete-thing.tsx';
import { NothingHere } from '#farm/nothing-here.tsx';
import { EditLot } from './edit-lot.tsx';
import { dotted, LotFigures, LotWater, LotWithdrawal } from './lot-facts.tsx';
import { formatNumber, isUnsexed, rodeoOf, shortInBook, things } from '#domain';
import { UnsexedCalves } from '#farm/split-by-sex.tsx';
import { ChangeCategorySheet, EditCountSheet, RemoveAnimals, type Standing, standingIn } from './animal-sheets.tsx';
import styles from './lots.module.css';

interface LotScreenProps extends SheetStep {
  readonly id: string;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onEditEnd: () => void;
  readonly onRecord: (type: string) => void;
  readonly onChangeLot: () => void;
  /** Opens a count (domain.md §3.7). */
  readonly onCount: () => void;
  readonly onGone: () => void;
}

/** Screen of a lot (ux.md §4.8). */
export const LotScreen = ({ id, ...rest }: LotScreenProps) => {
  const view = useLive((views) => views.lot(id), [id]);
  if (view === undefined) return <Skeleton rows={5} />;
  if (view === null) return <NothingHere title={sentences.lotNotFound} to="/lots" />;
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
          <ActTile group="internos" label="Mover" icon="arrows" onClick={onChangeLot} />
          <KindTiles kinds={quickKinds.lot} onPick={onRecord} />
          <ActTile group="sistema" label="Contar" icon="clipboard" onClick={props.onCount} />
        </ActionGrid>
      </section>
      <LotWater lot={lot} />
      <PlaceNotes lotId={lot.id} />
      <HerdChart lotId={lot.id} />
      <Newest lotId={lot.id} />
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

const Newest = ({ lotId }: { readonly lotId: string }) => {
  const page = useLive((views) => views.page({ lotId }, null, 20), [lotId]);
  if (!page) return <Skeleton rows={3} />;
  return (
    <Card title="Movimientos del lote" flush>
      {page.items.length === 0 ? (
        <NoMovements lotId={lotId}>Todavía no hay movimientos en este lote.</NoMovements>
      ) : null}
      <MovementList label="Movimientos del lote" views={page.items} />
    </Card>
  );
};

interface DeleteLotProps {
  readonly view: LotView;
  readonly onGone: () => void;
  readonly onMove: () => void;
}

/** Deletes an empty lot; otherwise offers to move its animals (product.md §4). */
export const DeleteLot = ({ view, onGone, onMove }: DeleteLotProps) => (
  <DeleteThing
    thing={things.lot}
    id={view.lot.id}
    name={view.lot.name}
    label="Eliminar lote"
    icon={<Trash2 />}
    stays={view.heads > 0 ? { why: problems.LOT_NOT_EMPTY.message, label: 'Mover animales', onConfirm: onMove } : null}
    act={useFarm().acts.deleteLot}
    failed={sentences.lotDeleteFailed}
    onDeleted={onGone}
  >
    El lote deja de aparecer en las listas. Sus movimientos quedan en la historia.
  </DeleteThing>
);

/** Sheet names: `<act>:<category id>`. */
const acts = { count: 'cantidad', category: 'categoria', remove: 'quitar' } as const;

interface LotAnimalsProps extends SheetStep {
  readonly lotId: string;
  readonly lotName: string;
  readonly mayEdit: boolean;
}

/** Heads by category and rodeo; each can be counted, recategorized or removed. */
export const LotAnimals = ({ lotId, lotName, mayEdit, sheet, onSheet, onSheetEnd }: LotAnimalsProps) => {
  const farm = useLive(async (views) => {
    const [stock, categories, rodeos] = await Promise.all([views.stock(), views.categories(), views.rodeos()]);
    return { stock, categories, rodeos };
  });
  if (!farm) return <Skeleton rows={3} />;
  const standing = standingIn(lotId, farm.stock, farm.categories);
  const rodeoName = (id: string | null): string => rodeoOf(farm.rodeos, id)?.name ?? 'Sin rodeo';
  const [act, categoryId] = sheet?.split(':') ?? [];
  const chosen = standing.find((one) => one.category.id === categoryId);
  const sheetProps = chosen && { lotId, lotName, standing: chosen, onClose: onSheetEnd };
  return (
    <>
      <Card title="Hacienda" flush>
        {standing.length === 0 ? <EmptyState>No hay animales cargados en este lote.</EmptyState> : null}
        <RowList label="Hacienda por categoría">
          {standing.map((one) => (
            <li key={one.category.id}>
              <Row
                title={one.category.name}
                subtitle={rodeosIn(one, rodeoName)}
                right={<strong>{one.heads < 0 ? shortInBook(-one.heads) : formatNumber(one.heads, 0)}</strong>}
                actions={<AnimalActs standing={one} mayEdit={mayEdit} onSheet={onSheet} />}
              />
            </li>
          ))}
        </RowList>
        {sheetProps && act === acts.count && mayEdit ? <EditCountSheet {...sheetProps} /> : null}
        {sheetProps && act === acts.category ? <ChangeCategorySheet {...sheetProps} /> : null}
        {sheetProps && act === acts.remove && mayEdit ? <RemoveAnimals {...sheetProps} /> : null}
      </Card>
      <UnsexedCalves lotId={lotId} sheet={sheet} onSheetEnd={onSheetEnd} />
    </>
  );
};

const rodeosIn = ({ cells }: Standing, nameOf: (id: string | null) => string): string =>
  dotted(cells.map((cell) => `${nameOf(cell.rodeo)}${cells.length > 1 ? `: ${formatNumber(cell.head, 0)}` : ''}`));

interface AnimalActsProps {
  readonly standing: Standing;
  readonly mayEdit: boolean;
  readonly onSheet: (name: string) => void;
}

const AnimalActs = ({ standing, mayEdit, onSheet }: AnimalActsProps) => {
  const { id, name } = standing.category;
  return (
    <>
      {standing.heads > 0 && !isUnsexed(id) ? (
        <IconButton
          label={`Transferir ${name} a otra categoría`}
          icon={<Tags />}
          onClick={() => onSheet(`${acts.category}:${id}`)}
        />
      ) : null}
      {mayEdit ? (
        <>
          <IconButton
            label={`Editar cantidad de ${name}`}
            icon={<Hash />}
            onClick={() => onSheet(`${acts.count}:${id}`)}
          />
          <IconButton
            label={`Eliminar ${name} del lote`}
            icon={<Trash2 />}
            onClick={() => onSheet(`${acts.remove}:${id}`)}
          />
        </>
      ) : null}
    </>
  );
};
