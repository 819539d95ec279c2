import { task } from '../../domain/things/task.ts';
import { callsOfThing } from './things.ts';

/** wire.md, the rest. The handler decides which tasks a hand may do, change or delete. */
export const taskEndpoints = callsOfThing(task);
