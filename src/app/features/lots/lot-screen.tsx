import { Pencil } from 'lucide-react';
import { sentences } from '../../../contract/sentences.ts';
import { lotUses } from '../../../domain/farm/places.ts';
import { formatHectares, formatNumber } from '../../../domain/numbers.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import type { LotView } from '../../sync/farm.ts';
import { useSession } from '../../frame/session-context.tsx';
import { ActionGrid, ActionTile } from '../../ui/action-tile.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MovementIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import { ButtonTo } from '../../frame/links.tsx';
import { badgeOf, MovementRow } from '../../frame/movement-row.tsx';
import { DeleteLot } from './delete-lot.tsx';
import { EditLot } from './edit-lot.tsx';

const quickTypes = ['BIRTH', 'DEATH', 'TRANSFER', 'RECATEGORIZATION', 'WEIGHING', 'TREATMENT'];

interface LotScreenProps {
  readonly id: string;
  /** Its form is open over it. */
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onEditEnd: () => void;
  readonly onRecord: (type: string) => void;
  readonly onGone: () => void;
}

/** One lot: what stands there, what happened there, and what can be recorded there (ux.md §4.8). */
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
  const { lot, heads } = view;
  const { isEditing, onEdit, onEditEnd, onRecord, onGone } = props;
  const { state } = useSession();
  const mayEdit = roleMay(state.role ?? 'user', 'edit-places');
  const use = lotUses[lot.use as keyof typeof lotUses];
  return (
    <>
      <PageHeading title={lot.name} aside={<StateBadge state={badgeOf[view.state]} />}>
        <p>
          {[
            formatHectares(lot.hectares),
            `${formatNumber(heads, 0)} cabezas`,
            lot.hectares > 0 ? `${formatNumber(heads / lot.hectares)} cab/ha` : null,
            use,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </PageHeading>
      {view.problem ? <Notice tone="danger">{view.problem}</Notice> : null}
      <Stock lotId={lot.id} />
      <section aria-label="Registrar acá">
        <ActionGrid>
          {quickTypes.map((type) => {
            const kind = recordedKind(type);
            return kind ? (
              <ActionTile
                key={type}
                group={kind.group}
                label={kind.label}
                icon={<MovementIcon name={kind.icon} size={28} />}
                onClick={() => onRecord(type)}
              />
            ) : null;
          })}
        </ActionGrid>
      </section>
      <LotMovements lotId={lot.id} />
      {mayEdit ? (
        <Cluster>
          <Button icon={<Pencil size={24} aria-hidden />} onClick={onEdit}>
            Editar lote
          </Button>
          <DeleteLot view={view} onGone={onGone} onMove={() => onRecord('TRANSFER')} />
        </Cluster>
      ) : null}
      {isEditing && mayEdit ? <EditLot view={view} onClose={onEditEnd} /> : null}
    </>
  );
};

/** Heads by category, and by rodeo where several stand together. */
const Stock = ({ lotId }: { readonly lotId: string }) => {
  const stock = useLive((views) => views.stock());
  const categories = useLive((views) => views.categories());
  const rodeos = useLive((views) => views.rodeos());
  if (!stock || !categories || !rodeos) return <Skeleton rows={3} />;
  const here = stock.filter((cell) => cell.lot === lotId && cell.head !== 0);
  const rodeoName = (id: string | null): string =>
    rodeos.find((item) => item.rodeo.id === id)?.rodeo.name ?? 'Sin rodeo';
  return (
    <Card title="Hacienda" flush>
      {here.length === 0 ? <EmptyState>No hay animales cargados en este lote.</EmptyState> : null}
      <RowList label="Hacienda por categoría">
        {categories
          .map((category) => ({ category, cells: here.filter((cell) => cell.category === category.id) }))
          .filter(({ cells }) => cells.length > 0)
          .map(({ category, cells }) => {
            const heads = cells.reduce((sum, cell) => sum + cell.head, 0);
            return (
              <li key={category.id}>
                <Row
                  title={category.name}
                  subtitle={cells
                    .map(
                      (cell) => `${rodeoName(cell.rodeo)}${cells.length > 1 ? `: ${formatNumber(cell.head, 0)}` : ''}`,
                    )
                    .join(' · ')}
                  right={
                    heads < 0 ? (
                      <strong>Faltan {formatNumber(-heads, 0)} por justificar</strong>
                    ) : (
                      <strong>{formatNumber(heads, 0)}</strong>
                    )
                  }
                />
              </li>
            );
          })}
      </RowList>
    </Card>
  );
};

const LotMovements = ({ lotId }: { readonly lotId: string }) => {
  const farm = useFarm();
  const page = useLive((views) => views.page({ lotId }, null, 20), [lotId]);
  if (!page) return <Skeleton rows={3} />;
  return (
    <Card title="Movimientos del lote" flush>
      {page.items.length === 0 ? <EmptyState>Todavía no hay movimientos en este lote.</EmptyState> : null}
      <RowList label="Movimientos del lote">
        {page.items.map((view) => (
          <li key={view.key}>
            <MovementRow view={view} onUndo={(opId) => void farm.acts.undo(opId)} />
          </li>
        ))}
      </RowList>
    </Card>
  );
};
