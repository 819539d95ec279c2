import { Download, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { counted, formatNumber, isDeleted, kindOf, limits, mayChange, roleMay } from '#domain';
import type { Deletion, MovementView } from '#sync/farm.ts';
import { share, useFarm, useRole, useSession, useToday } from '#platform';
import { csvType, useMovementCsv } from '#farm/movement-csv.ts';
import { Button, IconButton, toastError, toastSuccess } from '#ui';
import { DeleteMany } from './delete-many.tsx';
import styles from './movements.module.css';
import type { Selection } from './selection.ts';

interface PickBarProps {
  readonly selection: Selection;
  /** Rows shown: what 'all' means. */
  readonly shown: number;
  readonly onDeleted: (deletion: Deletion) => void;
}

/** Which of the selected may be deleted, and exported (domain.md §2.18). */
function useAllowed(picked: readonly MovementView[]) {
  const { state } = useSession();
  const [openedAt] = useState(() => Date.now());
  const role = useRole();
  const ownId = state.user?.id ?? '';
  return {
    deletable: picked.filter(
      ({ movement }) =>
        kindOf(movement.type).recorded && !isDeleted(movement) && mayChange(role, ownId, movement, openedAt),
    ),
    exportable: roleMay(role, 'see-figures') ? picked : picked.filter(({ movement }) => movement.created_by === ownId),
  };
}

/** Bulk actions on the selected. */
export const PickBar = ({ selection, shown, onDeleted }: PickBarProps) => {
  const farm = useFarm();
  const today = useToday();
  const csvOf = useMovementCsv();
  const { picked } = selection;
  const { deletable, exportable } = useAllowed(picked);
  const [isAsking, setAsking] = useState(false);
  const exportThem = async (): Promise<void> => {
    const name = `tranquera-movimientos-${today}.csv`;
    const csv = await csvOf();
    await share(name, [csv.head, csv.rows(exportable)], csvType);
    toastSuccess(`Listo: ${counted(exportable.length, 'movimiento')} en ${name}`);
  };
  const deleteThem = async (): Promise<void> => {
    setAsking(false);
    const done = await farm.acts.deleteMovements(deletable.map(({ movement }) => movement.id));
    if (!done.ok) {
      toastError(done.problem.reason === 'invalid' ? 'No se pudo eliminar' : done.problem.message);
      return;
    }
    selection.end();
    onDeleted(done.value);
  };
  return (
    <div className={styles.bar} role="toolbar" aria-label="Con los elegidos">
      <p role="status" className={styles.pickedCount}>
        {counted(picked.length, 'elegido')}
      </p>
      <div className={styles.barEnd}>
        <Button compact variant="quiet" className={styles.short} onClick={selection.all}>
          {`Los ${formatNumber(shown)}`}
        </Button>
        <IconButton label="Terminar de elegir" icon={<X />} onClick={selection.end} />
      </div>
      <Button
        className={styles.short}
        icon={<Download />}
        disabled={exportable.length === 0}
        onClick={() => void exportThem()}
      >
        Exportar
      </Button>
      <Button
        variant="danger"
        className={styles.short}
        icon={<Trash2 />}
        disabled={deletable.length === 0}
        onClick={() => {
          if (deletable.length > limits.recordsDeletedTogether) {
            toastError(`Se pueden eliminar hasta ${limits.recordsDeletedTogether} a la vez`);
          } else setAsking(true);
        }}
      >
        Eliminar
      </Button>
      <DeleteMany
        open={isAsking}
        movements={deletable}
        left={picked.length - deletable.length}
        onConfirm={() => void deleteThem()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
};
