import * as z from 'zod/mini';
import { arrival, maybe, numberOrNull, oneOf, textOrNull } from '../schemas.ts';
import { nameSchema } from '../farm/categories.ts';
import { limits } from '../limits.ts';
import { daySchema, freeText, idSchema, moneySchema } from '../movements/fields.ts';
import { supplyUnits } from './units.ts';

/** domain.md §2.5. */
export const assetKinds = {
  medicamento: 'Medicamento',
  vacuna: 'Vacuna',
  antiparasitario: 'Antiparasitario',
  alimento: 'Alimento (ración o grano)',
  suplemento: 'Suplemento o sales',
  forraje: 'Forraje (rollos, fardos o silo)',
  combustible: 'Combustible',
  semilla: 'Semilla',
  agroquimico: 'Agroquímico',
  herramienta: 'Herramienta o equipo',
  otro: 'Otro',
} as const;

export const doseUnits = { ml_cab: 'ml/cab', ml_50_kg: 'ml/50 kg', dosis_cab: 'dosis/cab' } as const;
export const medicineRoutes = { sc: 'SC', im: 'IM', oral: 'Oral', pour_on: 'Pour-on', otra: 'Otra' } as const;

const text = (maxLength: number) => maybe(freeText(maxLength));
const upTo = (most: number) => maybe(z.number().check(z.gte(0), z.lte(most)));
const days = maybe(z.int().check(z.gte(0), z.lte(365)));
const quantity = z.number({ error: 'Ingresá la cantidad' }).check(z.gte(0), z.lte(1e9));

const itemShape = {
  name: nameSchema(80, 'Ingresá el nombre del insumo'),
  kind: oneOf(assetKinds),
  unit: oneOf(supplyUnits),
  kg_per_unit: maybe(z.number().check(z.positive(), z.lte(100_000))),
  minimum: upTo(1e9),
  active_ingredient: text(120),
  laboratory: text(120),
  standard_dose: upTo(10_000),
  standard_dose_unit: maybe(oneOf(doseUnits)),
  route: maybe(oneOf(medicineRoutes)),
  meat_withdrawal_days: days,
  milk_withdrawal_days: days,
  storage: text(limits.shortTextMaxLength),
  notes: text(limits.notesMaxLength),
  photo: maybe(idSchema),
};

const batchSchema = z.strictObject({
  number: nameSchema(40, 'Ingresá la partida'),
  expires: maybe(daySchema),
  quantity: quantity.check(z.positive({ error: 'Ingresá una cantidad mayor que cero' })),
});

/** A new item with its stock that day, by batches or as one quantity (domain.md §2.5, 'cantidad inicial'). */
export const assetForm = z.strictObject({
  ...itemShape,
  organization_id: z.string(),
  quantity: z.optional(quantity),
  batches: z.optional(z.array(batchSchema).check(z.maxLength(100, { error: 'Son demasiadas líneas' }))),
  date: z.optional(daySchema),
  supplier: z.optional(freeText(limits.shortTextMaxLength)),
  total: z.optional(moneySchema),
  ...arrival,
});

/** Partial update; the stock is no part of it. `notes_before`: `domain/things/lists.ts`. */
export const assetChanges = z.partial(z.strictObject({ ...itemShape, notes_before: itemShape.notes }));

/**
 * A count of an item (domain.md §2.5). One that says when it was made (`recorded_at`), or not what it saw, states a moment; another is
 * booked by its difference to `expected` (decision 77).
 */
export const stocktakeForm = z.strictObject({
  asset_id: z.string({ error: 'Elegí el insumo' }),
  counted: quantity,
  /** What the phone showed. */
  expected: z.optional(z.number().check(z.gte(-1e9), z.lte(1e9))),
  batch: z.optional(freeText(40)),
  date: z.optional(daySchema),
  reason: z.optional(freeText(limits.shortTextMaxLength)),
  detail: z.optional(freeText(limits.detailMaxLength)),
  recorded_at: z.optional(z.iso.datetime()),
  ...arrival,
});

/** `quantity` is never negative: a shortage is in `missing`. */
export const assetSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  unit: z.string(),
  kg_per_unit: numberOrNull,
  minimum: numberOrNull,
  batches: z.array(z.looseObject({ number: z.string(), expires: textOrNull, quantity: z.number() })),
  quantity: z.number(),
  missing: z.number(),
  unit_cost: maybe(z.string()),
  meat_withdrawal_days: maybe(z.number()),
  photo: maybe(z.string()),
  deleted: z.boolean(),
  version: z.number(),
});

export type Asset = z.infer<typeof assetSchema>;

/** A line of an item's book: `quantity` positive, `delta` signed, `balance` after it. */
export const entrySchema = z.looseObject({
  id: z.string(),
  date: z.string(),
  asset_id: z.string(),
  kind: z.string(),
  quantity: z.number(),
  delta: z.number(),
  balance: z.number(),
  batch: textOrNull,
  movement_id: z.string(),
});
