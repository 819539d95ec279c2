import type { Backend } from '../backend.ts';
import { pullLists } from './lists.ts';
import { mayRepeat, sendOne } from './send-one.ts';

/** A backend with the specification only: no feed, no ledger, its own ids (decision 0004), none of our extensions. */
export const plainBackend: Backend = {
  has: () => false,
  send: (ports, [op]) => sendOne(ports, op),
  mayRepeat,
  fetch: pullLists,
};
