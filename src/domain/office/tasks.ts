import * as z from 'zod/mini';
import { arrival, maybe, oneOf, textOrNull } from '../schemas.ts';
import { addDays, type Day } from '../dates.ts';
import { idSchema } from '../movements/fields.ts';
import type { Said } from '../things/describe.ts';
import { maybeDay, maybeId, maybeText, photos, photosOfAll, saidText, storedShape, wholeUpTo } from './schemas.ts';

/** domain.md §2.10. */
export const taskKinds = {
  sanidad: 'Sanidad',
  movimiento: 'Movimiento',
  alambrado: 'Alambrado',
  aguada: 'Aguada',
  recorrida: 'Recorrida',
  compra: 'Compra',
  otra: 'Otra',
} as const;
export const taskPriorities = { baja: 'Baja', normal: 'Normal', alta: 'Alta', urgente: 'Urgente' } as const;
export const taskRepeats = {
  no: 'No',
  diaria: 'Diaria',
  semanal: 'Semanal',
  mensual: 'Mensual',
  anual: 'Anual',
} as const;
/** 'Vencida' is no state: it depends on the calendar. */
export const taskStates = {
  pendiente: 'Pendiente',
  en_curso: 'En curso',
  hecha: 'Hecha',
  cancelada: 'Cancelada',
} as const;
export type TaskRepeat = keyof typeof taskRepeats;

const checklist = z.optional(
  z.array(z.strictObject({ text: saidText(120, 'Escribí el paso'), done: z.boolean() })).check(z.maxLength(50)),
);

const people = z.optional(z.array(idSchema).check(z.maxLength(50)));

const details = {
  detail: maybeText(2000),
  kind: z.optional(oneOf(taskKinds)),
  assigned_to: people,
  due_on: maybeDay,
  due_time: maybe(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'La hora no existe' }))),
  priority: z.optional(oneOf(taskPriorities)),
  campo_id: maybeId,
  lot_id: maybeId,
  rodeo_id: maybeId,
  cycle_id: maybeId,
  checklist,
  repeat: z.optional(oneOf(taskRepeats)),
  photos,
  ...arrival,
};
const title = saidText(120, 'Escribí qué hay que hacer');

export const taskForm = z.strictObject({ title, ...details });

/** `checklist_before`: what the steps were for who changed them, and so on (`domain/things/lists.ts`). */
export const taskChanges = z.strictObject({
  title: z.optional(title),
  ...details,
  photos: photosOfAll,
  assigned_to_before: people,
  checklist_before: checklist,
  photos_before: photosOfAll,
  detail_before: maybeText(2000),
  cancel_reason_before: maybeText(500),
  state: z.optional(oneOf(taskStates)),
  movement_id: maybeId,
  cancel_reason: maybeText(500),
  final_note: maybeText(1000),
  duration_min: maybe(wholeUpTo(100_000)),
});

/** What one says of how it went. */
const words = { final_note: maybe(z.string()), duration_min: maybe(z.number()), movement_id: maybe(z.string()) };
const wordNames = Object.keys(words);

export const taskSchema = z.looseObject({
  ...storedShape,
  title: z.string(),
  detail: textOrNull,
  kind: z.string(),
  assigned_to: z.array(z.string()),
  due_on: textOrNull,
  due_time: textOrNull,
  priority: z.string(),
  lot_id: textOrNull,
  rodeo_id: textOrNull,
  cycle_id: textOrNull,
  checklist: z.array(z.object({ text: z.string(), done: z.boolean() })),
  repeat: z.string(),
  state: z.enum(['pendiente', 'en_curso', 'hecha', 'cancelada']),
  done_by: textOrNull,
  done_at: textOrNull,
  movement_id: textOrNull,
  cancel_reason: textOrNull,
  final_note: z.optional(textOrNull),
  duration_min: maybe(z.number()),
  also_done_by: z.optional(z.array(z.string())),
  /** What others than `done_by` said of how it went, and he himself on another phone. */
  also_said: z.optional(z.array(z.looseObject({ by: z.string(), ...words }))),
});
export type Task = z.infer<typeof taskSchema>;

/** Whether a word of an ending takes nothing from another: it is kept beside it. */
export const isWordOfEnding = (edit: Said, name: string): boolean =>
  edit.state === 'hecha' && (name === 'state' || wordNames.includes(name));

type AlsoSaid = NonNullable<Task['also_said']>[number];

