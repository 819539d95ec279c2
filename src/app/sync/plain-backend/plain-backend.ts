import type { Backend } from '../backend.ts';
import { mayBeThere, sendToForeign } from './foreign.ts';
import { pullLists } from './foreign-lists.ts';

/** A backend of the specification's own: no feed, no ledger of keys, ids of its making (decision 0004). It has none of our extensions. */
export const plainBackend: Backend = {
  has: () => false,
  send: (ports, [op]) => sendToForeign(ports, op),
  mayRepeat: (op) => !mayBeThere(op),
  fetch: pullLists,
};
