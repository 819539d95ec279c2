import { joined, mayDoTask, type Task, taskKinds, taskPriorities } from '#domain';
import { sendBadge } from '#farm/movement-row.tsx';
import { useMay, useToday, useUserId } from '#platform';
import type { ThingView } from '#sync/farm.ts';
import { Badge, Button, CheckField, RowButton, VisuallyHidden } from '#ui';
import { dueWords, isOpen } from './task-groups.ts';
import styles from './tasks.module.css';

export interface TaskNames {
  readonly lot: (id: string | null) => string | null;
  readonly person: (id: string) => string;
}

interface TaskRowProps {
  readonly view: ThingView<Task>;
  readonly names: TaskNames;
  readonly isOverdue: boolean;
  readonly onDone: () => void;
  readonly onUndo?: () => void;
  readonly onOpen: () => void;
}

/** A task: one touch on its tick does it, one on its words opens it. */
export const TaskRow = ({ view, names, isOverdue, onDone, onUndo, onOpen }: TaskRowProps) => {
  const { row } = view;
  const userId = useUserId();
  const isDone = row.state === 'hecha';
  const mayDo = useMay('manage-all-tasks') || mayDoTask(userId, row);
  return (
    <div className={styles.task}>
      <CheckField
        label={<VisuallyHidden>{`Hecha: ${row.title}`}</VisuallyHidden>}
        checked={isDone}
        disabled={row.state === 'cancelada' || !mayDo || (isDone && !onUndo)}
        onChange={(checked) => (checked ? onDone() : onUndo?.())}
      />
      <RowButton
        tight
        title={<span className={isOpen(row) ? undefined : styles.done}>{row.title}</span>}
        subtitle={<Facts task={row} names={names} />}
        mark={<Marks view={view} isOverdue={isOverdue} />}
        onClick={onOpen}
      />
      {isDone && onUndo ? (
        <div className={styles.undo}>
          <Button compact onClick={onUndo}>
            Deshacer
          </Button>
        </div>
      ) : null}
    </div>
  );
};

const kindLabel = (kind: string): string | null =>
  kind === 'otra' ? null : (taskKinds[kind as keyof typeof taskKinds] ?? null);

const Facts = ({ task, names }: { readonly task: Task; readonly names: TaskNames }) => {
  const today = useToday();
  const steps = task.checklist.length;
  return joined(
    dueWords(task, today),
    names.lot(task.lot_id),
    task.assigned_to.map(names.person).join(', '),
    kindLabel(task.kind),
    steps > 0 ? `${task.checklist.filter((step) => step.done).length} de ${steps} pasos` : null,
  );
};

const Marks = ({ view: { row, state }, isOverdue }: Pick<TaskRowProps, 'view' | 'isOverdue'>) => (
  <>
    {isOverdue ? <Badge tone="danger">Vencida</Badge> : null}
    {row.state === 'en_curso' ? <Badge tone="info">En curso</Badge> : null}
    {row.state === 'cancelada' ? <Badge>Cancelada</Badge> : null}
    {isOpen(row) && (row.priority === 'alta' || row.priority === 'urgente') ? (
      <Badge tone="warn">{taskPriorities[row.priority]}</Badge>
    ) : null}
    {sendBadge(state, state !== 'con_error')}
  </>
);
