import {
  type Cycle,
  type CycleStage,
  defaultCycleName,
  formatNumber,
  indicesOf,
  isStageOver,
  type Tally,
} from '#domain';
import { type CycleWithTotals, percent, withTotals } from '#farm/cycle-totals.ts';
import { useLive } from '#platform';

interface Stage {
  readonly key: string;
  readonly label: string;
  readonly heads: number;
  /** Of the served that stayed; null while unknown. */
  readonly share: number | null;
  readonly isUnderWay: boolean;
}

const laterStages = [
  { key: 'pregnant', label: 'Preñadas', index: 'pregnancy_of_served', stage: 'diagnosis' },
  { key: 'calved', label: 'Paridas', index: 'calving_of_served', stage: 'calving' },
  { key: 'weaned', label: 'Destetadas', index: 'weaning_of_served', stage: 'weaning' },
] as const;

/** Entoradas → preñadas → paridas → destetadas, as shares of the served that stayed (domain.md §2.9). */
export function funnelOf(tally: Tally, state: string): readonly Stage[] {
  const indices = indicesOf(tally, state);
  return [
    {
      key: 'served',
      label: 'Entoradas',
      heads: Math.max(0, tally.served - tally.withdrawn),
      share: null,
      isUnderWay: false,
    },
    ...laterStages.map(({ key, label, index, stage }) => ({
      key,
      label,
      heads: tally[key],
      share: indices[index] ?? null,
      isUnderWay: !isStageOver(state, stage),
    })),
  ];
}

/** No record yet is a dash, not a zero. */
const emptyOr = (heads: number): string => (heads > 0 ? formatNumber(heads, 0) : '—');

/** `38 de 52 (73,1%)`; `10 de 52, en curso` while more may come. */
export function stageWords({ heads, share, isUnderWay }: Stage, served: number): string {
  if (share === null) return emptyOr(heads);
  const words = `${formatNumber(heads, 0)} de ${formatNumber(served, 0)}`;
  return isUnderWay ? `${words}, en curso` : `${words} (${percent(share)})`;
}

interface IndexLine {
  readonly key: string;
  /** The stage it is a figure of; absent where a part says something already. */
  readonly stage?: CycleStage;
  readonly label: string;
  readonly say: (value: number | null) => string;
}

const figure =
  (decimals: number, unit = '') =>
  (value: number | null): string =>
    value === null ? '—' : `${formatNumber(value, decimals)}${unit}`;
const points = (value: number | null): string => (value === null ? '—' : `${formatNumber(value * 100, 1)} puntos`);

const line = (key: string, label: string, stage?: CycleStage, say: IndexLine['say'] = percent): IndexLine => ({
  key,
  label,
  say,
  ...(stage && { stage }),
});

/** The indices of domain.md §4.3; each names its base. */
export const indexLines: readonly IndexLine[] = [
  line('pregnancy_of_served', 'Preñez sobre entoradas', 'diagnosis'),
  line('pregnancy_of_examined', 'Preñez sobre tactadas'),
  line('empty', 'Vacías sobre tactadas'),
  line('evaluated', 'Rodeo evaluado'),
  line('to_examine', 'Faltan tactar', undefined, figure(0)),
  line('calving_of_served', 'Parición sobre entoradas', 'calving'),
  line('calving_of_pregnant', 'Parición sobre preñadas', 'calving'),
  line('weaning_of_served', 'Destete sobre entoradas', 'weaning'),
  line('pregnancy_to_calving_loss', 'Merma de preñez a parición', 'calving'),
  line('calving_to_weaning_loss', 'Merma de parición a destete', 'weaning'),
  line('diagnosis_to_weaning_loss', 'Merma de tacto a destete', 'weaning'),
  line('diagnosis_to_weaning_points', 'Merma de tacto a destete, en puntos', 'weaning', points),
  line('weaned_kg_per_served', 'Kilos destetados por vientre entorado', 'weaning', figure(1, ' kg')),
  line('bulls_share', 'Toros sobre entoradas'),
];

/** A stage under way reads 'en curso'; one not begun is a dash. */
export function indexWords({ key, stage, say }: IndexLine, tally: Tally, state: string): string {
  if (stage === undefined || isStageOver(state, stage)) return say(indicesOf(tally, state)[key] ?? null);
  return hasBegun[stage](tally) ? 'en curso' : '—';
}

const hasBegun: Readonly<Record<CycleStage, (tally: Tally) => boolean>> = {
  diagnosis: ({ examined }) => examined > 0,
  calving: ({ calved }) => calved > 0,
  weaning: ({ weaned }) => weaned > 0,
};

/** Last year's service: the newest earlier cycle that shares a rodeo. */
export const previousOf = (cycle: Cycle, cycles: readonly Cycle[]): Cycle | null =>
  cycles
    .filter(
      (other) =>
        other.id !== cycle.id &&
        other.state !== 'anulado' &&
        other.service_start < cycle.service_start &&
        other.rodeo_ids.some((id) => cycle.rodeo_ids.includes(id)),
    )
    .toSorted((a, b) => (a.service_start < b.service_start ? 1 : -1))[0] ?? null;

export type { CycleWithTotals };

/** Unsent cycles have no name yet and go by their season, as on the server. */
export const nameOf = (cycle: Cycle): string => cycle.name || defaultCycleName(cycle.service_start);

/** All cycles, newest service first. */
export const useCycles = (): readonly CycleWithTotals[] | undefined =>
  useLive(async (views) => {
    const cycles = (await views.things('cycle')).toSorted((a, b) =>
      a.row.service_start < b.row.service_start ? 1 : -1,
    );
    return await Promise.all(cycles.map((view) => withTotals(views, view)));
  });
