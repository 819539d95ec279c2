import { note } from '../../domain/things/note.ts';
import { callsOfThing } from './things.ts';

/** Notes (product.md §7). There is no call that deletes one: it is archived. */
export const noteEndpoints = callsOfThing(note);
