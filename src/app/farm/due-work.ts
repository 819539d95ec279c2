import {
  addDays,
  type Day,
  dayAt,
  lastChangeByOthers,
  type Note,
  note as noteThing,
  type Task,
  task as taskThing,
  waitsForAuthor,
} from '#domain';
import { useRefused } from './refused.ts';
import { useDraftOf, useLive, useMay, useToday, useUserId } from '#platform';

/** On a phone that never showed the list, older notes are not news. */
const newsDays = 7;
/** On the first screen; the list keeps it until it is archived. */
const remindsDays = 7;

/** Draft key of the notes this person saw here. */
export const seenNotesKey = (userId: string): string => `notas vistas ${userId}`;

type Seen = Readonly<Record<string, unknown>> | null;

interface Reader {
  readonly userId: string;
  readonly today: Day;
}

/** Notes written or changed by others since he looked. `seen`: the draft `seenNotesKey`; null before the first look. */
export function unseenNotes(notes: readonly Note[], seen: Seen, { userId, today }: Reader): readonly Note[] {
  const ids = seen?.ids;
  const edits = seen?.edits;
  const isNews = (note: Note): boolean => {
    const changedAt = lastChangeByOthers(note, userId);
    const news = changedAt ?? (note.created_by === userId ? null : note.created_at);
    if (news === null) return false;
    if (!Array.isArray(ids)) return dayAt(Date.parse(news)) >= addDays(today, -newsDays);
    if (!ids.includes(note.id)) return true;
    // Older versions kept ids alone: no edits to compare.
    return typeof edits === 'object' && (edits as SeenEdits)[note.id] !== (changedAt ?? undefined);
  };
  return notes.filter((note) => !note.archived && isNews(note));
}

type SeenEdits = Readonly<Record<string, unknown>>;

/** The draft `seenNotesKey` after showing these; what is no news counts as seen. */
export function seenWith(
  notes: readonly Note[],
  seen: Seen,
  isShown: (note: Note) => boolean,
  reader: Reader,
): Readonly<Record<string, unknown>> {
  const unseen = new Set(unseenNotes(notes, seen, reader).map(({ id }) => id));
  const settled = notes.filter((note) => isShown(note) || !unseen.has(note.id));
  const edits = settled.flatMap((note): [string, string][] => {
    const changedAt = lastChangeByOthers(note, reader.userId);
    return changedAt === null ? [] : [[note.id, changedAt]];
  });
  return { ids: settled.map(({ id }) => id), edits: Object.fromEntries(edits) };
}

interface NotesToSee {
  readonly unseen: number;
  readonly reminders: readonly Note[];
}

/** Unseen notes and due reminders (domain.md §2.11); undefined while loading. */
export function useNotesToSee(): NotesToSee | undefined {
  const today = useToday();
  const userId = useUserId();
  const seen = useDraftOf(seenNotesKey(userId));
  const notes = useLive(async (views) => (await views.things(noteThing.name)).map(({ row }) => row));
  if (!notes || seen === undefined) return undefined;
  const isDue = ({ remind_on, archived }: Note): boolean =>
    !archived && remind_on !== null && remind_on <= today && remind_on >= addDays(today, -remindsDays);
  return { unseen: unseenNotes(notes, seen, { userId, today }).length, reminders: notes.filter(isDue) };
}

/** Whether a task is this person's: assigned to him or to nobody. */
export const concerns = (task: Pick<Task, 'assigned_to'>, userId: string): boolean =>
  task.assigned_to.length === 0 || task.assigned_to.includes(userId);

/** This person's tasks due by today; undefined while loading. */
export function useDueTasks(): number | undefined {
  const today = useToday();
  const userId = useUserId();
  return useLive(
    async (views) =>
      (await views.things(taskThing.name)).filter(
        ({ row }) =>
          (row.state === 'pendiente' || row.state === 'en_curso') &&
          row.due_on !== null &&
          row.due_on <= today &&
          concerns(row, userId),
      ).length,
    [today, userId],
  );
}

/** Beyond it the screen says 'more'. */
export const mostReviews = 200;

/** Records for this person to review, refused ones too, for a hand his own; undefined while loading. */
export function useReviewCount(): number | undefined {
  const userId = useUserId();
  const mayReview = useMay('review');
  const authorId = mayReview ? null : userId;
  const { waiting: refused } = useRefused(mayReview);
  const asked = useLive(
    async (views) => {
      if (authorId === null) return (await views.page({ inReview: true }, null, mostReviews)).items.length;
      const own = await views.page({ inReview: true, authorId }, null, mostReviews);
      return own.items.filter((view) => waitsForAuthor(view.movement.review)).length;
    },
    [authorId],
  );
  return asked === undefined || refused === undefined ? undefined : asked + refused;
}
