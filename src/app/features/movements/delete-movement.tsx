import { type ReactNode, useState } from 'react';
import { formatDay } from '../../../domain/dates.ts';
import { kindOf } from '../../../domain/movements/registry.ts';
import { headsOf, listOf } from '../../../domain/text.ts';
import type { MovementView } from '../../sync/farm.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toastError, toastSuccess } from '../../ui/toaster.tsx';
import { useFarm, useLive } from '../../frame/farm-context.tsx';

interface DeleteMovementProps {
  readonly view: MovementView;
  readonly onGone: () => void;
  /** The drawing of the button. */
  readonly children: ReactNode;
}

/** Asks before deleting, and says what the deletion undoes (domain.md §2.17). */
export const DeleteMovement = ({ view, onGone, children }: DeleteMovementProps) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const { movement } = view;
  const remove = async (): Promise<void> => {
    setAsking(false);
    const removed = await farm.acts.deleteMovement(movement.id);
    if (!removed.ok) {
      toastError(removed.problem.reason === 'invalid' ? 'No se pudo eliminar' : removed.problem.message);
      return;
    }
    toastSuccess('Eliminado');
    onGone();
  };
  return (
    <>
      <Button variant="danger" icon={children} onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={`¿Eliminar este movimiento (${kindOf(movement.type).label}) del ${formatDay(movement.date)}?`}
        confirmLabel="Eliminar"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <Undone view={view} />
      </ConfirmDialog>
    </>
  );
};

/** 'Se descuentan 12 terneros de El Ombú': the lines of the movement, turned round. */
const Undone = ({ view }: { readonly view: MovementView }) => {
  const lots = useLive((views) => views.lots());
  const categories = useLive((views) => views.categories());
  const { lines } = view;
  const words = (sign: number, verb: string, link: string): string | null => {
    const some = lines.filter((line) => Math.sign(line.head) === sign);
    if (some.length === 0) return null;
    const parts = some.map((line) => {
      const category = categories?.find((item) => item.id === line.category)?.name ?? 'cabeza';
      const lot = lots?.find((item) => item.lot.id === line.lot)?.lot.name ?? 'Sin lote';
      return `${headsOf(Math.abs(line.head), category)} ${link} ${lot}`;
    });
    return `${verb} ${listOf(parts)}.`;
  };
  const text = [words(1, 'Se descuentan', 'de'), words(-1, 'Vuelven', 'a')].filter(Boolean).join(' ');
  return <p>{text || 'No cambia la hacienda.'} El movimiento queda en la historia como Eliminado.</p>;
};
