import type { Backend } from '../backend.ts';
import { pullLists } from './lists.ts';
import { mayRepeat, sendOne } from './send-one.ts';

/** A backend of the specification's own: no feed, no ledger of keys, ids of its making (decision 0004). It has none of our extensions. */
export const plainBackend: Backend = {
  has: () => false,
  send: (ports, [op]) => sendOne(ports, op),
  mayRepeat,
  fetch: pullLists,
};
