import type { CountedLine } from '#domain';
import type { MovementView } from '#sync/farm.ts';

/** The lines of a count as its movement shows them. */
export const linesOf = ({ movement }: Pick<MovementView, 'movement'>): readonly CountedLine[] => {
  const counted = movement.metadata['counted'];
  return Array.isArray(counted) ? (counted as CountedLine[]) : [];
};

const momentOf = ({ movement: { date, created_at, id } }: MovementView): string => `${date}|${created_at}|${id}`;

/** Whether two counts speak of a cell of one day: the same lot and category, and the same rodeo or all of them. */
function shareCell(one: MovementView, other: MovementView): boolean {
  const [a, b] = [one.movement, other.movement];
  if (a.date !== b.date || a.metadata.lot_id !== b.metadata.lot_id) return false;
  const [rodeo, otherRodeo] = [a.metadata['rodeo_id'], b.metadata['rodeo_id']];
  if (rodeo !== undefined && otherRodeo !== undefined && rodeo !== otherRodeo) return false;
  const types = new Set(linesOf(one).map(({ type }) => type));
  return linesOf(other).some(({ type }) => types.has(type));
}

/** Counts that wait, grouped by cell and day, in the order in which they were made (domain.md §3.7). */
export function countsTogether(counts: readonly MovementView[]): readonly (readonly MovementView[])[] {
  let groups: readonly (readonly MovementView[])[] = [];
  for (const count of counts) {
    const near = groups.filter((group) => group.some((other) => shareCell(count, other)));
    const whole = [count, ...near.flat()].toSorted((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1));
    // Where its first one stood: a list does not jump because somebody counts again.
    const at = near[0] ? groups.indexOf(near[0]) : groups.length;
    groups = groups.toSpliced(at, 0, whole).filter((group) => !near.includes(group));
  }
  return groups;
}
