import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type Handlers, read } from '../../frame/call.ts';
import { pull, snapshot } from './pull.ts';
import { refusedHandlers } from './refused.ts';

/** The sync extension (wire.md §Sync). The batch of operations is the core's, as is the applying of a refused one: they need every other call. */
export const syncHandlers = (epoch: string): Handlers => ({
  pull: read((call, db) => pull(call, db as Transaction<Tables>, epoch)),
  snapshot: read((call, db) => snapshot(call, db as Transaction<Tables>, epoch)),
  ...refusedHandlers,
});
