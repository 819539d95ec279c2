import { task as taskThing } from '#domain/things/task.ts';
import { useFarm } from '#platform';
import { toastError, toastSuccess } from '#ui';

/** 'Hacer ahora': the record made for a task completes it and is linked (domain.md §2.10); works offline. */
export function useTaskDoneBy(): (taskId: string, movementId: string) => Promise<void> {
  const farm = useFarm();
  return async (taskId, movementId) => {
    const done = await farm.acts.editThing(taskThing.name, taskId, { state: 'hecha', movement_id: movementId });
    if (done.ok) toastSuccess('Guardado. Tarea hecha');
    else toastError('El registro quedó guardado, pero la tarea no se pudo marcar como hecha');
  };
}
