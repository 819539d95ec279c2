import { mayRecord, recordedKind, type Task } from '#domain';
import { useRole } from '#platform';
import { Button, MovementIcon } from '#ui';
import { recordOfTask } from './record-of-task.ts';

/** Opens the form of a kind, in the place of the task that it does. */
export type RecordInPlace = (
  type: string,
  at: { readonly taskId: string; readonly lotId: string | null; readonly rodeoId: string | null },
) => void;

/** The form of the record that does the task (domain.md §2.10). */
export const DoNow = ({ task, onRecord }: { readonly task: Task; readonly onRecord: RecordInPlace }) => {
  const role = useRole();
  const kind = recordedKind(recordOfTask(task) ?? '');
  return kind && mayRecord(role, kind) ? (
    <Button
      wide
      icon={<MovementIcon name={kind.icon} size={24} />}
      onClick={() => onRecord(kind.type, { taskId: task.id, lotId: task.lot_id, rodeoId: task.rodeo_id })}
    >
      {`Hacer ahora: ${kind.spoken}`}
    </Button>
  ) : null;
};
