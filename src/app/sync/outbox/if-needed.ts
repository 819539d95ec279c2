import type { FarmStore, OutboxEdit, OutboxNow } from '#store/store.ts';
import type { Decision } from './outbox.ts';

const isNothing = (edit: OutboxEdit): boolean =>
  Object.values(edit).every((part) => part === undefined || (Array.isArray(part) && part.length === 0));

/**
 * As `changeOutbox`, for what seldom has anything to change: looks first, and writes only where that changes something. Even of
 * nothing a write holds up what screens ask meanwhile, a second at the start of a slow phone. What is saved in between comes with its own try.
 */
export async function changeIfNeeded<T>(
  store: Pick<FarmStore, 'outbox' | 'changeOutbox'>,
  organizationId: string,
  decide: (now: OutboxNow) => Decision<T>,
): Promise<T> {
  const { edit, result } = decide(await store.outbox(organizationId));
  return isNothing(edit) ? result : await store.changeOutbox(organizationId, decide);
}
