import { addDays, type Day, dayAt } from '../../domain/dates.ts';
import type { Note } from '../../domain/office/notes.ts';
import { useDraftOf, useLive } from './farm-context.tsx';
import { useSession } from './session-context.tsx';
import { useToday } from './today.ts';

/** On a phone that has never shown the list, older notes are nobody's news. */
const newsDays = 7;
/** A reminder stays so long on the first screen; in the list it stays until it is put away. */
const remindsDays = 7;

/** Which notes this person has had before his eyes on this device. */
export const seenNotesKey = (userId: string): string => `notas vistas ${userId}`;

/** The notes of others that this person has not seen. `seen`: what was kept under `seenNotesKey`; null before the first look. */
export function unseenNotes(
  notes: readonly Note[],
  seen: Readonly<Record<string, unknown>> | null,
  { userId, today }: { readonly userId: string; readonly today: Day },
): readonly Note[] {
  const ids = seen?.['ids'];
  const isNew = Array.isArray(ids)
    ? (note: Note): boolean => !ids.includes(note.id)
    : (note: Note): boolean => dayAt(Date.parse(note.created_at)) >= addDays(today, -newsDays);
  return notes.filter((note) => note.created_by !== userId && !note.archived && isNew(note));
}

interface NotesToSee {
  readonly unseen: number;
  /** Those that somebody wanted to be reminded of by now. */
  readonly reminders: readonly Note[];
}

/** What of the notes waits for this person's eyes (domain.md §2.11); undefined while the disk is asked. */
export function useNotesToSee(): NotesToSee | undefined {
  const today = useToday();
  const { state } = useSession();
  const userId = state.user?.id ?? '';
  const seen = useDraftOf(seenNotesKey(userId));
  const notes = useLive(async (views) => (await views.things('note')).map(({ row }) => row));
  if (!notes || seen === undefined) return undefined;
  const isDue = ({ remind_on, archived }: Note): boolean =>
    !archived && remind_on !== null && remind_on <= today && remind_on >= addDays(today, -remindsDays);
  return { unseen: unseenNotes(notes, seen, { userId, today }).length, reminders: notes.filter(isDue) };
}
