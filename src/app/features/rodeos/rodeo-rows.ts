import {
  addDays,
  type Cell,
  compareNames,
  type Day,
  evOf,
  headsByCategory,
  lastToEnd,
  type Rodeo,
  standingHeads,
  type Withdrawal,
  withdrawalsOver,
} from '#domain';
import { herdShape } from '#farm/herd-shape.ts';
import { newestMovements } from '#farm/newest-movements.ts';
import { carriedWithdrawals } from '#farm/running-withdrawals.ts';
import type { FarmViews, MovementView, ThingView } from '#sync/farm.ts';
import type { AnimalShape } from '#ui';
import { groupSince, readWeighings, type Weight, weightsOf } from './weights.ts';

export interface RodeoRow {
  readonly view: ThingView<Rodeo>;
  readonly heads: number;
  readonly ev: number;
  /** Outline of its main kind of animal. */
  readonly shape: AnimalShape;
  readonly lots: readonly string[];
  readonly weight: Weight | null;
  readonly withdrawal: Withdrawal | null;
}

/** Older weights say nothing of today's animals. */
const weightsOfDays = 2 * 365;
const weighingsAtMost = 2_000;
const movementsAtMost = 500;

/** All rodeos, active ones first, by name. */
export async function readRodeos(views: FarmViews, today: Day): Promise<readonly RodeoRow[]> {
  const [things, stock, lots, categories, weighings, withdrawals] = await Promise.all([
    views.things('rodeo'),
    views.stock(),
    views.lots(),
    views.categories(),
    readWeighings(views, { from: addDays(today, -weightsOfDays) }, weighingsAtMost),
    carriedWithdrawals(views, today),
  ]);
  const rows = await Promise.all(
    things.map(async (view): Promise<RodeoRow> => {
      const { id } = view.row;
      const cells = stock.filter((cell) => cell.rodeo === id && cell.head !== 0);
      // A cell below zero has no heads (figures.md §0).
      const lotIds = new Set(cells.filter(({ head }) => head > 0).map((cell) => cell.lot));
      const own = weighings.filter(({ movement }) => movement.rodeoId === id);
      return {
        view,
        heads: standingHeads(cells),
        ev: evOf(cells, categories),
        shape: herdShape(cells, categories),
        lots: lots.filter((one) => lotIds.has(one.lot.id)).map((one) => one.lot.name),
        weight: await lastWeight(views, id, own, cells),
        withdrawal: lastToEnd(withdrawalsOver(withdrawals, cells)),
      };
    }),
  );
  return rows.toSorted(
    (a, b) => Number(b.view.row.active) - Number(a.view.row.active) || compareNames(a.view.row.name, b.view.row.name),
  );
}

/** The last weight; movements are read only back to the weighing compared with. */
async function lastWeight(
  views: FarmViews,
  rodeoId: string,
  weighings: readonly MovementView[],
  cells: readonly Cell[],
): Promise<Weight | null> {
  const standing = headsByCategory(cells);
  let all: readonly MovementView[] = [];
  let read: Day | null = null;
  let from = groupSince(weighings, { rodeoId, all, standing });
  // The movements read may disqualify that weighing: then try an older one.
  while (from !== null && (read === null || from < read)) {
    all = await newestMovements(views, { rodeoId, from }, movementsAtMost);
    read = from;
    from = groupSince(weighings, { rodeoId, all, standing });
  }
  return weightsOf(weighings, { rodeoId, all, standing }).at(-1) ?? null;
}
