import type { Day } from '../../../domain/dates.ts';
import { comparedSince, dailyGain, type HerdFlow, type WeighedLine } from '../../../domain/farm/weight-gain.ts';
import { limits } from '../../../domain/limits.ts';
import type { Cell } from '../../../domain/movements/ledger.ts';
import { isDeleted, type Movement } from '../../../domain/movements/movement.ts';
import type { MovementView } from '../../sync/farm.ts';

/** A weighing day of a rodeo, as `dailyGain` makes it. */
export type Weight = ReturnType<typeof dailyGain>[number];

const kilosOf = (line: Readonly<Record<string, unknown>>): number | null =>
  typeof line['total_kg'] === 'number' ? line['total_kg'] : null;

/** Heads and kilos by category of one weighing; nothing of a deleted one. */
const weighedIn = (movement: Movement): WeighedLine[] =>
  movement.type !== 'WEIGHING' || isDeleted(movement)
    ? []
    : movement.animals.flatMap((line) => {
        const total_kg = kilosOf(line);
        return total_kg === null || line.count <= 0
          ? []
          : [{ date: movement.date, category: line.type, count: line.count, total_kg }];
      });

/** What came into a rodeo or went out of it: a change of lot comes to nothing. */
const flowsOf = (views: readonly MovementView[], rodeoId: string): HerdFlow[] =>
  views.flatMap(({ movement, lines }) => {
    const heads = new Map<string, number>();
    for (const line of lines) {
      if (line.rodeo === rodeoId) heads.set(line.category, (heads.get(line.category) ?? 0) + line.head);
    }
    return [...heads].map(([category, head]) => ({ date: movement.date, category, head }));
  });

/** What stood in the rodeo before the movements that were read: what stands now, less what they brought. */
function stoodBefore(flows: readonly HerdFlow[], standing: ReadonlyMap<string, number>): HerdFlow[] {
  const before = new Map(standing);
  for (const { category, head } of flows) before.set(category, (before.get(category) ?? 0) - head);
  return [...before].map(([category, head]) => ({ date: limits.firstDay, category, head }));
}

/** What a rodeo holds by category, over its lots. */
export function standingOf(cells: readonly Cell[]): ReadonlyMap<string, number> {
  const standing = new Map<string, number>();
  for (const { category, head } of cells) standing.set(category, (standing.get(category) ?? 0) + head);
  return standing;
}

/** The weighings of a rodeo as a curve (domain.md §4.6), oldest first. `standing` is what the rodeo holds now by category. */
export function weightsOf(
  weighings: readonly MovementView[],
  around: {
    readonly rodeoId: string;
    readonly all: readonly MovementView[];
    readonly standing: ReadonlyMap<string, number>;
  },
): readonly Weight[] {
  const flows = flowsOf(around.all, around.rodeoId);
  return dailyGain(
    weighings.flatMap(({ movement }) => weighedIn(movement)),
    [...stoodBefore(flows, around.standing), ...flows],
  );
}

/** The first day whose movements tell whether the newest weighing is of the same group; null where it is compared with none. */
export const groupSince = (weighings: readonly MovementView[]): Day | null =>
  comparedSince(weighings.flatMap(({ movement }) => weighedIn(movement)));
