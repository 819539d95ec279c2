import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type EndpointHandlers, read, write } from '../kernel/call.ts';
import { registerDeviceKey } from './device-keys.ts';
import { nameShared } from './life.ts';
import { pull, snapshot } from './pull.ts';
import { refusedHandlers } from './refused.ts';

/** The sync extension (wire.md §Sync). The batch of operations is the core's, as is the applying of a refused one: they need every other call. */
export const syncHandlers: EndpointHandlers = {
  pull: read((call, db) => pull(call, db as Transaction<Tables>)),
  snapshot: read((call, db) => snapshot(call, db as Transaction<Tables>)),
  life: write(nameShared),
  registerDeviceKey: write(registerDeviceKey),
  ...refusedHandlers,
};
