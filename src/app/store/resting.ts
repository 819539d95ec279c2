import type { FarmStore } from './store.ts';
import type { Rest } from './staging.ts';

/** Since the last save or draft. */
const busyForMs = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** While somebody records, a backlog pauses twice as long as each step took. `open` gets the pause; `now`: milliseconds from any start. */
export function restingBesideSaves(open: (rest: Rest) => FarmStore, now = () => performance.now()): FarmStore {
  let savedAt = -Infinity;
  const store = open((tookMs) => pause(now() - savedAt < busyForMs ? 2 * tookMs : 0));
  return {
    ...store,
    changeOutbox: (organizationId, decide) =>
      store.changeOutbox(organizationId, (outbox) => {
        const decision = decide(outbox);
        if (decision.edit.add?.length) savedAt = now();
        return decision;
      }),
    saveDraft: (organizationId, key, draft) => {
      savedAt = now();
      return store.saveDraft(organizationId, key, draft);
    },
  };
}
