import { taskChanges, taskForm, taskSchema } from '../office/tasks.ts';
import { describeThing } from './describe.ts';

/** domain.md §2.10. The handler decides which tasks a hand may do, change or delete. */
export const task = describeThing({
  name: 'task',
  table: 'tasks',
  words: { one: 'Tarea', many: 'Tareas', gender: 'f' },
  form: taskForm,
  changes: taskChanges,
  row: taskSchema,
  blank: {
    detail: null,
    kind: 'otra',
    assigned_to: [],
    due_on: null,
    due_time: null,
    priority: 'normal',
    campo_id: null,
    lot_id: null,
    rodeo_id: null,
    cycle_id: null,
    checklist: [],
    repeat: 'no',
    photos: [],
    state: 'pendiente',
    done_by: null,
    done_at: null,
    movement_id: null,
    cancel_reason: null,
  },
  nameOf: ({ title }) => (typeof title === 'string' ? title : ''),
  calls: { read: null },
  may: { create: 'create-tasks' },
  isPaged: true,
});