interface Editor {
  readonly by: string;
  /** Null where it is not known yet when the edit will count. */
  readonly at: string | null;
  /** What a newer edit said already. */
  readonly overtaken?: ReadonlySet<string> | undefined;
}

/** Who did it and when, by the edit that moves it. */
function doneWith(row: Said, { state }: Said, { by, at }: Editor): Said {
  if (state === undefined || state === row.state) return {};
  const isDone = state === 'hecha';
  return {
    ...(isDone ? { done_by: by, done_at: at } : { done_by: null, done_at: null }),
    ...(state !== 'cancelada' && { cancel_reason: null }),
    ...(!isDone && state !== 'cancelada' && { also_done_by: [] }),
  };
}

/**
 * An edit of a task as it is kept. Of one that was done, who did it has note, minutes and record; what others say stands beside, each one's
 * under his name (domain.md §2.10).
 */
export function taskEdit(row: Said, edit: Said, editor: Editor): Said {
  const { by, overtaken } = editor;
  const isDone = row.state === 'hecha';
  const [isFirst, isAgain] = [row.done_by === by, isDone && edit.state === 'hecha'];
  const [said, done] = [(row.also_said ?? []) as AlsoSaid[], (row.also_done_by ?? []) as string[]];
  const his = said.filter((one) => one.by === by);
  // Ended again, or by an edit that was overtaken, it is said again; changed, it is the last that he said.
  const isEnd = isAgain || overtaken?.has('state') === true;
  const isBeside = (name: string): boolean =>
    overtaken?.has(name) === true || (isDone && !isFirst) || (isEnd && (row[name] ?? null) !== null);
  const apart = wordNames.filter((name) => edit[name] !== undefined && isBeside(name));
  const isNews = (name: string): boolean =>
    edit[name] === null ? !isEnd : edit[name] !== row[name] && !(isEnd && his.some((one) => one[name] === edit[name]));
  const news = Object.fromEntries(apart.filter(isNews).map((name) => [name, edit[name]]));
  const last = isEnd ? undefined : his.at(-1);
  const all = [...said.filter((one) => one !== last), { ...last, by, ...news }];
  return {
    ...Object.fromEntries(Object.entries(edit).filter(([name]) => !apart.includes(name))),
    ...(Object.keys(news).length > 0 && {
      also_said: all.filter((one) => wordNames.some((name) => (one[name] ?? null) !== null)),
    }),
    ...(isAgain && !isFirst && !done.includes(by) && { also_done_by: [...done, by] }),
    ...doneWith(row, edit, editor),
  };
}

/** 'Vencida': open past its due day. */
export const isTaskOverdue = (task: { readonly state: string; readonly due_on: string | null }, today: Day): boolean =>
  (task.state === 'pendiente' || task.state === 'en_curso') && task.due_on !== null && task.due_on < today;

interface Assigned {
  readonly created_by: string | null;
  readonly assigned_to: readonly string[];
}

/** Own or unassigned tasks (domain.md §2.10). */
export const mayDoTask = (userId: string, task: Assigned): boolean =>
  task.assigned_to.length === 0 || task.assigned_to.includes(userId) || task.created_by === userId;

/** Fields that doing a task changes; others are for its author and admins. */
const doing: ReadonlySet<string> = new Set([
  'state',
  'checklist',
  'movement_id',
  'final_note',
  'duration_min',
  'photos',
  'cid',
  'offline',
]);

/** Doing what is assigned to him, and anything with his own tasks. */
export function mayChangeTask(userId: string, task: Assigned, changes: Readonly<Record<string, unknown>>): boolean {
  if (task.created_by === userId) return true;
  const sent = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return mayDoTask(userId, task) && changes.state !== 'cancelada' && sent.every((name) => doing.has(name));
}

/** The next due day of a repeated task; shorter months use their last day. */
export function nextDue(from: Day, repeat: TaskRepeat): Day | null {
  if (repeat === 'no') return null;
  if (repeat === 'diaria' || repeat === 'semanal') return addDays(from, repeat === 'diaria' ? 1 : 7);
  const [year, month, day] = from.split('-').map(Number) as [number, number, number];
  const months = year * 12 + (month - 1) + (repeat === 'mensual' ? 1 : 12);
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  return new Date(Date.UTC(Math.floor(months / 12), months % 12, Math.min(day, last))).toISOString().slice(0, 10);
}
