import * as z from 'zod/mini';
import { arrival, keysOf, maybe, numberOrNull, textOrNull, within } from '../schemas.ts';
import { limits } from '../limits.ts';
import { animalsSchema, daySchema, freeText, idSchema } from '../movements/fields.ts';
import { nameSchema } from './categories.ts';
import { averageKilos } from './likely-weight.ts';

/** domain.md §2.2. */
export const lotUses = {
  campo_natural: 'Campo natural',
  pastura: 'Pastura',
  verdeo_invierno: 'Verdeo de invierno',
  verdeo_verano: 'Verdeo de verano',
  rastrojo: 'Rastrojo',
  monte: 'Monte',
  corral: 'Corral',
  agricola: 'Agrícola',
  otro: 'Otro',
} as const;

/** The lot's water on the last round (domain.md §2.2). */
export const waterLevels = { llena: 'Llena', normal: 'Normal', baja: 'Baja', seca: 'Seca' } as const;

/** domain.md §2.3. */
export const rodeoActivities = {
  cria: 'Cría',
  recria: 'Recría',
  invernada: 'Invernada',
  tambo: 'Tambo',
  cabana: 'Cabaña',
  otro: 'Otro',
} as const;

/** More than zero, at most two decimals (domain.md §2.2, trust.md row 116). */
const hectaresSchema = z.number({ error: 'Ingresá las hectáreas' }).check(
  z.gte(limits.hectaresMin, { error: 'Ingresá las hectáreas' }),
  z.lte(limits.hectaresMax, { error: 'Son demasiadas hectáreas' }),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    error: 'Usá como máximo dos decimales',
  }),
);

const lotDetails = {
  campo_id: maybe(idSchema),
  use: maybe(z.enum(keysOf(lotUses))),
  is_grazing: z.optional(z.boolean()),
  receptivity_ev_ha: maybe(within(z.number({ error: 'Ingresá un número' }), 0, 20, ' EV/ha')),
  notes: z.optional(freeText(limits.notesMaxLength)),
  /** For water seen before the lot was sent. */
  water: maybe(z.enum(keysOf(waterLevels))),
  water_on: maybe(daySchema),
  ...arrival,
};
const placeName = nameSchema(limits.placeNameMaxLength, 'Ingresá un nombre');

/** A new lot with its animals, there since `animals_on` or today (product.md §7, domain.md §2.2). */
export const newLotForm = z.strictObject({
  name: nameSchema(limits.placeNameMaxLength, 'Ingresá el nombre del lote'),
  hectares: hectaresSchema,
  animals: z.optional(
    z
      .array(
        z.strictObject({
          type: idSchema,
          count: z.int().check(z.gte(0), z.lte(limits.headsPerLine)),
          rodeo_id: maybe(idSchema),
          average_kg: z.optional(averageKilos),
        }),
      )
      .check(z.maxLength(limits.linesPerMovement)),
  ),
  animals_on: z.optional(daySchema),
  /** When the phone saved it: the animals' time in the book, however late it arrives. */
  recorded_at: z.optional(z.iso.datetime()),
  ...lotDetails,
});

/** Partial update of a lot. `notes_before`: `domain/things/lists.ts`. */
export const lotChanges = z.strictObject({
  id: idSchema,
  name: z.optional(placeName),
  hectares: z.optional(hectaresSchema),
  ...lotDetails,
  notes_before: maybe(freeText(limits.notesMaxLength)),
});

/** The water seen on a round; any role may report it (domain.md §2.2). */
export const lotWater = z.strictObject({
  id: idSchema,
  water: z.enum(keysOf(waterLevels), { error: 'Elegí cómo está el agua' }),
  water_on: daySchema,
  offline: z.optional(z.boolean()),
});

/** Deaths reported with a lot or rodeo instead of the movement's own call (domain.md §1.2). */
export const deathReport = {
  date: z.string(),
  animals: animalsSchema,
  cause: z.optional(z.string()),
  detail: z.optional(freeText(limits.detailMaxLength)),
  ...arrival,
};

/** product.md §3. */
export const lotSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  hectares: z.number(),
  order: z.number(),
  deleted: z.boolean(),
  campo_id: textOrNull,
  use: textOrNull,
  is_grazing: z.boolean(),
  receptivity_ev_ha: numberOrNull,
  notes: textOrNull,
  water: maybe(z.string()),
  water_on: maybe(z.string()),
  version: z.number(),
  animals: z.array(
    z.looseObject({ id: z.string(), count: z.number(), category: z.looseObject({ id: z.string(), name: z.string() }) }),
  ),
});
export type Lot = z.infer<typeof lotSchema>;

