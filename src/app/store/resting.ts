import type { FarmStore } from './store.ts';
import type { Rest } from './staging.ts';

/** Who recorded or typed so lately goes on. */
const busyForMs = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A store whose backlog rests twice as long as each of its steps took, while somebody records. `open` is given the rest; `now`:
 * milliseconds, of any beginning.
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
