export interface Standing {
  readonly rodeo: string | null;
  readonly head: number;
}

const byRodeo = (one: Standing, other: Standing): number => ((one.rodeo ?? '') < (other.rodeo ?? '') ? -1 : 1);

/**
 * * Spreads a difference over a lot's rodeos, fullest first, ties by lower id: phone and server agree. Unlike a count, a difference merges
 * with others (domain.md §3.0).
 */
export function spread(cells: readonly Standing[], difference: number): Standing[] {
  const fullest = cells
    .filter(({ head }) => head !== 0)
    .toSorted((one, other) => other.head - one.head || byRodeo(one, other));
  const first = fullest[0]?.rodeo ?? null;
  if (difference >= 0) return difference === 0 ? [] : [{ rodeo: first, head: difference }];
  const lines: Standing[] = [];
  let left = -difference;
  for (const cell of fullest) {
    const taken = Math.min(left, Math.max(0, cell.head));
    if (taken > 0) lines.push({ rodeo: cell.rodeo, head: -taken });
    left -= taken;
  }
  // Taking more than there is leaves a negative cell for review: never cut (domain.md §3.0).
  return left > 0 ? [...lines, { rodeo: first, head: -left }] : lines;
}
