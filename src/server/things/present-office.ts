import { dayAt, isTaskOverdue, seesNote } from '../../domain/index.ts';
import type { NoteRow, TaskRow } from '../database/tables-office.ts';
import { contentOf, presentRow } from '../rows/office.ts';

/** The notes among these that somebody sees: another's own is no row to him, nor one that was shared until now. */
export const presentSeenNotes = (rows: readonly NoteRow[], userId: string): Record<string, unknown>[] =>
  rows.filter((row) => seesNote(userId, row)).map(presentNote);

/** A note as the wire knows it. Whether the caller may see it at all is asked before. */
export const presentNote = (row: NoteRow): Record<string, unknown> => ({
  ...presentRow(row),
  visibility: row.visibility,
});

/** A task as the wire knows it; 'Vencida' is read off the calendar of `now`. */
export const presentTask = (row: TaskRow, now: number): Record<string, unknown> => ({
  ...presentRow(row),
  state: row.state,
  overdue: isTaskOverdue({ state: row.state, due_on: contentOf<{ due_on: string | null }>(row).due_on }, dayAt(now)),
});
