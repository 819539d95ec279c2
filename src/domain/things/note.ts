import { noteChanges, noteForm, noteName, noteSchema } from '../office/notes.ts';
import { describeThing, textOf } from './describe.ts';

/** domain.md §2.11. Archived, never deleted. */
export const note = describeThing({
  name: 'note',
  table: 'notes',
  words: { one: 'Nota', many: 'Notas', gender: 'f' },
  titles: { delete: 'Archivar nota' },
  icon: 'note',
  form: noteForm,
  changes: noteChanges,
  row: noteSchema,
  blank: {
    title: null,
    tags: [],
    visibility: 'todos',
    lot_id: null,
    rodeo_id: null,
    photos: [],
    audio_id: null,
    pinned: false,
    remind_on: null,
    archived: false,
  },
  nameOf: (row) => {
    const photos = Array.isArray(row.photos) ? (row.photos as string[]) : [];
    const [title, voice] = [textOf(row.title) || null, textOf(row.audio_id) || null];
    return noteName({ title, text: textOf(row.text), photos, audio_id: voice }).slice(0, 60);
  },
  calls: {
    list: '/api/note/all/{org}',
    read: null,
    create: '/api/note/create/{org}',
    edit: '/api/note/update/{id}',
    remove: null,
  },
  may: { create: 'write-notes', edit: 'write-notes' },
  isPaged: true,
});
