import { sentences } from '#contract/sentences.ts';
import { headsOf } from '#domain';
import { useFarm, useFarmStatus } from '#platform';
import { sayWhenSent } from './say-when-sent.ts';
import { ConfirmDialog, toastError, toastSaved, toastSuccess } from '#ui';
import type { Standing } from './standing.ts';

interface RemoveAnimalsProps {
  readonly lotId: string;
  readonly lotName: string;
  readonly standing: Standing;
  readonly onClose: () => void;
}

/** Removes a category from a lot: a count of zero, kept as a record (product.md §7, Lots). */
export const RemoveAnimals = ({ lotId, lotName, standing, onClose }: RemoveAnimalsProps) => {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const { category, heads } = standing;
  const remove = async (): Promise<void> => {
    onClose();
    const typed = { lot_id: lotId, animal_type: category.id, count: 0, reason: 'Eliminación' };
    const saved = await farm.acts.editCount(typed);
    if (saved.ok) {
      toastSaved(reach === 'reachable');
      sayWhenSent(farm, saved.value.opId, () => toastSuccess(sentences.animalDeleted));
    } else {
      const { problem } = saved;
      toastError((problem.reason === 'invalid' ? '' : problem.message) || sentences.animalDeleteFailed);
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title={`¿Eliminar ${category.name} de ${lotName}?`}
      confirmLabel="Eliminar"
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      Se descuentan {headsOf(heads, category.name)} de {lotName}. Queda anotado como recuento, con tu nombre. Si se
      murieron, se vendieron o se mudaron, registralo como muerte, venta o traslado.
    </ConfirmDialog>
  );
};
