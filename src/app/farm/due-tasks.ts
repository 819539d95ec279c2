import { task as taskThing } from '../../domain/things/task.ts';
import type { Task } from '../../domain/office/tasks.ts';
import { useLive } from '../platform/farm-context.tsx';
import { useSession } from '../platform/session-context.tsx';
import { useToday } from '../platform/today.ts';

/** Whether a task is this person's to do: given to him, or to nobody. */
export const concerns = (task: Pick<Task, 'assigned_to'>, userId: string): boolean =>
  task.assigned_to.length === 0 || task.assigned_to.includes(userId);

/** How many tasks of this person are due by today; undefined while the disk is asked. */
export function useDueTasks(): number | undefined {
  const today = useToday();
  const { state } = useSession();
  const userId = state.user?.id ?? '';
  return useLive(
    async (views) =>
      (await views.things(taskThing.name)).filter(
        ({ row }) =>
          (row.state === 'pendiente' || row.state === 'en_curso') &&
          row.due_on !== null &&
          row.due_on <= today &&
          concerns(row, userId),
      ).length,
    [today, userId],
  );
}
