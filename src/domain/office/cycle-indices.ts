import { type CycleStage, type CycleState, isStageOver } from './cycles.ts';

/** What the records of a cycle add up to (domain.md §4.3). */
export interface Tally {
  /** Entoradas. */
  readonly served: number;
  /** Retiradas del servicio: dead, sold, passed on. */
  readonly withdrawn: number;
  readonly bulls: number;
  /** Tactadas. */
  readonly examined: number;
  readonly pregnant: number;
  readonly head: number;
  readonly body: number;
  readonly tail: number;
  readonly empty: number;
  readonly aborted: number;
  /** Paridas: born alive and dead. */
  readonly calved: number;
  readonly born_alive: number;
  readonly calf_deaths: number;
  readonly weaned: number;
  readonly weaned_kg: number;
}

interface Line {
  readonly type: string;
  readonly count: number;
}

/** A record of a cycle, as far as it counts here. */
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

const numberAt = (payload: CycleRecord['payload'], name: string): number => {
  const value = payload[name];
  return typeof value === 'number' ? value : 0;
};
const linesOf = (payload: CycleRecord['payload']): readonly Line[] =>
  Array.isArray(payload['animals']) ? (payload['animals'] as Line[]) : [];
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const leaving: ReadonlySet<string> = new Set(['DEATH', 'SELL', 'OUTGOING_TRANSFER', 'CHANGE_RODEO']);

/** Adds up the living records that name the cycle. Served females that leave are withdrawn; other dead are calves at foot. */
export function tallyOf(herd: Herd, records: readonly CycleRecord[]): Tally {
  const categories = new Set(herd.served.map((line) => line.category_id));
  const of = (type: string) => records.filter((record) => record.type === type);
  const sum = (type: string, count: (payload: CycleRecord['payload']) => number): number =>
    sumOf(of(type).map(({ payload }) => count(payload)));
  const headsOf = (payload: CycleRecord['payload'], wanted: (line: Line) => boolean = () => true): number =>
    sumOf(linesOf(payload).flatMap((line) => (wanted(line) ? [line.count] : [])));
  const isServed = (line: Line): boolean => categories.has(line.type);
  const staysInside = ({ type, payload }: CycleRecord): boolean =>
    type === 'CHANGE_RODEO' && herd.rodeo_ids.includes(String(payload['to_rodeo_id']));
  const gone = records.filter((record) => leaving.has(record.type) && !staysInside(record));
  const [head, body, tail] = ['pregnant_head', 'pregnant_body', 'pregnant_tail'].map((name) =>
    sum('PREGNANCY_DIAGNOSIS', (payload) => numberAt(payload, name)),
  ) as [number, number, number];
  const alive = sum('BIRTH', (payload) => headsOf(payload));
  return {
    served: sumOf(herd.served.map((line) => line.count)),
    withdrawn: (herd.withdrawn ?? 0) + sumOf(gone.map(({ payload }) => headsOf(payload, isServed))),
    bulls: herd.bulls ?? 0,
    examined: sum('PREGNANCY_DIAGNOSIS', (payload) => numberAt(payload, 'examined')),
    pregnant: sum('PREGNANCY_DIAGNOSIS', pregnantIn),
    head,
    body,
    tail,
    empty: sum('PREGNANCY_DIAGNOSIS', (payload) => numberAt(payload, 'empty')),
    aborted: sum('ABORTION', (payload) => numberAt(payload, 'count')),
    calved: alive + sum('BIRTH', (payload) => numberAt(payload, 'stillborn')),
    born_alive: alive,
    calf_deaths: sum('DEATH', (payload) => headsOf(payload, (line) => !isServed(line))),
    weaned: sum('WEANING', (payload) => headsOf(payload)),
    weaned_kg: sum('WEANING', (payload) => numberAt(payload, 'total_kg')),
  };
}

/** One figure, or the three thirds of the service. */
const pregnantIn = (payload: CycleRecord['payload']): number =>
  typeof payload['pregnant'] === 'number'
    ? payload['pregnant']
    : sumOf(['pregnant_head', 'pregnant_body', 'pregnant_tail'].map((name) => numberAt(payload, name)));

/** A part of a whole; nothing where there is no whole: never 0, never NaN (domain.md §4). */
const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
/** The difference of two shares, as points. */
const points = (more: number | null, less: number | null): number | null =>
  more === null || less === null ? null : more - less;

/**
 * How far its records bring a cycle by themselves; null while there is none. By their whole, not by the first (domain.md §2.9): examined when
 * every served female is, weaned when no calf of it is left at foot. Of births the first begins the calving.
 */
export function eventState(tally: Tally): CycleState | null {
  const { examined, calved, weaned } = tally;
  const exposed = tally.served - tally.withdrawn;
  const atFoot = tally.born_alive - tally.calf_deaths - weaned;
  if (weaned > 0) return tally.born_alive > 0 && atFoot <= 0 ? 'destetado' : 'a_destetar';
  if (calved > 0) return 'en_paricion';
  if (examined > 0) return exposed > 0 && examined >= exposed ? 'tactado' : 'a_tactar';
  return null;
}

/**
 * Every index of domain.md §4.3. Shares are of one: 0.852 reads 85,2 %. What has no record yet says nothing, and what a stage lost is not
 * known before it is over: `state` is the cycle's.
 */
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

/** What does not add up or asks for a look, in Spanish: said, never in the way (domain.md §2.9). */
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
