import type { Tally } from '../../../domain/office/cycle-indices.ts';
import { type Cycle, defaultCycleName } from '../../../domain/office/cycles.ts';
import { useLive } from '../../frame/farm-context.tsx';
import type { FarmViews, MovementView, ThingView } from '../../sync/farm.ts';
import { totalsOf } from './cycle-figures.ts';

/** As many records of a cycle as are looked at: a herd of thousands gives a few hundred. */
const mostRecords = 2_000;

/** A cycle with what its records add up to. */
export interface CycleWithTotals {
  readonly view: ThingView<Cycle>;
  readonly tally: Tally;
  readonly records: readonly MovementView[];
}

/** One that waits for the server has no name yet: it is called after its season there too. */
export const nameOf = (cycle: Cycle): string => cycle.name || defaultCycleName(cycle.service_start);

async function withTotals(views: FarmViews, view: ThingView<Cycle>): Promise<CycleWithTotals> {
  const { items } = await views.page({ cycleId: view.row.id }, null, mostRecords);
  const records = items.filter(({ movement }) => !movement.type.endsWith('_REPRODUCTIVE_CYCLE'));
  return { view, tally: totalsOf(view.row, records), records };
}

/** All cycles, the newest service first. */
export const useCycles = (): readonly CycleWithTotals[] | undefined =>
  useLive(async (views) => {
    const cycles = (await views.things('cycle')).toSorted((a, b) =>
      a.row.service_start < b.row.service_start ? 1 : -1,
    );
    return await Promise.all(cycles.map((view) => withTotals(views, view)));
  });
