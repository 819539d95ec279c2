import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type EndpointHandlers, keptRead, read, write } from '../kernel/call.ts';
import { registerDeviceKey } from './device-keys.ts';
import { nameShared } from './life.ts';
import { keepHistory } from './history-keep.ts';
import { segment } from './history-segment.ts';
import { pull } from './pull.ts';
import { refusedHandlers } from './refused.ts';
import { snapshot } from './snapshot.ts';

/** The sync extension (wire.md §Sync). The batch and applying refused records are in the kernel: they need every other call. */
export const syncHandlers: EndpointHandlers = {
  pull: read((call, db) => pull(call, db as Transaction<Tables>)),
  snapshot: keptRead({ run: snapshot, keep: keepHistory }),
  history: keptRead({ run: segment, keep: keepHistory }),
  life: write(nameShared),
  registerDeviceKey: write(registerDeviceKey),
  ...refusedHandlers,
};
