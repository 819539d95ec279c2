import { type Day, headsByCategory, isDeleted, isOpening, kiloTypes, limits, type Movement } from '#domain';
import {
  comparedSince,
  dailyGain,
  type GainPoint,
  type HeadKilos,
  type HerdFlow,
  kilosPerHead,
  weighedIn,
  type WeighedLine,
} from '#domain/farm/weight-gain.ts';
import { count } from '#domain/movements/kinds/system.ts';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews, MovementFilter, MovementView } from '#sync/farm.ts';

/** A weighing day; `of`: the categories weighed. */
export type Weight = GainPoint & { readonly of: readonly string[] };

/** Heads and kilos by category of a weighing or opening; none if deleted. */
const linesIn = (movement: Movement): WeighedLine[] =>
  isDeleted(movement) ? [] : weighedIn({ ...movement, said: movement.metadata });

/** The newest records that may hold kilos, at most `atMost` of each type. */
export async function readWeighings(
  views: Pick<FarmViews, 'page'>,
  filter: MovementFilter,
  atMost: number,
): Promise<readonly MovementView[]> {
  const types: MovementFilter[] =
    filter.rodeoId === undefined ? kiloTypes.map((type) => ({ types: [type] })) : [{ types: kiloTypes }];
  const read = await Promise.all(types.map((one) => newestMovements(views, { ...filter, ...one }, atMost)));
  return read.flat().filter(({ movement }) => movement.type !== count.type || isOpening(movement));
}

/** Net flow into the rodeo; a change of lot sums to zero. */
const flowsOf = (views: readonly MovementView[], rodeoId: string): HerdFlow[] =>
  views.flatMap(({ movement, lines }) => {
    const heads = headsByCategory(lines.filter((line) => line.rodeo === rodeoId));
    return [...heads].map(([category, head]) => ({ date: movement.date, category, head }));
  });

/** Heads before the movements read: today's minus theirs. */
function stoodBefore(flows: readonly HerdFlow[], standing: ReadonlyMap<string, number>): HerdFlow[] {
  const before = new Map(standing);
  for (const { category, head } of flows) before.set(category, (before.get(category) ?? 0) - head);
  return [...before].map(([category, head]) => ({ date: limits.firstDay, category, head }));
}

/** Movements around the weighings. `standing`: heads now by category. */
interface Around {
  readonly rodeoId: string;
  readonly all: readonly MovementView[];
  readonly standing: ReadonlyMap<string, number>;
}

function allFlows({ rodeoId, all, standing }: Around): readonly HerdFlow[] {
  const flows = flowsOf(all, rodeoId);
  return [...stoodBefore(flows, standing), ...flows];
}

/** The weight curve (domain.md §4.6), oldest first. */
export function weightsOf(weighings: readonly MovementView[], around: Around): readonly Weight[] {
  const lines = weighings.flatMap(({ movement }) => linesIn(movement));
  return dailyGain(lines, allFlows(around)).map((point) => {
    const weighed = lines.filter(({ date }) => date === point.date).map(({ category }) => category);
    return { ...point, of: [...new Set(weighed)].toSorted() };
  });
}

/** Kilos per head of each standing category at the end of `day`; null if never weighed. */
export function headKilosOf(
  weighings: readonly MovementView[],
  around: Around,
  day: Day,
): ReadonlyMap<string, HeadKilos | null> {
  const lines = weighings.flatMap(({ movement }) => linesIn(movement));
  const flows = allFlows(around);
  const standing = [...around.standing].filter(([, head]) => head > 0);
  return new Map(standing.map(([category]) => [category, kilosPerHead(lines, flows, { category, day })]));
}

/** The first day whose movements decide whether the newest weighing compares; null without one to compare with. */
export const groupSince = (weighings: readonly MovementView[], around: Around): Day | null =>
  comparedSince(
    weighings.flatMap(({ movement }) => linesIn(movement)),
    allFlows(around),
  );
