import type { Tally } from '../movements/answers.ts';
import { sumOf } from '../rows.ts';
import { recordedKind } from '../movements/registry.ts';
import { type CycleStage, type CycleState, isStageOver } from './cycles.ts';

export interface CycleRecord {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Herd {
  readonly served: readonly { readonly category_id: string; readonly count: number }[];
  readonly rodeo_ids: readonly string[];
  readonly bulls: number | null;
  readonly withdrawn: number | null;
}

export function tallyOf(herd: Herd, records: readonly CycleRecord[]): Tally {
  const categories = new Set(herd.served.map((line) => line.category_id));
  const whose = {
    isServed: ({ type }: { readonly type: string }): boolean => categories.has(type),
    hasRodeo: (id: unknown): boolean => herd.rodeo_ids.includes(String(id)),
  };
  const counted = records.flatMap(({ type, payload }) => recordedKind(type)?.cycle?.counts(payload, whose) ?? []);
  const sum = (figure: keyof Tally): number => sumOf(counted, (one) => one[figure] ?? 0);
  return {
    served: sumOf(herd.served, (line) => line.count),
    withdrawn: (herd.withdrawn ?? 0) + sum('withdrawn'),
    bulls: herd.bulls ?? 0,
    examined: sum('examined'),
    pregnant: sum('pregnant'),
    head: sum('head'),
    body: sum('body'),
    tail: sum('tail'),
    empty: sum('empty'),
    aborted: sum('aborted'),
    calved: sum('calved'),
    born_alive: sum('born_alive'),
    calf_deaths: sum('calf_deaths'),
    weaned: sum('weaned'),
    weaned_kg: sum('weaned_kg'),
  };
}

/** Null without a whole, never 0 or NaN (domain.md §4). */
const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
const points = (more: number | null, less: number | null): number | null =>
  more === null || less === null ? null : more - less;

/** * The state by records (domain.md §2.9): examined once every served female is, weaned once no calf is at foot. Null without records. */
export function eventState(tally: Tally): CycleState | null {
  const { examined, calved, weaned } = tally;
  const exposed = tally.served - tally.withdrawn;
  const atFoot = tally.born_alive - tally.calf_deaths - weaned;
  if (weaned > 0) return tally.born_alive > 0 && atFoot <= 0 ? 'destetado' : 'a_destetar';
  if (calved > 0) return 'en_paricion';
  if (examined > 0) return exposed > 0 && examined >= exposed ? 'tactado' : 'a_tactar';
  return null;
}

/** The indices of domain.md §4.3; 0.852 means 85,2 %. Null without records, and for losses of a stage not yet over in `state`. */
export function indicesOf(tally: Tally, state: string): Record<string, number | null> {
  const { served, examined, pregnant, calved, born_alive, weaned } = tally;
  const exposed = served - tally.withdrawn;
  const lost = (stage: CycleStage, value: number | null): number | null => (isStageOver(state, stage) ? value : null);
  const known = (records: number, value: number | null): number | null => (records > 0 ? value : null);
  const pregnancy = known(examined, ratio(pregnant, exposed));
  const calving = known(calved, ratio(calved, exposed));
  const weaning = known(weaned, ratio(weaned, exposed));
  return {
    pregnancy_of_examined: ratio(pregnant, examined),
    pregnancy_of_served: pregnancy,
    head_share: ratio(tally.head, pregnant),
    body_share: ratio(tally.body, pregnant),
    tail_share: ratio(tally.tail, pregnant),
    evaluated: ratio(examined, exposed),
    to_examine: exposed > 0 ? Math.max(0, exposed - examined) : null,
    empty: examined > 0 ? 1 - pregnant / examined : null,
    calving_of_served: calving,
    calving_of_pregnant: known(calved, ratio(calved, pregnant)),
    weaning_of_served: weaning,
    pregnancy_to_calving_loss: lost('calving', known(calved, ratio(pregnant - calved, pregnant))),
    pregnancy_to_calving_points: lost('calving', points(pregnancy, calving)),
    calving_to_weaning_loss: lost('weaning', known(weaned, ratio(born_alive - weaned, born_alive))),
    diagnosis_to_weaning_loss: lost('weaning', known(weaned, ratio(pregnant - weaned, pregnant))),
    diagnosis_to_weaning_points: lost('weaning', points(pregnancy, weaning)),
    weaned_kg_per_served: known(tally.weaned_kg, ratio(tally.weaned_kg, exposed)),
    weaned_kg_per_pregnant: known(tally.weaned_kg, ratio(tally.weaned_kg, pregnant)),
    bulls_share: known(tally.bulls, ratio(tally.bulls, served)),
  };
}

/** Hints in Spanish, never blocking (domain.md §2.9). */
export function warningsOf(tally: Tally, state: string): string[] {
  const { empty, diagnosis_to_weaning_points: loss } = indicesOf(tally, state);
  return [
    ...(tally.served === 0 ? ['Faltan los vientres entorados'] : []),
    ...(tally.examined > tally.served - tally.withdrawn ? ['Tactaste más vientres que los entorados'] : []),
    ...(tally.calved > tally.pregnant && tally.examined > 0 ? ['Hay más partos que preñadas'] : []),
    ...(tally.weaned > tally.born_alive - tally.calf_deaths && tally.born_alive > 0
      ? ['Hay más destetados que terneros nacidos']
      : []),
    ...((empty ?? 0) > 0.15 ? ['Las vacías pasan el 15 %'] : []),
    ...((loss ?? 0) > 0.1 ? ['La merma de tacto a destete pasa los 10 puntos'] : []),
  ];
}
