import type { Task } from '#domain';
import { photosIn } from '#farm/attachments/photos-in.ts';

/** A task as typed: nothing is an empty text. */
export interface TaskValues {
  readonly title: string;
  readonly kind: string;
  readonly due_on: string;
  readonly due_time: string;
  readonly priority: string;
  readonly repeat: string;
  readonly lot_id: string;
  readonly rodeo_id: string;
  readonly assigned_to: readonly string[];
  readonly checklist: readonly { readonly text: string; readonly done: boolean }[];
  readonly detail: string;
  readonly photos: readonly string[];
}

export const taskStart = (row: Task | null): TaskValues => ({
  title: row?.title ?? '',
  kind: row?.kind ?? 'otra',
  due_on: row?.due_on ?? '',
  due_time: row?.due_time ?? '',
  priority: row?.priority ?? 'normal',
  repeat: row?.repeat ?? 'no',
  lot_id: row?.lot_id ?? '',
  rodeo_id: row?.rodeo_id ?? '',
  assigned_to: row?.assigned_to ?? [],
  checklist: row?.checklist ?? [],
  detail: row?.detail ?? '',
  photos: photosIn(row?.['photos']),
});

/** The body of the call. Blank steps are dropped. */
export const taskBody = (values: TaskValues): Readonly<Record<string, unknown>> => ({
  ...values,
  due_on: values.due_on || null,
  due_time: values.due_on ? values.due_time || null : null,
  lot_id: values.lot_id || null,
  rodeo_id: values.rodeo_id || null,
  detail: values.detail.trim() || null,
  checklist: values.checklist.filter((step) => step.text.trim() !== ''),
});

/** Whether anything beyond the short form is filled in. */
export const saysMore = ({ due_time, priority, repeat, rodeo_id, detail, checklist, photos }: TaskValues): boolean =>
  [due_time, rodeo_id, detail].some((text) => text !== '') ||
  priority !== 'normal' ||
  repeat !== 'no' ||
  checklist.length > 0 ||
  photos.length > 0;
