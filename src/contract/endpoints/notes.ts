import * as z from 'zod/mini';
import { noteChanges, noteForm, noteSchema } from '../../domain/office/notes.ts';
import { endpoint } from '../endpoint.ts';
import { answer } from './answers.ts';

const one = answer({ note: noteSchema });

/** Notes (product.md §7). There is no call that deletes one: it is archived. */
export const noteEndpoints = {
  notes: endpoint({
    method: 'GET',
    path: '/api/note/all/{org}',
    answer: answer({ notes: z.array(noteSchema), next_cursor: z.optional(z.string()) }),
  }),
  createNote: endpoint({
    method: 'POST',
    path: '/api/note/create/{org}',
    may: 'write-notes',
    body: noteForm,
    answer: one,
  }),
  updateNote: endpoint({
    method: 'PUT',
    path: '/api/note/update/{id}',
    farm: 'note',
    may: 'write-notes',
    body: noteChanges,
    answer: one,
  }),
} as const;
