import { useState } from 'react';
import type { Task } from '#domain';
import { useFarm } from '#platform';
import type { ThingView } from '#sync/farm.ts';
import { toastError } from '#ui';
import type { TaskGroup } from './task-groups.ts';

interface Mark {
  readonly group: TaskGroup;
  readonly state: Task['state'];
  /** The operation to take back; null when the touch went into one that waited already. */
  readonly opId: string | null;
}

/** One touch marks a task as done, another takes it back; a task done here stays where it stood until the screen is left. */
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
    // It left already: another change brings it back.
    if (!isTakenBack) await farm.acts.editThing('task', id, { state: mark?.state ?? 'pendiente' });
  };
  return { marks, done, undo };
}
