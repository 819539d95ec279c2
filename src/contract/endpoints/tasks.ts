import { task } from '../../domain/things/task.ts';
import { callsOfThing } from './things.ts';

/** Tasks (wire.md, the rest). Whose task a hand may do, change or delete is the handler's to judge. */
export const taskEndpoints = callsOfThing(task);
