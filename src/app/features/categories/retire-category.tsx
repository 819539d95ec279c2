import { Eye, EyeOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#domain';
import { useFarm } from '#platform';
import type { SaveProblem } from '#sync/farm.ts';
import { ConfirmDialog, IconButton, toastError } from '#ui';
import type { CategoryHeads } from './category-heads.ts';

const sayFailed = (problem: SaveProblem): void =>
  toastError(
    problem.reason === 'invalid' ? (problem.issues[0]?.message ?? 'No se pudo cambiar la categoría') : problem.message,
  );

/** Deactivates a category, or deletes one with no animals (domain.md §2.4). */
export const RetireCategory = ({ row }: { readonly row: CategoryHeads }) => {
  const { view, isUsed, heads } = row;
  const { id, name, active } = view.row;
  const farm = useFarm();
  const [asking, setAsking] = useState<'rest' | 'delete' | null>(null);
  const end = (): void => setAsking(null);
  const setActive = async (isActive: boolean): Promise<void> => {
    end();
    const saved = await farm.acts.editThing('category', id, { active: isActive });
    if (!saved.ok) sayFailed(saved.problem);
  };
  const remove = async (): Promise<void> => {
    end();
    const removed = await farm.acts.deleteThing('category', id);
    if (!removed.ok) sayFailed(removed.problem);
  };
  return (
    <>
      {active ? (
        <IconButton label={`Desactivar ${name}`} icon={<EyeOff />} onClick={() => setAsking('rest')} />
      ) : (
        <IconButton label={`Activar ${name}`} icon={<Eye />} onClick={() => void setActive(true)} />
      )}
      {isUsed ? null : <IconButton label={`Eliminar ${name}`} icon={<Trash2 />} onClick={() => setAsking('delete')} />}
      <ConfirmDialog
        open={asking === 'rest'}
        title={`¿Desactivar ${name}?`}
        confirmLabel="Desactivar"
        onConfirm={() => void setActive(false)}
        onClose={end}
      >
        {heads > 0 ? `Quedan ${counted(heads, 'cabeza')} en esta categoría y siguen contando. ` : null}
        La categoría deja de ofrecerse al registrar. Su historia se conserva y podés volver a activarla.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'delete'}
        danger
        title={`¿Eliminar ${name}?`}
        confirmLabel="Eliminar"
        onConfirm={() => void remove()}
        onClose={end}
      >
        La categoría deja de aparecer en las listas. Si algún registro la usó, queda inactiva y su historia se conserva.
      </ConfirmDialog>
    </>
  );
};
