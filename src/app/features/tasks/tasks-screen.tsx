import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  byId,
  counted,
  fullName,
  isTaskOverdue,
  lotOf,
  roleMay,
  sumOf,
  type Task,
  taskKinds,
  withCount,
} from '#domain';
import { useFarm, useLive, useLots, useMembers, useRole, useToday, useUserId } from '#platform';
import type { ThingView } from '#sync/farm.ts';
import { Button, ChipGroup, EmptyScene, listed, PageHeading, RowList, Segmented, Skeleton, toastError } from '#ui';
import { TaskForm } from './task-form.tsx';
import {
  byPerson,
  grouped,
  type TaskFilter,
  type TaskGroup,
  taskGroups,
  type TaskTab,
  taskTabs,
} from './task-groups.ts';
import { type TaskNames, TaskRow } from './task-row.tsx';
import { type RecordInPlace, TaskSheet } from './task-sheet.tsx';
import styles from './tasks.module.css';

const newTask = 'nueva';
const all = 'todas';
const fewRows = 20;

interface TasksScreenProps {
  readonly sheet: string | null;
  readonly onOpen: (sheet: string) => void;
  readonly onClose: () => void;
  readonly onRecord: RecordInPlace;
}

/** Tareas: what is to be done, by due day, done with one touch (domain.md §2.10). */
export const TasksScreen = ({ sheet, onOpen, onClose, onRecord }: TasksScreenProps) => {
  const role = useRole();
  const mayManage = roleMay(role, 'manage-all-tasks');
  const [filter, setFilter] = useState<TaskFilter>({ isMine: !mayManage, kind: null });
  const add = (
    <div className={styles.head}>
      <Segmented
        label="De quién"
        options={[
          { value: 'mias', label: 'Mías' },
          { value: all, label: 'Todas' },
        ]}
        value={filter.isMine ? 'mias' : all}
        onChange={(value) => setFilter({ ...filter, isMine: value === 'mias' })}
      />
      <Button compact icon={<Plus />} onClick={() => onOpen(newTask)}>
        <span className={styles.addWords}>Nueva tarea</span>
      </Button>
    </div>
  );
  return (
    <>
      <PageHeading title="Tareas" aside={add} />
      <TaskList filter={filter} isByPerson={mayManage && !filter.isMine} onOpen={onOpen}>
        <ChipGroup
          strip
          labelHidden
          label="Tipo de tarea"
          options={[{ value: all, label: 'Todos los tipos' }, ...listed(taskKinds)]}
          value={filter.kind ?? all}
          onChange={(kind) => setFilter({ ...filter, kind: kind === all ? null : kind })}
        />
      </TaskList>
      {sheet === newTask ? <TaskForm id={null} mayAssign={mayManage} onSaved={onClose} onClose={onClose} /> : null}
      {sheet !== null && sheet !== newTask ? <TaskSheet id={sheet} onClose={onClose} onRecord={onRecord} /> : null}
    </>
  );
};

function useTaskNames(): TaskNames {
  const lots = useLots();
  const members = useMembers();
  return {
    lot: (id) => (id === null ? null : (lotOf(lots, id)?.name ?? null)),
    person: (id) => {
      const member = byId(members, id);
      return member ? fullName(member) : '';
    },
  };
}

interface TaskListProps {
  readonly filter: TaskFilter;
  readonly isByPerson: boolean;
  readonly onOpen: (id: string) => void;
  readonly children: ReactNode;
}

const TaskList = ({ filter, isByPerson, onOpen, children }: TaskListProps) => {
  const today = useToday();
  const userId = useUserId();
  const names = useTaskNames();
  const tasks = useLive((views) => views.things('task'));
  const { marks, done, undo } = useDoneMarks();
  const [tab, setTab] = useState<TaskTab>('hoy');
  if (!tasks) return <Skeleton rows={5} />;
  if (tasks.length === 0) return <Nothing isFiltered={false} />;
  const stood = new Map([...marks].map(([id, mark]) => [id, mark.group]));
  const parts = grouped(tasks, today, userId, filter, stood);
  const partsOf = (name: TaskTab) =>
    parts.filter(({ group }) => (taskTabs[name].groups as readonly TaskGroup[]).includes(group));
  const row = (view: ThingView<Task>, group: TaskGroup) => (
    <TaskRow
      view={view}
      names={names}
      isOverdue={isTaskOverdue(view.row, today)}
      onOpen={() => onOpen(view.row.id)}
      onDone={() => void done(view, group)}
      {...(marks.has(view.row.id) && { onUndo: () => void undo(view.row.id) })}
    />
  );
  const countOf = (name: TaskTab): number => sumOf(partsOf(name), (part) => part.views.length);
  const shown = partsOf(tab);
  const sections =
    isByPerson && tab !== 'hechas'
      ? byPerson(shown, names.person).map(({ person, views }) => ({ key: person, title: person, views }))
      : shown.map(({ group, views }) => ({
          key: group,
          title: taskGroups[group],
          views: views.map((view) => [view, group] as const),
        }));
  return (
    <>
      <ChipGroup
        strip
        labelHidden
        label="Cuándo"
        options={(Object.keys(taskTabs) as TaskTab[]).map((value) => {
          const count = value === 'hechas' ? 0 : countOf(value);
          return { value, label: count > 0 ? withCount(taskTabs[value].label, count) : taskTabs[value].label };
        })}
        value={tab}
        onChange={(value) => setTab(value as TaskTab)}
      />
      {children}
      {parts.length === 0 ? <Nothing isFiltered /> : null}
      {parts.length > 0 && shown.length === 0 ? <EmptyScene name="job">{taskTabs[tab].none}</EmptyScene> : null}
      {sections.map((section) => (
        <TaskSection key={`${tab} ${section.key}`} title={section.title} isLate={section.key === 'vencidas'}>
          {section.views.map(([view, group]) => (
            <li key={view.row.id}>{row(view, group)}</li>
          ))}
        </TaskSection>
      ))}
    </>
  );
};

interface TaskSectionProps {
  readonly title: string;
  readonly isLate: boolean;
  readonly children: readonly ReactNode[];
}

const TaskSection = ({ title, isLate, children }: TaskSectionProps) => {
  const [showsAll, setShowsAll] = useState(false);
  const isCut = !showsAll && children.length > fewRows;
  return (
    <section aria-label={title} className={styles.group} data-group={isLate ? 'vencidas' : undefined}>
      <h2>{withCount(title, children.length)}</h2>
      <RowList panel label={title}>
        {isCut ? children.slice(0, fewRows) : children}
      </RowList>
      {isCut ? (
        <Button variant="quiet" onClick={() => setShowsAll(true)}>
          {`Ver ${counted(children.length - fewRows, 'tarea', 'tareas')} más`}
        </Button>
      ) : null}
    </section>
  );
};

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <EmptyScene name={isFiltered ? 'lost' : 'job'}>
    {isFiltered
      ? 'No hay tareas así. Mirá las de todos o las de otro tipo.'
      : 'Anotá lo que hay que hacer en el campo: acá aparece lo de hoy, aunque no tengas señal.'}
  </EmptyScene>
);

interface Mark {
  readonly group: TaskGroup;
  readonly state: Task['state'];
  /** The operation to undo; null if merged into an unsent one. */
  readonly opId: string | null;
}

/** One touch marks a task as done, another undoes it; it keeps its place until the screen is left. */
function useDoneMarks() {
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
