import { counted, formatNumber, kindOf, listOf, withCount } from '#domain';
import type { MovementView } from '#sync/farm.ts';
import { useCategories, useLots } from '#platform';
import { ConfirmDialog } from '#ui';
import { undoneWords } from './undone.ts';

interface DeleteManyProps {
  readonly open: boolean;
  readonly movements: readonly MovementView[];
  /** Selected ones that stay: already deleted, made by the system, or not allowed. */
  readonly left: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What happens to them: unsent ones leave no trace. */
function afterwards(movements: readonly MovementView[]): string {
  const unsent = movements.filter(({ isOnlyHere }) => isOnlyHere).length;
  if (unsent === 0) return 'Quedan en la historia como Eliminado.';
  if (unsent === movements.length)
    return 'Todavía no se enviaron: se borran de este celular y no quedan en la historia.';
  const them =
    unsent === 1
      ? 'uno que todavía no se envió: se borra'
      : `${formatNumber(unsent)} que todavía no se enviaron: se borran`;
  return `Quedan en la historia como Eliminado, menos ${them} de este celular.`;
}

/** Confirms deleting several, with the net effect (domain.md §2.16, §2.17). */
export const DeleteMany = ({ open, movements, left, onConfirm, onClose }: DeleteManyProps) => {
  const lots = useLots() ?? [];
  const categories = useCategories() ?? [];
  const kinds = new Map<string, number>();
  for (const { movement } of movements) {
    const { label } = kindOf(movement.type);
    kinds.set(label, (kinds.get(label) ?? 0) + 1);
  }
  const lines = movements.flatMap((view) => view.lines);
  return (
    <ConfirmDialog
      open={open}
      danger
      title={`¿Eliminar ${counted(movements.length, 'movimiento')}?`}
      confirmLabel="Eliminar"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{`${listOf([...kinds].map(([label, count]) => withCount(label, count)))}.`}</p>
      <p>{`${undoneWords(lines, { lots, categories })} ${afterwards(movements)}`}</p>
      {left > 0 ? (
        <p>
          {left === 1
            ? 'Otro de los elegidos no se elimina: ya está eliminado, lo hizo el sistema o no te corresponde.'
            : `Otros ${left} de los elegidos no se eliminan: ya están eliminados, los hizo el sistema o no te corresponden.`}
        </p>
      ) : null}
    </ConfirmDialog>
  );
};
