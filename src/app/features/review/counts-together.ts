import type { CountedLine } from '#domain';
import type { MovementView } from '#sync/farm.ts';

export const linesOf = ({ movement }: Pick<MovementView, 'movement'>): readonly CountedLine[] => {
  const counted = movement.metadata['counted'];
  return Array.isArray(counted) ? (counted as CountedLine[]) : [];
};

const momentOf = ({ movement: { date, created_at, id } }: MovementView): string => `${date}|${created_at}|${id}`;

/** Same day, lot and a category; same rodeo, or one of them counted all rodeos. */
function shareCell(one: MovementView, other: MovementView): boolean {
  const [a, b] = [one.movement, other.movement];
  if (a.date !== b.date || a.metadata.lot_id !== b.metadata.lot_id) return false;
  const [rodeo, otherRodeo] = [a.metadata['rodeo_id'], b.metadata['rodeo_id']];
  if (rodeo !== undefined && otherRodeo !== undefined && rodeo !== otherRodeo) return false;
  const types = new Set(linesOf(one).map(({ type }) => type));
  return linesOf(other).some(({ type }) => types.has(type));
}

/** Waiting counts grouped by cell and day, oldest first (domain.md §3.7). */
export function countsTogether(counts: readonly MovementView[]): readonly (readonly MovementView[])[] {
  let groups: readonly (readonly MovementView[])[] = [];
  for (const count of counts) {
    const near = groups.filter((group) => group.some((other) => shareCell(count, other)));
    const whole = [count, ...near.flat()].toSorted((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1));
    // Keeps the group's position when a count is added.
    const at = near[0] ? groups.indexOf(near[0]) : groups.length;
    groups = groups.toSpliced(at, 0, whole).filter((group) => !near.includes(group));
  }
  return groups;
}
