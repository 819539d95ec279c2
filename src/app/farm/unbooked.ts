import type { LotView } from '#sync/farm.ts';

/** Whether a lot with animals is unsent: its opening is written on arrival. `lotId`: only that lot. */
export const hasUnbooked = (lots: readonly LotView[], lotId?: string): boolean =>
  lots.some(({ lot, heads }) => lot.isOptimistic === true && heads > 0 && (lotId ?? lot.id) === lot.id);
