import { useState } from 'react';
import type { Task } from '#domain';
import { useFarm } from '#platform';
import type { ThingView } from '#sync/farm.ts';
import { toastError } from '#ui';
import type { TaskGroup } from './task-groups.ts';

interface Mark {
  readonly group: TaskGroup;
  readonly state: Task['state'];
  /** The operation to undo; null if merged into an unsent one. */
  readonly opId: string | null;
}

/** One touch marks a task as done, another undoes it; one done here keeps its place until the screen is left. */
export function useDoneMarks() {
  const farm = useFarm();
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map());
  const done = async ({ row, pendingOp }: ThingView<Task>, group: TaskGroup): Promise<void> => {
    const { state } = row;
    const saved = await farm.acts.editThing('task', row.id, { state: 'hecha' });
    if (!saved.ok) {
      toastError(saved.problem.reason === 'invalid' ? 'No se pudo guardar. Reintentar' : saved.problem.message);
      return;
    }
    const opId = saved.value.opId === pendingOp ? null : saved.value.opId;
    setMarks((before) => new Map(before).set(row.id, { group, state, opId }));
  };
  const undo = async (id: string): Promise<void> => {
    const mark = marks.get(id);
    setMarks((before) => new Map([...before].filter(([other]) => other !== id)));
    const isTakenBack = mark?.opId ? await farm.acts.undo(mark.opId) : false;
    // It was sent already: another change undoes it.
    if (!isTakenBack) await farm.acts.editThing('task', id, { state: mark?.state ?? 'pendiente' });
  };
  return { marks, done, undo };
}
