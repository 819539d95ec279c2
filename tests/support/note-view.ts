import type { ThingView } from '../../src/app/sync/farm.ts';
import type { Note } from '../../src/domain/office/notes.ts';
import { sentThing } from './sent-thing.ts';

/** A note for all that the server has, as a screen is given it. */
export const noteView = (
  row: Partial<Note> & Pick<Note, 'id' | 'created_by' | 'created_at' | 'text'>,
  rest: Partial<ThingView<Note>> = {},
): ThingView<Note> =>
  sentThing(
    {
      organization_id: 'ombu',
      updated_at: row.created_at,
      version: 1,
      deleted: false,
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
      ...row,
    },
    rest,
  );
