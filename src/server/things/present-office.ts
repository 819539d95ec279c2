import { dayAt, isTaskOverdue, seesNote } from '../../domain/index.ts';
import type { NoteRow, TaskRow } from '../database/tables-office.ts';
import { contentOf, presentRow } from '../rows/office.ts';

/** The notes somebody sees; of a private one others get no row. */
export const presentSeenNotes = (rows: readonly NoteRow[], userId: string): Record<string, unknown>[] =>
  rows.filter((row) => seesNote(userId, row)).map(presentNote);

/** The caller has checked who may see it. */
export const presentNote = (row: NoteRow): Record<string, unknown> => ({
  ...presentRow(row),
  visibility: row.visibility,
});

/** `overdue` ('Vencida') is by the day of `now`. */
export const presentTask = (row: TaskRow, now: number): Record<string, unknown> => ({
  ...presentRow(row),
  state: row.state,
  overdue: isTaskOverdue({ state: row.state, due_on: contentOf<{ due_on: string | null }>(row).due_on }, dayAt(now)),
});
