import type { ThingView } from '../../src/app/sync/farm.ts';
import type { Task } from '../../src/domain/office/tasks.ts';
import { sentThing } from './sent-thing.ts';

const now = '2026-11-05T15:00:00.000Z';

/** A task of a lot for everybody, due on a Thursday, as the server has it; the changes go over it. */
export const taskView = (row: Partial<Task>, rest: Partial<ThingView<Task>> = {}): ThingView<Task> =>
  sentThing(
    {
      id: 'aguadas',
      organization_id: 'ombu',
      created_by: 'ana',
      created_at: now,
      updated_at: now,
      version: 1,
      deleted: false,
      title: 'Recorrer aguadas',
      detail: null,
      kind: 'recorrida',
      assigned_to: [],
      due_on: '2026-11-05',
      due_time: null,
      priority: 'normal',
      lot_id: 'ombu',
      rodeo_id: null,
      cycle_id: null,
      checklist: [],
      repeat: 'no',
      state: 'pendiente',
      done_by: null,
      done_at: null,
      movement_id: null,
      cancel_reason: null,
      ...row,
    },
    rest,
  );
