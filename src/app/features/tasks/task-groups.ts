import { addDays, compareNames, type Day, formatDay, isTaskOverdue, listOf, type Task, taskPriorities } from '#domain';
import { concerns } from '#farm/due-work.ts';
import type { ThingView } from '#sync/farm.ts';

/** Groups of the list, in order. */
export const taskGroups = {
  vencidas: 'Vencidas',
  hoy: 'Hoy',
  semana: 'Esta semana',
  despues: 'Después',
  sin_fecha: 'Sin fecha',
  hechas: 'Hechas',
} as const;
export type TaskGroup = keyof typeof taskGroups;

/** Tabs, and the groups of each (domain.md §2.10). */
export const taskTabs = {
  hoy: { label: 'Hoy', groups: ['vencidas', 'hoy'], none: 'Nada para hoy.' },
  proximas: { label: 'Próximas', groups: ['semana', 'despues'], none: 'No hay tareas con fecha más adelante.' },
  sin_fecha: { label: 'Sin fecha', groups: ['sin_fecha'], none: 'No hay tareas sin fecha.' },
  hechas: { label: 'Hechas', groups: ['hechas'], none: 'Todavía no hay tareas hechas.' },
} as const satisfies Record<string, { label: string; groups: readonly TaskGroup[]; none: string }>;
export type TaskTab = keyof typeof taskTabs;

/** Still to be done. */
export const isOpen = (task: Pick<Task, 'state'>): boolean => task.state === 'pendiente' || task.state === 'en_curso';

/** The Sunday of a day's week: weeks start on Monday (domain.md §5, F30). */
function endOfWeek(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (7 - weekday) % 7);
}

function groupOf(task: Pick<Task, 'state' | 'due_on'>, today: Day): TaskGroup {
  if (!isOpen(task)) return 'hechas';
  if (isTaskOverdue(task, today)) return 'vencidas';
  if (task.due_on === null) return 'sin_fecha';
  if (task.due_on === today) return 'hoy';
  return task.due_on <= endOfWeek(today) ? 'semana' : 'despues';
}

/** `hoy 14:30`, `mañana`, `12/11/2026`. */
export function dueWords(
  { due_on: day, due_time: time }: Pick<Task, 'due_on' | 'due_time'>,
  today: Day,
): string | null {
  if (day === null) return null;
  const near = day === today ? 'hoy' : day === addDays(today, 1) ? 'mañana' : formatDay(day);
  return time ? `${near} ${time}` : near;
}

const urgency = Object.keys(taskPriorities);
const dueKey = ({ due_on, due_time }: Task): string => `${due_on ?? '9999'} ${due_time ?? '99'}`;

/** By due day, then urgency; done ones by when, newest first. */
function compareTasks(a: Task, b: Task): number {
  if (!isOpen(a) && !isOpen(b)) return (b.done_at ?? b.updated_at) < (a.done_at ?? a.updated_at) ? -1 : 1;
  const [dueA, dueB] = [dueKey(a), dueKey(b)];
  if (dueA !== dueB) return dueA < dueB ? -1 : 1;
  return urgency.indexOf(b.priority) - urgency.indexOf(a.priority) || compareNames(a.title, b.title);
}

export interface TaskFilter {
  readonly isMine: boolean;
  readonly kind: string | null;
}

export interface TaskPart {
  readonly group: TaskGroup;
  readonly views: readonly ThingView<Task>[];
}

/** Tasks by assignee; nobody's come last. */
export function byPerson(
  parts: readonly TaskPart[],
  nameOf: (id: string) => string,
): readonly { readonly person: string; readonly views: readonly (readonly [ThingView<Task>, TaskGroup])[] }[] {
  const anybody = 'Cualquiera';
  const people = new Map<string, (readonly [ThingView<Task>, TaskGroup])[]>();
  for (const { group, views } of parts) {
    for (const view of views) {
      const person = listOf(view.row.assigned_to.map(nameOf).filter(Boolean)) || anybody;
      people.set(person, [...(people.get(person) ?? []), [view, group]]);
    }
  }
  return [...people]
    .map(([person, views]) => ({ person, views }))
    .toSorted(
      (a, b) => Number(a.person === anybody) - Number(b.person === anybody) || compareNames(a.person, b.person),
    );
}

/** The list in groups. Tasks done just now keep their place, to be undone there. */
export function grouped(
  views: readonly ThingView<Task>[],
  today: Day,
  userId: string,
  { isMine, kind }: TaskFilter,
  justDone: ReadonlyMap<string, TaskGroup>,
): TaskPart[] {
  const wanted = views
    .filter(({ row }) => (kind === null || row.kind === kind) && (!isMine || concerns(row, userId)))
    .toSorted((a, b) => compareTasks(a.row, b.row));
  return (Object.keys(taskGroups) as TaskGroup[])
    .map((group) => ({
      group,
      views: wanted.filter(({ row }) => (justDone.get(row.id) ?? groupOf(row, today)) === group),
    }))
    .filter((part) => part.views.length > 0);
}
