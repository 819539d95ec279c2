import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { problems } from '#contract/problems.ts';
import { sentences } from '#contract/sentences.ts';
import { useFarm } from '#platform';
import type { LotView } from '#sync/farm.ts';
import { Button, ConfirmDialog, toastError } from '#ui';

interface DeleteLotProps {
  readonly view: LotView;
  readonly onGone: () => void;
  readonly onMove: () => void;
}

/** Deletes an empty lot; otherwise offers to move its animals (product.md §4). */
export const DeleteLot = ({ view, onGone, onMove }: DeleteLotProps) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    const removed = await farm.acts.deleteLot(view.lot.id);
    if (removed.ok) onGone();
    else toastError(removed.problem.reason === 'invalid' ? sentences.lotDeleteFailed : removed.problem.message);
  };
  return (
    <>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
        Eliminar lote
      </Button>
      {view.heads > 0 ? (
        <ConfirmDialog
          open={asking}
          title="No se puede eliminar"
          confirmLabel="Mover animales"
          onConfirm={() => {
            setAsking(false);
            onMove();
          }}
          onClose={() => setAsking(false)}
        >
          {problems.LOT_NOT_EMPTY.message}
        </ConfirmDialog>
      ) : (
        <ConfirmDialog
          open={asking}
          danger
          title={`¿Eliminar ${view.lot.name}?`}
          confirmLabel="Eliminar"
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          El lote deja de aparecer en las listas. Sus movimientos quedan en la historia.
        </ConfirmDialog>
      )}
    </>
  );
};
