import { type Task, task as taskThing } from '#domain';
import { useLive, useSession, useToday } from '#platform';

/** Whether a task is this person's: assigned to him or to nobody. */
export const concerns = (task: Pick<Task, 'assigned_to'>, userId: string): boolean =>
  task.assigned_to.length === 0 || task.assigned_to.includes(userId);

/** This person's tasks due by today; undefined while loading. */
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
