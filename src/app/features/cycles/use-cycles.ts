import { type Cycle, defaultCycleName } from '#domain';
import { useLive } from '#platform';
import { type CycleWithTotals, withTotals } from '#farm/cycle-totals.ts';

export type { CycleWithTotals };

/** Unsent cycles have no name yet and go by their season, as on the server. */
export const nameOf = (cycle: Cycle): string => cycle.name || defaultCycleName(cycle.service_start);

/** All cycles, newest service first. */
export const useCycles = (): readonly CycleWithTotals[] | undefined =>
  useLive(async (views) => {
    const cycles = (await views.things('cycle')).toSorted((a, b) =>
      a.row.service_start < b.row.service_start ? 1 : -1,
    );
    return await Promise.all(cycles.map((view) => withTotals(views, view)));
  });
