import type { Invoice } from '#domain';
import { useLive } from '#platform';
import type { MovementView } from '#sync/farm.ts';

/** Records of an invoice that this device knows, sent or not. */
export function useLinked({ id, movement_ids }: Invoice): readonly (MovementView | null)[] | undefined {
  return useLive((views) => views.invoiced(id, movement_ids), [id, movement_ids.join(' ')]);
}

/** Booked heads by category. */
export function headsBooked(views: readonly (MovementView | null)[]): ReadonlyMap<string, number> {
  const booked = new Map<string, number>();
  for (const view of views) {
    if (!view || view.movement.deleted) continue;
    for (const { type, count } of view.movement.animals) booked.set(type, (booked.get(type) ?? 0) + count);
  }
  return booked;
}
