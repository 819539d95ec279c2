import { sumOf } from '../../rows.ts';
import type { OneWeight } from '../../farm/one-by-one.ts';
import { isLikelyWeight, unlikelyWeight } from '../../farm/likely-weight.ts';
import { formatNumber } from '../../numbers.ts';
import { unitWord } from '../../supplies/units.ts';
import { listOf } from '../../text.ts';
import { defineKind, type FarmView } from '../define.ts';
import {
  animals,
  choice,
  dated,
  day,
  integer,
  lot,
  optional,
  products,
  quantity,
  requiredText,
  saidRodeo,
  supplyUnit,
  text,
  unlessById,
  weighedAnimals,
} from '../fields.ts';
import { heads, joined, place, type Placed } from '../postings.ts';

const treatmentReasons = {
  vacunacion: 'Vacunación',
  desparasitacion: 'Desparasitación',
  antibiotico: 'Antibiótico',
  bano: 'Baño o ectoparásitos',
  curacion: 'Curación',
  suplemento: 'Suplemento mineral',
  castracion: 'Castración',
  otro: 'Otro',
} as const;

const treatmentFields = {
  ...dated,
  animals: optional(animals('Animales tratados'), { main: true }),
  reason: choice('Motivo', treatmentReasons),
  products: products(),
  withdrawal_days: optional(integer('Retiro en carne (días)', 0, 365)),
  applied_by: text('Aplicado por'),
  vet: text('Veterinario'),
};

/** Products with an item's id are taken from the stock; a name alone is free text (domain.md §3.5). */
const givenProducts = { at: 'products', named: 'name', entry: 'consumo', sign: -1, makes: false } as const;

interface Treated {
  readonly products: readonly { readonly name?: string | undefined }[];
  readonly reason: keyof typeof treatmentReasons;
}

const treatmentText = (p: Treated): string =>
  joined(treatmentReasons[p.reason], listOf(p.products.flatMap((item) => item.name ?? [])));

/** Derives the missing half of a place where only one fits: a withdrawal follows its rodeo (wire.md §Movements). */
function whereGiven<P extends Placed>(p: P, { cells }: FarmView): P {
  const { lot_id: lot, rodeo_id: rodeo } = p;
  if ((lot === undefined) === (rodeo === undefined)) return p;
  const standing = cells.filter(
    (cell) => cell.head > 0 && (lot === undefined ? cell.rodeo === rodeo : cell.lot === lot),
  );
  const [only, ...others] = new Set(standing.map((cell) => (lot === undefined ? cell.lot : cell.rodeo)));
  if (only === undefined || others.length > 0) return p;
  return { ...p, [lot === undefined ? 'lot_id' : 'rodeo_id']: only };
}

type Given = Pick<Parameters<typeof defineKind>[0], 'type' | 'label' | 'spoken' | 'icon' | 'group' | 'routes'>;

const givingKind = (kind: Given) =>
  defineKind({
    ...kind,
    supplies: givenProducts,
    fields: treatmentFields,
    complete: whereGiven,
    summary: (p, names) => joined(treatmentText(p), p.animals && heads(p.animals, names), place(p, names)),
  });

/** Health, feed and weight: none of these moves animals (domain.md §3.5). */
export const treatment = givingKind({
  type: 'TREATMENT',
  label: 'Tratamiento',
  spoken: 'Vacunar o tratar',
  icon: 'syringe',
  group: 'sanidad',
  routes: { create: 'treatment', createAliases: ['load-treatment'], editAliases: ['edit-treatment'] },
});

export const medicine = givingKind({
  type: 'MEDICINE',
  label: 'Medicamento',
  spoken: 'Dar un remedio',
  icon: 'pill',
  group: 'sanidad',
  routes: { create: 'load-medicine', editAliases: ['edit-medicine'] },
});

export const weighing = defineKind({
  type: 'WEIGHING',
  label: 'Pesada',
  spoken: 'Pesar',
  icon: 'scale',
  group: 'pesaje',
  routes: { create: 'weighing' },
  fields: {
    date: day(),
    rodeo_id: saidRodeo(),
    lot_id: lot(),
    animals: weighedAnimals(),
    weighing_type: optional(
      choice('Tipo', { ingreso: 'Ingreso', control: 'Control', destete: 'Destete', venta: 'Venta' }),
    ),
  },
  // Total and average are both stored, whichever was typed; single weights give both.
  complete: (p) => ({
    ...p,
    animals: p.animals.map((line) => {
      if (line.weights) return { ...line, ...kilosOfAll(line.weights) };
      const total = line.total_kg ?? (line.average_kg ?? 0) * line.count;
      return { ...line, total_kg: round(total), average_kg: line.average_kg ?? round(total / line.count) };
    }),
  }),
  checks: [
    {
      holds: (p) => p.animals.every((line) => isLikelyWeight(averageOf(line))),
      path: 'animals',
      message: unlikelyWeight,
    },
  ],
  summary: (p, names) => {
    const count = sumOf(p.animals, (line) => line.count);
    const kilos = sumOf(p.animals, (line) => averageOf(line) * line.count);
    const where = p.lot_id ? place(p, names) : names.rodeo(p.rodeo_id);
    return joined(heads(p.animals, names), `${formatNumber(kilos / count, 1)} kg promedio`, where);
  },
});

const round = (kilos: number): number => Math.round(kilos * 100) / 100;

const kilosOfAll = (weights: readonly OneWeight[]): { readonly total_kg: number; readonly average_kg: number } => {
  const total = sumOf(weights, ({ kg }) => kg);
  return { total_kg: round(total), average_kg: round(total / weights.length) };
};

interface WeighedLine {
  readonly count: number;
  readonly total_kg?: number | undefined;
  readonly average_kg?: number | undefined;
  readonly weights?: readonly OneWeight[] | undefined;
}

const averageOf = ({ count, total_kg, average_kg, weights }: WeighedLine): number =>
  weights ? kilosOfAll(weights).average_kg : (average_kg ?? (total_kg ?? 0) / count);

export const consumption = defineKind({
  type: 'CONSUMPTION',
  label: 'Consumo',
  icon: 'bucket',
  group: 'insumos',
  routes: { create: 'consumption' },
  supplies: { at: 'payload', named: 'product', entry: 'consumo', sign: -1, makes: false },
  fields: {
    ...dated,
    product: unlessById(requiredText('Ración o producto', 80)),
    quantity: quantity('Cantidad', '', 0.01, 1_000_000),
    unit: optional(supplyUnit(), { main: true }),
  },
  checks: [{ holds: (p) => Boolean(p.asset_id ?? p.product), path: 'product', message: 'Completá este dato' }],
  summary: (p, names) =>
    joined(
      [formatNumber(p.quantity), p.unit && unitWord(p.unit, p.quantity), p.product].filter(Boolean).join(' '),
      place(p, names),
    ),
});
