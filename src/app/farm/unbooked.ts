import type { LotView } from '#sync/farm.ts';

/** Whether a lot waits with animals: the server writes their opening when the lot arrives. `lotId`: only of this one. */
export const hasUnbooked = (lots: readonly LotView[], lotId?: string): boolean =>
  lots.some(({ lot, heads }) => lot.isOptimistic === true && heads > 0 && (lotId ?? lot.id) === lot.id);
