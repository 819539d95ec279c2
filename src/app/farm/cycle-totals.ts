import { type Cycle, type CycleRecord, formatNumber, type Tally, tallyOf } from '#domain';
import type { FarmViews, MovementView, ThingView } from '#sync/farm.ts';

/** A herd of thousands gives a few hundred. */
const mostRecords = 2_000;

export interface CycleWithTotals {
  readonly view: ThingView<Cycle>;
  readonly tally: Tally;
  readonly records: readonly MovementView[];
}

const isTally = (value: unknown): value is Tally =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Tally>).served === 'number';

/** The server's totals if it has all records, computed here while some are unsent. A closed cycle keeps its own. */
function totalsOf(cycle: Cycle, records: readonly MovementView[]): Tally {
  const totals = cycle.totals;
  const isAllSent = records.every((view) => view.state === 'enviado' || view.state === 'revisar');
  if (isTally(totals) && (isAllSent || cycle.is_frozen === true)) return totals;
  return tallyOf(cycle, recordsThatCount(records));
}

/** Excludes deleted and refused records. */
export const recordsThatCount = (records: readonly MovementView[]): readonly CycleRecord[] =>
  records
    .filter((view) => !view.movement.deleted && view.state !== 'con_error')
    .map(({ movement }) => ({ type: movement.type, payload: { ...movement.metadata, animals: movement.animals } }));

/** `85,2%`; a dash if unknown (domain.md §4). */
export const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '—' : `${formatNumber(share * 100, 1)}%`;

/** Loads a cycle's records and their totals. */
export async function withTotals(views: FarmViews, view: ThingView<Cycle>): Promise<CycleWithTotals> {
  const { items } = await views.page({ cycleId: view.row.id }, null, mostRecords);
  const records = items.filter(({ movement }) => !movement.type.endsWith('_REPRODUCTIVE_CYCLE'));
  return { view, tally: totalsOf(view.row, records), records };
}
