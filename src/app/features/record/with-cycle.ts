import type { RecordedKind } from '#domain/movements/define.ts';
import { type Cycle, cycleFor, type Payload } from '#domain';
import type { ThingView } from '#sync/farm.ts';
import { withSource } from './culls.ts';
import { type FarmThings, foundPlace } from './start.ts';

/** Adds the breeding cycle, found by rodeo and date: never asked (domain.md §3.1, BIRTH). */
export function withCycle(
  kind: RecordedKind,
  payload: Payload,
  things: Pick<FarmThings, 'stock' | 'categories'>,
  cycles: readonly ThingView<Cycle>[],
): Payload {
  const { rodeo: field } = kind.place;
  const rodeo = field === undefined ? undefined : (payload[field] ?? foundPlace(kind, payload, things)[field]);
  const day = payload.date;
  if (typeof rodeo !== 'string' || typeof day !== 'string') return payload;
  const cycle = cycleFor(
    kind.type,
    rodeo,
    day,
    cycles.map((view) => view.row),
  );
  return cycle === null ? payload : { ...payload, reproductive_cycle_id: cycle };
}

/** The record with everything derived from the farm. */
export const asRecorded = (
  kind: RecordedKind,
  payload: Payload,
  things: FarmThings,
  cycles: readonly ThingView<Cycle>[],
): Payload => withSource(kind, withCycle(kind, payload, things, cycles), things);
