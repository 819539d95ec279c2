import { note } from '../../domain/things/note.ts';
import { callsOfThing } from './things.ts';

/** product.md §7. Notes are archived, never deleted. */
export const noteEndpoints = callsOfThing(note);
