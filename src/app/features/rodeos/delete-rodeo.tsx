import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#domain';
import { useFarm } from '#platform';
import { Button, ConfirmDialog, toastError } from '#ui';

interface DeleteRodeoProps {
  readonly id: string;
  readonly name: string;
  readonly heads: number;
  readonly onGone: () => void;
  /** Opens the record that changes their rodeo. */
  readonly onMove: () => void;
}

/** Deletes an empty rodeo; otherwise offers to move its animals. */
export const DeleteRodeo = ({ id, name, heads, onGone, onMove }: DeleteRodeoProps) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    const removed = await farm.acts.deleteThing('rodeo', id);
    if (removed.ok) onGone();
    else {
      toastError(
        removed.problem.reason === 'invalid'
          ? (removed.problem.issues[0]?.message ?? 'Error al eliminar el rodeo')
          : removed.problem.message,
      );
    }
  };
  return (
    <>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
        Eliminar rodeo
      </Button>
      {heads === 0 ? (
        <ConfirmDialog
          open={asking}
          danger
          title={`¿Eliminar ${name}?`}
          confirmLabel="Eliminar"
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          El rodeo deja de aparecer en las listas. Sus movimientos quedan en la historia.
        </ConfirmDialog>
      ) : (
        <ConfirmDialog
          open={asking}
          title="No se puede eliminar"
          confirmLabel="Cambiar de rodeo"
          onConfirm={() => {
            setAsking(false);
            onMove();
          }}
          onClose={() => setAsking(false)}
        >
          {heads > 0
            ? `El rodeo tiene ${counted(heads, 'cabeza')}: pasalas a otro rodeo antes de eliminarlo.`
            : 'Al rodeo le faltan animales por justificar: corregí sus registros antes de eliminarlo.'}
        </ConfirmDialog>
      )}
    </>
  );
};
