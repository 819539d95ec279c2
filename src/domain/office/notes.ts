import * as z from 'zod/mini';
import { arrival, oneOf, textOrNull } from '../schemas.ts';
import { freeText } from '../movements/fields.ts';
import { roleMay } from '../people/permissions.ts';
import type { Role } from '../people/roles.ts';
import { maybeDay, maybeId, maybeText, photos, photosOfAll, saidText, storedShape } from './schemas.ts';

/** domain.md §2.11. */
export const noteVisibilities = { todos: 'De todos', yo: 'Solo yo' } as const;

const longest = 5000;
const tags = z.optional(z.array(saidText(40, 'Escribí la etiqueta')).check(z.maxLength(20)));

const details = {
  title: maybeText(120),
  tags,
  visibility: z.optional(oneOf(noteVisibilities)),
  lot_id: maybeId,
  rodeo_id: maybeId,
  photos,
  audio_id: maybeId,
  pinned: z.optional(z.boolean()),
  remind_on: maybeDay,
  archived: z.optional(z.boolean()),
  ...arrival,
};
const text = freeText(longest);

interface Noted {
  readonly text: string;
  readonly photos?: readonly string[] | undefined;
  readonly audio_id?: string | null | undefined;
}

export const nothingNoted = 'Escribí la nota';

/** A photo or a voice note is enough (domain.md §2.11). */
export const saysSomething = ({ text: words, photos: taken = [], audio_id: voice }: Noted): boolean =>
  words.trim() !== '' || taken.length > 0 || Boolean(voice);

export function noteName({ title, text: words, photos: taken, audio_id: voice }: Noted & NoteTitle): string {
  const named = title ?? words;
  if (named !== '') return named;
  const what = [(taken ?? []).length > 0 ? 'foto' : null, voice ? 'audio' : null].filter(Boolean);
  return `Nota con ${what.join(' y ')}`;
}

interface NoteTitle {
  readonly title?: string | null | undefined;
}

/** domain.md §2.11. */
export const noteForm = z
  .strictObject({ text, ...details })
  .check(z.refine(saysSomething, { path: ['text'], error: nothingNoted }));
/** Partial update; archiving replaces deleting. The server checks that text is removed only where a photo or voice note stays. `photos_before`, `text_before`: `domain/things/lists.ts`. */
export const noteChanges = z.strictObject({
  text: z.optional(text),
  ...details,
  photos: photosOfAll,
  text_before: maybeText(longest),
  photos_before: photosOfAll,
  tags_before: tags,
});

export const noteSchema = z.looseObject({
  ...storedShape,
  text: z.string(),
  title: textOrNull,
  tags: z.array(z.string()),
  visibility: z.enum(['todos', 'yo']),
  lot_id: textOrNull,
  rodeo_id: textOrNull,
  photos: z.array(z.string()),
  audio_id: textOrNull,
  pinned: z.boolean(),
  remind_on: textOrNull,
  archived: z.boolean(),
});
export type Note = z.infer<typeof noteSchema>;

interface Authored {
  readonly visibility: 'todos' | 'yo';
  readonly created_by: string | null;
}

/** Own notes always, others' if shared. Not even the owner reads private ones. */
export const seesNote = (userId: string, note: Authored): boolean =>
  note.visibility === 'todos' || note.created_by === userId;

/** Own notes, or shared ones with the right to change any record (domain.md §2.18). */
export const mayChangeNote = (role: Role, userId: string, note: Authored): boolean =>
  seesNote(userId, note) && (note.created_by === userId || roleMay(role, 'change-any-record'));

/** Content fields; pinning or archiving is no news. */
const readFields = new Set(['text', 'title', 'photos', 'audio_id']);

/** The last change of content by someone else; null if none is known. */
export function lastChangeByOthers(note: Readonly<Record<string, unknown>>, userId: string): string | null {
  const history = note.editHistory;
  if (!Array.isArray(history)) return null;
  const moments = (history as (Readonly<Record<string, unknown>> | null)[]).flatMap((edit): string[] => {
    const { editedBy, editedAt, changes } = edit ?? {};
    const isOther = typeof editedBy === 'string' && editedBy !== userId;
    const isRead = !Array.isArray(changes) || (changes as unknown[]).some((name) => readFields.has(String(name)));
    return isOther && isRead && typeof editedAt === 'string' ? [editedAt] : [];
  });
  return moments.toSorted().at(-1) ?? null;
}
