import { useState } from 'react';
import type { Cell } from '../../../domain/movements/ledger.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { headsOf, withCount } from '../../../domain/text.ts';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import { ButtonTo } from '../../frame/links.tsx';
import { MovementRow } from '../../frame/movement-row.tsx';
import type { MovementView } from '../../sync/farm.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RowList } from '../../ui/row.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';
import { toastError } from '../../ui/toaster.tsx';
import styles from './review.module.css';

interface ShortfallsProps {
  readonly reviews: readonly MovementView[];
  readonly onEdit: (movementId: string) => void;
  readonly onCount: (lotId: string) => void;
}

const isOf =
  (cell: Cell) =>
  ({ movement }: MovementView): boolean =>
    movement.review?.cells?.some(
      (one) => one.lot_id === cell.lot && one.rodeo_id === cell.rodeo && one.category_id === cell.category,
    ) === true;

/** 'Rendir diferencias' (domain.md §2.17): what the book falls short of, each with the records that touch it and what to do about it. */
export const Shortfalls = ({ reviews, onEdit, onCount }: ShortfallsProps) => {
  const stock = useLive((views) => views.stock());
  const assets = useLive((views) => views.things('asset'));
  const below = (stock ?? []).filter((cell) => cell.head < 0);
  const short = (assets ?? []).filter(({ row }) => row.missing > 0);
  if (below.length + short.length === 0) return null;
  return (
    <section aria-label="Rendir diferencias" className={styles.part}>
      <h3>{withCount('Rendir diferencias', below.length + short.length)}</h3>
      {below.map((cell) => (
        <MissingHeads
          key={`${cell.lot} ${cell.rodeo} ${cell.category}`}
          cell={cell}
          records={reviews.filter(isOf(cell))}
          onEdit={onEdit}
          onCount={onCount}
        />
      ))}
      {short.map(({ row }) => (
        <Card key={row.id} title={`Faltan ${formatNumber(row.missing)} ${row.unit} de ${row.name} por justificar`}>
          <ButtonTo to="/stock/$id" params={{ id: row.id }}>
            Corregir stock
          </ButtonTo>
        </Card>
      ))}
    </section>
  );
};

interface MissingHeadsProps extends Pick<ShortfallsProps, 'onEdit' | 'onCount'> {
  readonly cell: Cell;
  readonly records: readonly MovementView[];
}

const MissingHeads = ({ cell, records, onEdit, onCount }: MissingHeadsProps) => {
  const lots = useLive((views) => views.lots());
  const rodeos = useLive((views) => views.rodeos());
  const categories = useLive((views) => views.categories());
  const lot = lots?.find((view) => view.lot.id === cell.lot)?.lot.name ?? 'Sin lote';
  const rodeo = rodeos?.find((view) => view.rodeo.id === cell.rodeo)?.rodeo.name ?? 'Sin rodeo';
  const category = categories?.find((one) => one.id === cell.category)?.name ?? '';
  const place = cell.lot;
  return (
    <Card title={`${-cell.head === 1 ? 'Falta' : 'Faltan'} ${headsOf(-cell.head, category)} por justificar`}>
      <Stack>
        <p>{`${lot} · ${rodeo}`}</p>
        {place === null ? null : (
          <Button compact onClick={() => onCount(place)}>
            Corregir stock
          </Button>
        )}
        {records.length > 0 ? (
          <RowList label="Registros que tocan esta diferencia">
            {records.map((view) => (
              <li key={view.key}>
                <MovementRow view={view} />
                <RecordActs view={view} onEdit={onEdit} />
              </li>
            ))}
          </RowList>
        ) : (
          <p>Los registros que la tocan todavía no llegaron a este celular.</p>
        )}
      </Stack>
    </Card>
  );
};

const RecordActs = ({ view, onEdit }: { readonly view: MovementView; readonly onEdit: (id: string) => void }) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const discard = async (): Promise<void> => {
    setAsking(false);
    const removed = await farm.acts.deleteMovement(view.movement.id);
    if (!removed.ok && removed.problem.reason !== 'invalid') toastError(removed.problem.message);
  };
  return (
    <div className={styles.acts}>
      <Cluster>
        <Button compact onClick={() => onEdit(view.movement.id)}>
          Editar registro
        </Button>
        <Button compact variant="danger" onClick={() => setAsking(true)}>
          Descartar
        </Button>
      </Cluster>
      <ConfirmDialog
        open={asking}
        danger
        title="¿Descartar este registro?"
        confirmLabel="Descartar"
        onConfirm={() => void discard()}
        onClose={() => setAsking(false)}
      >
        {`${view.summary}. Deja de contar en las existencias; queda en la historia como eliminado.`}
      </ConfirmDialog>
    </div>
  );
};
