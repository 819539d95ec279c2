import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import type { Asset } from '#domain';
import { useFarm } from '#platform';
import { quantityWords } from '#farm/supply-select.tsx';
import { Button, ConfirmDialog, toastError } from '#ui';

/** Deletes an item, after telling what goes with it (domain.md §2.17). */
export const DeleteAsset = ({ asset, onGone }: { readonly asset: Asset; readonly onGone: () => void }) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    const removed = await farm.acts.deleteThing('asset', asset.id);
    if (removed.ok) onGone();
    else toastError(removed.problem.reason === 'invalid' ? offlineSentences.othersDepend : removed.problem.message);
  };
  return (
    <>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
        Eliminar insumo
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={`¿Eliminar ${asset.name}?`}
        confirmLabel="Eliminar"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        {asset.quantity > 0 ? `Figuran ${quantityWords(asset.quantity, asset.unit)}. ` : ''}
        El insumo deja de aparecer en las listas. Sus movimientos quedan en la historia.
      </ConfirmDialog>
    </>
  );
};
