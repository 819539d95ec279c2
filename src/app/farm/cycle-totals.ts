import { type Cycle, type CycleRecord, formatNumber, isDeleted, type Tally, tallyOf } from '#domain';
import { newestMovements } from './newest-movements.ts';
import type { FarmViews, MovementView, ThingView } from '#sync/farm.ts';

export interface CycleWithTotals {
  readonly view: ThingView<Cycle>;
  readonly tally: Tally;
  readonly records: readonly MovementView[];
}

const isTally = (value: unknown): value is Tally =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Tally>).served === 'number';

const isSent = ({ state }: Pick<MovementView, 'state'>): boolean => state === 'enviado' || state === 'revisar';

/** A record that was moved to another cycle is among this one's no more. */
const someMoved = async (views: FarmViews): Promise<boolean> =>
  (await views.pending()).some(({ subject, act }) => subject === 'movement' && act === 'edit');

/** The server's totals if it has the cycle and its records as they stand here, else computed. A closed cycle keeps its own. */
async function totalsOf(views: FarmViews, view: ThingView<Cycle>, records: readonly MovementView[]): Promise<Tally> {
  const { totals, is_frozen } = view.row;
  const isTheirs = is_frozen === true || ([view, ...records].every(isSent) && !(await someMoved(views)));
  return isTheirs && isTally(totals) ? totals : tallyOf(view.row, recordsThatCount(records));
}

/** As the rules of cycles take them. */
export const recordsThatCount = (records: readonly MovementView[]): readonly CycleRecord[] =>
  records
    .filter(({ movement }) => !isDeleted(movement))
    .map(({ movement }) => ({ type: movement.type, payload: { ...movement.metadata, animals: movement.animals } }));

/** `85,2%`; a dash if unknown (domain.md §4). */
export const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '—' : `${formatNumber(share * 100, 1)}%`;

/** Loads a cycle's records and their totals. */
export async function withTotals(views: FarmViews, view: ThingView<Cycle>): Promise<CycleWithTotals> {
  const all = await newestMovements(views, { cycleId: view.row.id });
  const records = all.filter(({ movement }) => !movement.type.endsWith('_REPRODUCTIVE_CYCLE'));
  return { view, tally: await totalsOf(views, view, records), records };
}
