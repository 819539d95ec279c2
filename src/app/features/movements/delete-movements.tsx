import { Trash2 } from 'lucide-react';
import {
  byId,
  counted,
  formatDay,
  formatNumber,
  headsOf,
  labelOf,
  listOf,
  lotOf,
  type Posting,
  sumByCell,
  sumOf,
  timesBy,
  withCount,
} from '#domain';
import type { MovementView } from '#sync/farm.ts';
import { Asking, Button, ConfirmDialog, toastError, toastSuccess } from '#ui';
import { useCategories, useFarm, useLots } from '#platform';

interface DeleteMovementProps {
  readonly view: MovementView;
  readonly onGone: () => void;
}

/** Confirms a deletion and says what it undoes (domain.md §2.17). */
export const DeleteMovement = ({ view, onGone }: DeleteMovementProps) => {
  const farm = useFarm();
  const { movement } = view;
  const remove = async (): Promise<void> => {
    const removed = await farm.acts.deleteMovement(movement.id);
    if (!removed.ok) {
      toastError(removed.problem.reason === 'invalid' ? 'No se pudo eliminar' : removed.problem.message);
      return;
    }
    toastSuccess('Eliminado');
    onGone();
  };
  return (
    <Asking
      button={(ask) => (
        <Button variant="danger" icon={<Trash2 />} onClick={ask}>
          Eliminar
        </Button>
      )}
      danger
      title={`¿Eliminar este movimiento (${labelOf(movement.type, movement.metadata)}) del ${formatDay(movement.date)}?`}
      confirmLabel="Eliminar"
      onConfirm={remove}
    >
      <Undone view={view} />
    </Asking>
  );
};

const Undone = ({ view }: { readonly view: MovementView }) => {
  const undone = useUndone(view.lines);
  const after = view.isOnlyHere
    ? 'Todavía no se envió: se borra de este celular y no queda en la historia.'
    : 'El movimiento queda en la historia como Eliminado.';
  return <p>{`${undone} ${after}`}</p>;
};

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
  const undone = useUndone(movements.flatMap((view) => view.lines));
  const kinds = timesBy(movements, ({ movement }) => labelOf(movement.type, movement.metadata));
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
      <p>{`${undone} ${afterwards(movements)}`}</p>
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

const partsAtMost = 6;

/** 'Se descuentan 12 terneros de El Ombú.': the reversed lines by lot and category (domain.md §2.17); over six parts, without lots. */
function useUndone(lines: readonly Posting[]): string {
  const lots = useLots() ?? [];
  const categories = useCategories() ?? [];
  const sums = sumByCell(lines.map((line) => ({ ...line, rodeo: null })));
  const inShort = sumByCell(sums.map((line) => ({ ...line, lot: null })));
  const said = sums.length > partsAtMost ? inShort : sums;
  const words = (sign: number, verb: string, link: string): string[] => {
    const some = said.filter((line) => Math.sign(line.head) === sign);
    const parts = some.map((line) => {
      const category = byId(categories, line.category)?.name ?? 'cabeza';
      const heads = headsOf(Math.abs(line.head), category);
      if (said === inShort) return heads;
      return `${heads} ${link} ${lotOf(lots, line.lot)?.name ?? 'Sin lote'}`;
    });
    const ending = sumOf(some, ({ head }) => head) === sign ? '' : 'n';
    return parts.length > 0 ? [`${verb}${ending} ${listOf(parts)}.`] : [];
  };
  return [...words(1, 'Se descuenta', 'de'), ...words(-1, 'Vuelve', 'a')].join(' ') || 'No cambia la hacienda.';
}
