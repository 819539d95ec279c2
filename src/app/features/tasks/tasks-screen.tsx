import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { isTaskOverdue, taskKinds } from '../../../domain/office/tasks.ts';
import { fullName } from '../../../domain/people/names.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import { counted } from '../../../domain/text.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import { Button } from '../../ui/button.tsx';
import { ChipGroup } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useDoneMarks } from './task-acts.ts';
import { TaskForm } from './task-form.tsx';
import { grouped, type TaskFilter, type TaskGroup, taskGroups } from './task-groups.ts';
import { TaskRow, type TaskNames } from './task-row.tsx';
import type { RecordInPlace } from './do-now.tsx';
import { TaskSheet } from './task-sheet.tsx';
import styles from './tasks.module.css';

const newTask = 'nueva';
const all = 'todas';
/** Done ones shown at first: the rest is history. */
const fewDone = 10;

interface TasksScreenProps {
  /** `nueva`, the id of a task, or null. */
  readonly sheet: string | null;
  readonly onOpen: (sheet: string) => void;
  readonly onClose: () => void;
  /** Opens the form of a movement kind, in the lot or rodeo of a task. */
  readonly onRecord: RecordInPlace;
}

/** Tareas: what is to be done, by when it is due, ticked off with one touch (domain.md §2.10). */
export const TasksScreen = ({ sheet, onOpen, onClose, onRecord }: TasksScreenProps) => {
  const { state } = useSession();
  const role = state.role ?? 'user';
  const mayManage = roleMay(role, 'manage-all-tasks');
  const [filter, setFilter] = useState<TaskFilter>({ isMine: !mayManage, kind: null });
  const add = (
    <Button icon={<Plus size={24} aria-hidden />} onClick={() => onOpen(newTask)}>
      Nueva tarea
    </Button>
  );
  return (
    <>
      <PageHeading title="Tareas" aside={add} />
      <Filters filter={filter} onChange={setFilter} />
      <TaskList filter={filter} onOpen={onOpen} />
      {sheet === newTask ? <TaskForm id={null} mayAssign={mayManage} onSaved={onClose} onClose={onClose} /> : null}
      {sheet !== null && sheet !== newTask ? <TaskSheet id={sheet} onClose={onClose} onRecord={onRecord} /> : null}
    </>
  );
};

interface FiltersProps {
  readonly filter: TaskFilter;
  readonly onChange: (filter: TaskFilter) => void;
}

const Filters = ({ filter, onChange }: FiltersProps) => (
  <Stack>
    <Segmented
      label="De quién"
      options={[
        { value: 'mias', label: 'Mías' },
        { value: all, label: 'Todas' },
      ]}
      value={filter.isMine ? 'mias' : all}
      onChange={(value) => onChange({ ...filter, isMine: value === 'mias' })}
    />
    <ChipGroup
      strip
      labelHidden
      label="Tipo de tarea"
      options={[
        { value: all, label: 'Todos los tipos' },
        ...Object.entries(taskKinds).map(([value, label]) => ({ value, label })),
      ]}
      value={filter.kind ?? all}
      onChange={(kind) => onChange({ ...filter, kind: kind === all ? null : kind })}
    />
  </Stack>
);

/** Names of lots and people, once they were read. */
function useTaskNames(): TaskNames {
  const lots = useLive((views) => views.lots());
  const members = useLive((views) => views.members());
  return {
    lot: (id) => (id === null ? null : (lots?.find((view) => view.lot.id === id)?.lot.name ?? null)),
    person: (id) => {
      const member = members?.find((person) => person.id === id);
      return member ? fullName(member) : '';
    },
  };
}

const TaskList = ({ filter, onOpen }: { readonly filter: TaskFilter; readonly onOpen: (id: string) => void }) => {
  const today = useToday();
  const { state } = useSession();
  const names = useTaskNames();
  const tasks = useLive((views) => views.things('task'));
  const { marks, done, undo } = useDoneMarks();
  const [showsAllDone, setShowsAllDone] = useState(false);
  if (!tasks) return <Skeleton rows={5} />;
  const stood = new Map([...marks].map(([id, mark]) => [id, mark.group]));
  const parts = grouped(tasks, today, state.user?.id ?? '', filter, stood);
  if (parts.length === 0) return <Nothing isFiltered={tasks.length > 0} />;
  return parts.map(({ group, views }) => {
    const isCut = group === 'hechas' && !showsAllDone && views.length > fewDone;
    return (
      <section key={group} aria-label={taskGroups[group]} className={styles.group} data-group={group}>
        <h2>{`${taskGroups[group]} (${views.length})`}</h2>
        <ul className={styles.list} aria-label={taskGroups[group]}>
          {(isCut ? views.slice(0, fewDone) : views).map((view) => (
            <li key={view.row.id}>
              <TaskRow
                view={view}
                names={names}
                isOverdue={isTaskOverdue(view.row, today)}
                onOpen={() => onOpen(view.row.id)}
                onDone={() => void done(view, group as TaskGroup)}
                {...(marks.has(view.row.id) && { onUndo: () => void undo(view.row.id) })}
              />
            </li>
          ))}
        </ul>
        {isCut ? (
          <Button variant="quiet" onClick={() => setShowsAllDone(true)}>
            {`Ver ${counted(views.length - fewDone, 'tarea hecha', 'tareas hechas')} más`}
          </Button>
        ) : null}
      </section>
    );
  });
};

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <EmptyState icon={<ListChecks size={40} />}>
    {isFiltered
      ? 'No hay tareas así. Mirá las de todos o las de otro tipo.'
      : 'Anotá lo que hay que hacer en el campo: acá aparece lo de hoy, aunque no tengas señal.'}
  </EmptyState>
);
