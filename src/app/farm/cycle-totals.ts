import { type Cycle, type CycleRecord, formatNumber, type Tally, tallyOf } from '#domain';
import type { FarmViews, MovementView, ThingView } from '#sync/farm.ts';

/** As many records of a cycle as are looked at: a herd of thousands gives a few hundred. */
const mostRecords = 2_000;

/** A cycle with what its records add up to. */
export interface CycleWithTotals {
  readonly view: ThingView<Cycle>;
  readonly tally: Tally;
  readonly records: readonly MovementView[];
}

const isTally = (value: unknown): value is Tally =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Tally>).served === 'number';

/**
 * Sums of a cycle's records: the server's where it has all of them, counted here while some wait on this phone. A closed cycle keeps its
 * own.
 */
function totalsOf(cycle: Cycle, records: readonly MovementView[]): Tally {
  const totals = cycle['totals'];
  const isAllSent = records.every((view) => view.state === 'enviado' || view.state === 'revisar');
  if (isTally(totals) && (isAllSent || cycle['is_frozen'] === true)) return totals;
  return tallyOf(cycle, recordsThatCount(records));
}

/** Records as they are added up: deleted and refused ones are not. */
export const recordsThatCount = (records: readonly MovementView[]): readonly CycleRecord[] =>
  records
    .filter((view) => !view.movement.deleted && view.state !== 'con_error')
    .map(({ movement }) => ({ type: movement.type, payload: { ...movement.metadata, animals: movement.animals } }));

/** `85,2%`; a dash where nothing can be said (domain.md §4). */
export const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '—' : `${formatNumber(share * 100, 1)}%`;

/** The cycle with its records, added up. */
export async function withTotals(views: FarmViews, view: ThingView<Cycle>): Promise<CycleWithTotals> {
  const { items } = await views.page({ cycleId: view.row.id }, null, mostRecords);
  const records = items.filter(({ movement }) => !movement.type.endsWith('_REPRODUCTIVE_CYCLE'));
  return { view, tally: totalsOf(view.row, records), records };
}
