import { counted, type Day, daysBetween, standsSince } from '#domain';
import { useCalm, useToday } from '#platform';
import type { FarmViews, MovementView } from '#sync/farm.ts';

/** Most lots need only their newest records. */
const pageRows = 25;

/** Most records read for a lot's screen, and for one row of the list. */
export const recordsOfLot = 500;
export const recordsOfRow = 100;

async function readSince(
  views: Pick<FarmViews, 'page'>,
  lotId: string,
  heads: number,
  atMost: number,
): Promise<Day | null> {
  const changes: { readonly date: Day; readonly head: number }[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<FarmViews['page']>> = await views.page({ lotId }, after, pageRows);
    changes.push(...page.items.map((view) => ({ date: view.movement.date, head: headIn(view, lotId) })));
    const since = standsSince(heads, changes);
    if (since) return since;
    after = page.next;
  } while (after !== null && changes.length < atMost);
  return null;
}

const headIn = ({ lines }: MovementView, lotId: string): number =>
  lines.reduce((sum, line) => sum + (line.lot === lotId ? line.head : 0), 0);

interface Occupation {
  readonly since: Day;
  readonly word: 'Ocupado' | 'En descanso';
  /** `12 días`, `Desde hoy`. */
  readonly length: string;
}

/** How long a lot has been grazed or resting (domain.md §2.2); null if the records do not reach back. */
export function useOccupation(lotId: string, heads: number, atMost: number): Occupation | null {
  const today = useToday();
  const since = useCalm((views) => readSince(views, lotId, heads, atMost), [lotId, heads, atMost]);
  if (!since) return null;
  const days = daysBetween(since, today);
  return {
    since,
    word: heads > 0 ? 'Ocupado' : 'En descanso',
    length: days === 0 ? 'Desde hoy' : counted(days, 'día'),
  };
}
