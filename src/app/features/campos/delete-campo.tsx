import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#domain';
import { useFarm } from '#platform';
import { Button, ConfirmDialog, toastError } from '#ui';

interface DeleteCampoProps {
  readonly id: string;
  readonly name: string;
  readonly lots: number;
}

/** Deletes a campo; one with lots says what to do first. */
export const DeleteCampo = ({ id, name, lots }: DeleteCampoProps) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const end = (): void => setAsking(false);
  const remove = async (): Promise<void> => {
    end();
    const removed = await farm.acts.deleteThing('campo', id);
    if (removed.ok) return;
    const { problem } = removed;
    toastError(
      problem.reason === 'invalid' ? (problem.issues[0]?.message ?? 'Error al eliminar el campo') : problem.message,
    );
  };
  return (
    <>
      <Button variant="danger" icon={<Trash2 size={22} />} onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      {lots > 0 ? (
        <ConfirmDialog
          open={asking}
          title="No se puede eliminar"
          confirmLabel="Entendido"
          onConfirm={end}
          onClose={end}
        >
          {name} tiene {counted(lots, 'lote')}: pasalos a otro campo antes de eliminarlo.
        </ConfirmDialog>
      ) : (
        <ConfirmDialog
          open={asking}
          danger
          title={`¿Eliminar ${name}?`}
          confirmLabel="Eliminar"
          onConfirm={() => void remove()}
          onClose={end}
        >
          El campo deja de aparecer en las listas. La lluvia y los demás registros quedan en la historia.
        </ConfirmDialog>
      )}
    </>
  );
};
