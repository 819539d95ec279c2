import { byId, sumOf, sumsBy } from '../../rows.ts';
import { addDays } from '../../dates.ts';
import { isLikelyWeight, unlikelyWeight } from '../../farm/likely-weight.ts';
import { gestationDays } from '../../farm/gestation.ts';
import { headsOf } from '../../text.ts';
import type { ChildDraft } from '../answers.ts';
import { defineKind, type FarmView } from '../define.ts';
import {
  animals,
  category,
  choice,
  dated,
  day,
  flag,
  integer,
  lot,
  optional,
  quantity,
  requiredLot,
  requiredRodeo,
  rodeo,
  saidLot,
  saidRodeo,
  weanedAnimals,
} from '../fields.ts';
import { heads, headsAt, joined, move, place, putIn, takeOut } from '../postings.ts';
import { headsSaid, numberAt } from '../said.ts';
import { limits } from '../../limits.ts';

/** Moves between places or categories: postings add up to zero (domain.md §3.3). */
export const transfer = defineKind({
  type: 'TRANSFER',
  label: 'Traslado de lote',
  spoken: 'Mover a otro lote',
  icon: 'arrows',
  group: 'internos',
  herd: 'within',
  routes: { create: 'load-transfer', editAliases: ['edit-transfer'] },
  fields: {
    date: day(),
    from_lot_id: saidLot('Lote de origen'),
    to_lot_id: requiredLot('Lote de destino'),
    rodeo_id: rodeo(),
    animals: animals(),
  },
  place: { lot: 'from_lot_id', rodeo: 'rodeo_id' },
  postings: (p) => move(p.animals, { lot: p.from_lot_id, rodeo: p.rodeo_id }, { lot: p.to_lot_id, rodeo: p.rodeo_id }),
  summary: (p, names) => joined(heads(p.animals, names), `${names.lot(p.from_lot_id)} → ${names.lot(p.to_lot_id)}`),
});

/** The rodeo's animals in a lot: a whole move stores explicit counts. */
const standing = (farm: FarmView, rodeoId: string, lotId: string | null | undefined) =>
  farm.cells
    .filter((cell) => cell.rodeo === rodeoId && cell.lot === (lotId ?? null) && cell.head > 0)
    .map((cell) => ({ type: cell.category, count: cell.head }));

export const transferRodeo = defineKind({
  type: 'TRANSFER_RODEO',
  label: 'Traslado de rodeo',
  spoken: 'Mover el rodeo',
  icon: 'herd-arrow',
  group: 'internos',
  herd: 'within',
  routes: { create: 'rodeo/move', editAliases: ['edit-rodeo'] },
  form: { needless: { animals: (said) => said.whole === true } },
  fields: {
    date: day(),
    rodeo_id: requiredRodeo(),
    to_lot_id: requiredLot('Lote de destino'),
    from_lot_id: lot('Lote de origen'),
    animals: optional(animals()),
    whole: flag('Todo el rodeo'),
  },
  place: { lot: 'from_lot_id', rodeo: 'rodeo_id' },
  complete: (p, farm) => (p.animals ? p : { ...p, whole: true, animals: standing(farm, p.rodeo_id, p.from_lot_id) }),
  postings: (p) =>
    move(p.animals ?? [], { lot: p.from_lot_id, rodeo: p.rodeo_id }, { lot: p.to_lot_id, rodeo: p.rodeo_id }),
  summary: (p, names) =>
    joined(
      names.rodeo(p.rodeo_id),
      `${names.lot(p.from_lot_id)} → ${names.lot(p.to_lot_id)}`,
      heads(p.animals ?? [], names),
    ),
});

export const changeRodeo = defineKind({
  type: 'CHANGE_RODEO',
  label: 'Cambio de rodeo',
  spoken: 'Pasar a otro rodeo',
  icon: 'swap',
  group: 'internos',
  herd: 'within',
  // A move within the cycle's rodeos withdraws none.
  cycle: {
    counts: (p, { isServed, hasRodeo }) => (hasRodeo(p.to_rodeo_id) ? {} : { withdrawn: headsSaid(p, isServed) }),
  },
  routes: { create: 'change-rodeo' },
  fields: {
    date: day(),
    from_rodeo_id: saidRodeo('Rodeo de origen'),
    to_rodeo_id: requiredRodeo('Rodeo de destino'),
    animals: animals(),
    lot_id: lot(),
    to_lot_id: lot('¿También se mueven de lote?', { main: false, none: 'No, se quedan' }),
  },
  place: { lot: 'lot_id', rodeo: 'from_rodeo_id' },
  postings: (p) =>
    move(p.animals, { lot: p.lot_id, rodeo: p.from_rodeo_id }, { lot: p.to_lot_id ?? p.lot_id, rodeo: p.to_rodeo_id }),
  summary: (p, names) =>
    joined(
      heads(p.animals, names),
      `${names.rodeo(p.from_rodeo_id)} → ${names.rodeo(p.to_rodeo_id)}`,
      p.to_lot_id && p.to_lot_id !== p.lot_id && `${names.lot(p.lot_id)} → ${names.lot(p.to_lot_id)}`,
    ),
});