/** Colours of rodeos in lists (domain.md §2.3). */
export const rodeoColors = {
  verde: 'Verde',
  bordo: 'Bordó',
  azul: 'Azul',
  turquesa: 'Turquesa',
  violeta: 'Violeta',
  marron: 'Marrón',
  mostaza: 'Mostaza',
  indigo: 'Índigo',
} as const;

/** Suggested breeds; the wire allows any (domain.md §2.3). */
export const rodeoBreeds = ['Angus', 'Hereford', 'Braford', 'Brangus', 'Brahman', 'Holando', 'Cruza', 'Otra'] as const;

export const rodeoForm = z.strictObject({
  name: nameSchema(limits.placeNameMaxLength, 'Ingresá el nombre del rodeo'),
  activity: maybe(z.enum(keysOf(rodeoActivities))),
  breed: maybe(freeText(40)),
  target_daily_gain_kg: maybe(within(z.number({ error: 'Ingresá un número' }), 0, 5, ' kg por día')),
  color: maybe(freeText(20)),
  active: z.optional(z.boolean()),
  cid: z.optional(z.uuid()),
});

export const rodeoSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  activity: textOrNull,
  breed: textOrNull,
  target_daily_gain_kg: numberOrNull,
  color: textOrNull,
  active: z.boolean(),
  deleted: z.boolean(),
  animals: z.array(z.looseObject({ lot_id: textOrNull, category_id: z.string(), count: z.number() })),
});
export type Rodeo = z.infer<typeof rodeoSchema>;

const optionalText = (maxLength: number) => maybe(freeText(maxLength));
const area = maybe(
  z
    .number({ error: 'Ingresá las hectáreas' })
    .check(z.gte(0, { error: 'Ingresá al menos 0' }), z.lte(limits.hectaresMax, { error: 'Son demasiadas hectáreas' })),
);
const degrees = (most: number) =>
  maybe(
    z
      .number({ error: 'Ingresá los grados' })
      .check(z.gte(-most, { error: `Entre −${most} y ${most}` }), z.lte(most, { error: `Entre −${most} y ${most}` })),
  );

/** domain.md §2.1. */
export const tenures = { propio: 'Propio', arrendado: 'Arrendado', pastoreo: 'Pastoreo (capitalización)' } as const;

/** domain.md §2.1. */
export const campoForm = z.strictObject({
  name: nameSchema(limits.placeNameMaxLength, 'Ingresá el nombre del campo'),
  total_hectares: area,
  grazing_hectares: area,
  renspa: optionalText(20),
  cuig: optionalText(5),
  province: optionalText(60),
  department: optionalText(60),
  locality: optionalText(60),
  latitude: degrees(90),
  longitude: degrees(180),
  tenure: maybe(z.enum(keysOf(tenures))),
  order: z.optional(z.int()),
  cid: z.optional(z.uuid()),
});

export const campoSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  total_hectares: numberOrNull,
  grazing_hectares: numberOrNull,
  renspa: maybe(z.string()),
  cuig: maybe(z.string()),
  province: maybe(z.string()),
  department: maybe(z.string()),
  locality: maybe(z.string()),
  latitude: maybe(z.number()),
  longitude: maybe(z.number()),
  tenure: maybe(z.string()),
  order: z.number(),
  deleted: z.boolean(),
});
export type Campo = z.infer<typeof campoSchema>;

/** Grazing land is part of the total (domain.md §2.1). */
export const grazingIssues = (
  total: number | null | undefined,
  grazing: number | null | undefined,
): { readonly path: string; readonly message: string }[] =>
  typeof total === 'number' && typeof grazing === 'number' && grazing > total
    ? [{ path: 'grazing_hectares', message: 'La superficie ganadera no puede ser mayor que la total' }]
    : [];

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** `01.006.0.00412/01` (domain.md §2.1). Text without thirteen digits is kept as typed. */
export function writtenRenspa(text: string): string {
  const trimmed = text.trim();
  const parts = /^(\d{2})(\d{3})(\d)(\d{5})(\d{2})$/.exec(/^[\d./\s-]+$/.test(trimmed) ? digitsOf(trimmed) : '');
  return parts ? `${parts[1]}.${parts[2]}.${parts[3]}.${parts[4]}/${parts[5]}` : trimmed;
}

interface Ordered {
  readonly id: string;
  readonly order: number;
}

export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

/** The items whose number changes when the list is numbered from 1. */
export const newOrders = (items: readonly Ordered[]): readonly Ordered[] =>
  items.flatMap(({ id, order }, index) => (order === index + 1 ? [] : [{ id, order: index + 1 }]));

/** Words of the opening stock's forms (domain.md §2.2, §3.1). */
export const openingDayHint = 'Desde ese día se puede registrar lo que pasó';
export const rodeoUnsaid = 'Elegí el rodeo, o Sin rodeo';
export const kilosOfHead = (category: string): string => `Kilos por cabeza de ${category}`;
