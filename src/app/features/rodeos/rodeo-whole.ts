import {
  byId,
  type Category,
  type Cycle,
  cycle as cycleThing,
  type Day,
  evOf,
  headsByCategory,
  lotOf,
  mayWithdraw,
  netHeads,
  type Rodeo,
  standingHeads,
  standsSince,
  type Withdrawal,
  withdrawalsOver,
} from '#domain';
import type { HeadKilos } from '#domain/farm/weight-gain.ts';
import { newestMovements } from '#farm/newest-movements.ts';
import { carriedWithdrawals } from '#farm/running-withdrawals.ts';
import type { FarmViews, LotView, MovementView, ThingView } from '#sync/farm.ts';
import { headKilosOf, readWeighings, type Weight, weightsOf } from './weights.ts';

export interface StandingIn {
  /** Null: 'Sin lote'. */
  readonly lot: LotView['lot'] | null;
  /** Continuously there since, as far as the records read show. */
  readonly since: Day | null;
  readonly heads: number;
  readonly lines: readonly { readonly category: Category | null; readonly head: number }[];
}

/** Kilos per head of a category; null if never weighed. */
export interface CategoryKilos {
  readonly category: Category | null;
  readonly kilos: HeadKilos | null;
}

export interface RodeoWhole {
  readonly view: ThingView<Rodeo>;
  readonly heads: number;
  readonly ev: number;
  readonly places: readonly StandingIn[];
  readonly weights: readonly Weight[];
  /** Categories standing in it, in order. */
  readonly kilos: readonly CategoryKilos[];
  readonly withdrawals: readonly Withdrawal[];
  readonly movements: readonly MovementView[];
  readonly cycles: readonly Cycle[];
}

/** Treatments, newest first. */
export const treatmentsOf = ({ movements }: RodeoWhole): readonly MovementView[] =>
  movements.filter(({ movement }) => mayWithdraw(movement.type));

const movementsAtMost = 500;
/** Weighings and counts; an opening is the oldest. */
const weighingsAtMost = 2_000;

/** Reads a rodeo; null if there is none. */
export async function readRodeo(views: FarmViews, shownId: string, today: Day): Promise<RodeoWhole | null> {
  const view = await views.thing('rodeo', shownId);
  if (!view) return null;
  const { id } = view.row;
  const [stock, lots, categories, movements, weighings, withdrawals, cycles] = await Promise.all([
    views.stock(),
    views.lots(),
    views.categories(),
    newestMovements(views, { rodeoId: id }, movementsAtMost),
    readWeighings(views, { rodeoId: id }, weighingsAtMost),
    carriedWithdrawals(views, today),
    views.things(cycleThing.name),
  ]);
  const cells = stock.filter((cell) => cell.rodeo === id && cell.head !== 0);
  const orderOf = (category: string): number => categories.findIndex((one) => one.id === category);
  const around = { rodeoId: id, all: movements, standing: headsByCategory(cells) };
  const lotIds = [...new Set(cells.map((cell) => cell.lot))];
  return {
    view,
    heads: standingHeads(cells),
    ev: evOf(cells, categories),
    places: lotIds.map((lotId): StandingIn => {
      const here = cells.filter((cell) => cell.lot === lotId);
      const net = netHeads(here);
      return {
        lot: lotOf(lots, lotId) ?? null,
        since: net > 0 ? cameInto(movements, id, lotId, net) : null,
        heads: standingHeads(here),
        lines: here
          .toSorted((a, b) => orderOf(a.category) - orderOf(b.category))
          .map((cell) => ({ category: byId(categories, cell.category) ?? null, head: cell.head })),
      };
    }),
    weights: weightsOf(weighings, around),
    kilos: [...headKilosOf(weighings, around, today)]
      .toSorted(([a], [b]) => orderOf(a) - orderOf(b))
      .map(([category, kilos]) => ({ category: byId(categories, category) ?? null, kilos })),
    withdrawals: withdrawalsOver(withdrawals, cells),
    movements,
    cycles: cycles.map((one) => one.row).filter((cycle) => cycle.rodeo_ids.includes(id)),
  };
}

/** The day since which the rodeo has stood in the lot without a break. */
const cameInto = (
  movements: readonly MovementView[],
  rodeoId: string,
  lotId: string | null,
  heads: number,
): Day | null =>
  standsSince(
    heads,
    movements.map(({ movement, lines }) => ({
      date: movement.date,
      head: netHeads(lines.filter((line) => line.rodeo === rodeoId && line.lot === lotId)),
    })),
  );