export const recategorization = defineKind({
  type: 'RECATEGORIZATION',
  label: 'Recategorización',
  spoken: 'Cambiar de categoría',
  icon: 'stairs',
  group: 'internos',
  herd: 'within',
  reviewed: true,
  routes: {
    create: 'recategorization',
    createAliases: ['load-recategorization'],
    editAliases: ['edit-recategorization'],
  },
  fields: {
    date: day(),
    lot_id: requiredLot('Lote'),
    rodeo_id: rodeo(),
    from_category: category('De'),
    to_category: category('A'),
    count: integer('Cabezas', 1, limits.headsPerLine),
    reason: optional(
      choice('Motivo', {
        edad: 'Edad',
        parto: 'Parto',
        castracion: 'Castración',
        servicio: 'Servicio o entore',
        descarte: 'Descarte',
        correccion: 'Corrección',
      }),
    ),
  },
  postings: (p) => [
    ...takeOut([{ type: p.from_category, count: p.count }], p.lot_id, p.rodeo_id),
    ...putIn([{ type: p.to_category, count: p.count }], p.lot_id, p.rodeo_id),
  ],
  summary: (p, names) =>
    joined(`${headsOf(p.count, names.category(p.from_category))} → ${names.category(p.to_category)}`, place(p, names)),
});

interface Weaned {
  readonly date: string;
  readonly to_lot_id?: string | null;
  readonly to_rodeo_id?: string | null;
  /** Optional with another backend. */
  readonly animals?: readonly { readonly type: string; readonly to_type?: string; readonly count: number }[];
  readonly total_kg?: number;
}

const rounded = (kilos: number): number => Math.round(kilos * 100) / 100;

/** A weaning with kilos also weighs the calves, in their new category and rodeo. */
function weighingOf({ date, animals = [], total_kg, to_lot_id = null, to_rodeo_id = null }: Weaned): ChildDraft | null {
  const weaned = sumOf(animals, (line) => line.count);
  if (!total_kg || weaned === 0) return null;
  const counts = sumsBy(
    animals,
    ({ type, to_type = type }) => to_type,
    ({ count }) => count,
  );
  const average = total_kg / weaned;
  const weighed = [...counts].map(([type, count]) => ({
    type,
    count,
    total_kg: rounded(average * count),
    average_kg: rounded(average),
  }));
  const payload = { date, rodeo_id: to_rodeo_id, lot_id: to_lot_id, animals: weighed, weighing_type: 'destete' };
  return { type: 'WEIGHING', payload };
}

export const weaning = defineKind({
  type: 'WEANING',
  label: 'Destete',
  icon: 'split',
  group: 'reproduccion',
  herd: 'within',
  calves: {
    otherwise: 'Solo se destetan terneros al pie',
    unsexed: 'Repartí por sexo las crías sin sexar antes de destetarlas',
  },
  child: { of: (p) => weighingOf(p as unknown as Weaned), fields: {} },
  cycle: {
    span: ({ service_start, service_end }) => [
      addDays(service_start, gestationDays + 30),
      addDays(service_end, gestationDays + 365),
    ],
    counts: (p) => ({ weaned: headsSaid(p), weaned_kg: numberAt(p, 'total_kg') }),
  },
  routes: { create: 'weaning' },
  fields: {
    ...dated,
    animals: weanedAnimals(),
    to_lot_id: lot('Lote de destino'),
    to_rodeo_id: rodeo('Rodeo de destino'),
    weaning_type: optional(
      choice('Tipo', {
        tradicional: 'Tradicional',
        anticipado: 'Anticipado',
        precoz: 'Precoz',
        hiperprecoz: 'Hiperprecoz',
      }),
    ),
    total_kg: optional(quantity('Kilos totales', 'kg', 0, 10_000_000)),
  },
  // The same bounds as a weighing, which the kilos become (`weighingOf`).
  checks: [
    {
      holds: (p) => !p.total_kg || isLikelyWeight(p.total_kg / sumOf(p.animals, (line) => line.count)),
      path: 'total_kg',
      message: unlikelyWeight,
    },
  ],
  // New category and place are stored: a later change of the categories moves no calf.
  complete: (p, farm) => ({
    ...p,
    to_lot_id: p.to_lot_id === undefined ? p.lot_id : p.to_lot_id,
    to_rodeo_id: p.to_rodeo_id === undefined ? p.rodeo_id : p.to_rodeo_id,
    animals: p.animals.map((line) => ({
      ...line,
      to_type: line.to_type ?? byId(farm.categories, line.type)?.next_id ?? line.type,
    })),
  }),
  postings: (p) => [
    ...takeOut(p.animals, p.lot_id, p.rodeo_id),
    ...putIn(
      p.animals.map((line) => ({ type: line.to_type ?? line.type, count: line.count })),
      p.to_lot_id,
      p.to_rodeo_id,
    ),
  ],
  summary: (p, names) => headsAt(p, names),
});
