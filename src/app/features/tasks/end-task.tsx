import { useState } from 'react';
import type { Task } from '#domain';
import { useFarm } from '#platform';
import { useDraftText } from '#forms';
import { Button, ConfirmDialog, TextArea, toastError } from '#ui';

const reasonLength = 500;
const sayWhy = 'Escribí por qué se cancela';
const notSaved = 'No se pudo guardar. Reintentar';

/** Cancels a task, with a reason (domain.md §2.10). */
export const CallOffTask = ({ task }: { readonly task: Task }) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const { text: reason, change: setReason, forget } = useDraftText(`cancelar tarea ${task.id}`);
  const [error, setError] = useState<string | null>(null);
  const callOff = async (): Promise<void> => {
    if (reason.trim() === '') {
      setError(sayWhy);
      return;
    }
    const saved = await farm.acts.editThing('task', task.id, { state: 'cancelada', cancel_reason: reason.trim() });
    if (saved.ok) {
      forget();
      setAsking(false);
    } else setError(saved.problem.reason === 'invalid' ? notSaved : saved.problem.message);
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>Cancelar tarea</Button>
      <ConfirmDialog
        open={asking}
        title="¿Cancelar esta tarea?"
        confirmLabel="Cancelar tarea"
        cancelLabel="Volver"
        onConfirm={() => void callOff()}
        onClose={() => setAsking(false)}
      >
        <TextArea
          label="¿Por qué?"
          maxLength={reasonLength}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setError(null);
          }}
          {...(error !== null && { error })}
        />
      </ConfirmDialog>
    </>
  );
};

interface DeleteTaskProps {
  readonly task: Task;
  readonly onGone: () => void;
}

/** Deletes a task for everybody. */
export const DeleteTask = ({ task, onGone }: DeleteTaskProps) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    const removed = await farm.acts.deleteThing('task', task.id);
    if (removed.ok) onGone();
    else toastError(removed.problem.reason === 'invalid' ? notSaved : removed.problem.message);
  };
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title="¿Eliminar esta tarea?"
        confirmLabel="Eliminar"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        {`«${task.title}» deja de aparecer para todo el equipo.`}
      </ConfirmDialog>
    </>
  );
};
