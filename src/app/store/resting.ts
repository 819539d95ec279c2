import type { FarmStore } from './store.ts';
import type { Rest } from './staging.ts';

/** Who recorded or typed so lately goes on. */
const busyForMs = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A store whose backlog leaves the phone to whoever records: twice as long as each of its steps took. Where nobody does, what others
 * recorded is not kept waiting. `open` is given the rest; `now`: milliseconds, of any beginning.
 */
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
