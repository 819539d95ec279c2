import { type ReactNode, useState } from 'react';
import { formatDay, kindOf } from '#domain';
import type { MovementView } from '#sync/farm.ts';
import { Button, ConfirmDialog, toastError, toastSuccess } from '#ui';
import { useCategories, useFarm, useLots } from '#platform';
import { undoneWords } from './undone.ts';

interface DeleteMovementProps {
  readonly view: MovementView;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** Confirms a deletion and says what it undoes (domain.md §2.17). */
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

const Undone = ({ view }: { readonly view: MovementView }) => {
  const lots = useLots() ?? [];
  const categories = useCategories() ?? [];
  const after = view.isOnlyHere
    ? 'Todavía no se envió: se borra de este celular y no queda en la historia.'
    : 'El movimiento queda en la historia como Eliminado.';
  return <p>{`${undoneWords(view.lines, { lots, categories })} ${after}`}</p>;
};
