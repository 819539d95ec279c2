import * as z from 'zod/mini';
import { isRealDay } from '../dates.ts';
import { limits } from '../limits.ts';
import { arrival, maybe, oneOf, trimmed, within } from '../schemas.ts';
import { supplyUnits } from '../supplies/units.ts';

/** The fields of kinds: a schema for the wire, a label, and a control, for which the app has a widget. */
export type ControlName =
  | 'day'
  | 'lot'
  | 'lots'
  | 'rodeo'
  | 'campo'
  | 'category'
  | 'animals'
  | 'weighed'
  | 'products'
  | 'supplies'
  | 'integer'
  | 'quantity'
  | 'money'
  | 'text'
  | 'time'
  | 'choice'
  | 'choices'
  | 'unit'
  | 'flag';

export interface Field<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly schema: S;
  readonly label: string;
  readonly control: ControlName;
  readonly required: boolean;
  readonly unit?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly min?: number;
  readonly max?: number;
  /** Shown at once; the rest is behind 'Agregar detalle'. */
  readonly main: boolean;
  /** A price: never sent to a `user` nor taken from one (domain.md §1.12). */
  readonly money: boolean;
  readonly chips?: readonly number[];
  /** The word for null where it is not 'Sin lote'; also the meaning of leaving it out. */
  readonly none?: string;
}

type Extras = Partial<Pick<Field, 'main' | 'chips' | 'unit' | 'min' | 'max' | 'none'>>;

function field<S extends z.ZodMiniType>(
  schema: S,
  label: string,
  control: ControlName,
  rest: Extras & Partial<Pick<Field, 'options' | 'money' | 'required'>> = {},
): Field<S> {
  return { schema, label, control, required: false, money: false, main: rest.required ?? false, ...rest };
}

export function optional<S extends z.ZodMiniType>(inner: Field<S>, extras: Extras = {}): Field<z.ZodMiniOptional<S>> {
  return { ...inner, schema: z.optional(inner.schema), required: false, main: false, ...extras };
}

/** A real day since 1990. `lateDay` in `prepare` checks for the future: it needs a clock. */
export const daySchema = z.string({ error: 'Ingresá la fecha' }).check(
  z.refine((text) => isRealDay(text), { error: 'La fecha no existe', abort: true }),
  z.refine((text) => text >= limits.firstDay, { error: 'La fecha es demasiado antigua' }),
);

/** Ours or another backend's; a bar would break cell ids. */
export const idSchema = z
  .string({ error: 'Elegí una opción' })
  .check(z.minLength(1, { error: 'Elegí una opción' }), z.maxLength(64), z.regex(/^[^|\u0000-\u001f]+$/));

/** Null means 'Sin lote' or 'Sin rodeo'; leaving it out lets the server derive the place. */
const placeId = maybe(idSchema);

export const freeText = (maxLength: number) =>
  z.string().check(trimmed, z.maxLength(maxLength, { error: `Usá como máximo ${maxLength} caracteres` }));

/** `recorded_at`: when the phone saved it. */
export const recordShape = {
  detail: z.optional(freeText(limits.detailMaxLength)),
  ...arrival,
  photos: z.optional(z.array(freeText(200)).check(z.maxLength(limits.photosPerMovement))),
  recorded_at: z.optional(z.iso.datetime()),
};

/** 1 to 100.000 heads (domain.md §3.0, invariant 4). */
export const headsSchema = within(
  z.int({ error: 'Ingresá un número entero' }),
  1,
  limits.headsPerLine,
  ' cabezas por línea',
);

const animalLine = { type: idSchema, count: headsSchema };

const linesOf = <S extends z.ZodMiniType<{ readonly type: string }>>(line: S) =>
  z
    .array(line, { error: 'Ingresá al menos una categoría' })
    .check(
      z.minLength(1, { error: 'Ingresá al menos una categoría' }),
      z.maxLength(limits.linesPerMovement, { error: 'Son demasiadas líneas' }),
    );

export const animalsSchema = linesOf(z.strictObject(animalLine));

export const day = (label = 'Fecha') => field(daySchema, label, 'day', { required: true });
export const lot = (label = 'Lote', extras: Extras = { main: true }) => field(placeId, label, 'lot', extras);
export const requiredLot = (label: string) => field(idSchema, label, 'lot', { required: true });
export const rodeo = (label = 'Rodeo', extras: Extras = { main: true }) => field(placeId, label, 'rodeo', extras);
/** Half of a place, required in forms ('Sin lote' and 'Sin rodeo' count); a call may leave it out where only one fits. */
export const saidLot = (label = 'Lote') => field(placeId, label, 'lot', { required: true });
export const saidRodeo = (label = 'Rodeo') => field(placeId, label, 'rodeo', { required: true });
export const requiredRodeo = (label = 'Rodeo') => field(idSchema, label, 'rodeo', { required: true });
export const campo = () => field(maybe(idSchema), 'Campo', 'campo', { main: true });
export const dated = { date: day(), lot_id: lot(), rodeo_id: rodeo() };
export const lots = (label: string) => field(z.optional(z.array(idSchema).check(z.maxLength(200))), label, 'lots');
export const category = (label: string) => field(idSchema, label, 'category', { required: true });
export const animals = (label = 'Animales') => field(animalsSchema, label, 'animals', { required: true });
/** Calves to wean; `to_type`: their next category. */
export const weanedAnimals = () =>
  field(linesOf(z.strictObject({ ...animalLine, to_type: z.optional(idSchema) })), 'Animales', 'animals', {
    required: true,
  });

const kilos = z
  .number({ error: 'Ingresá los kilos' })
  .check(z.positive({ error: 'Ingresá los kilos' }), z.lte(100_000_000));

/** One weighed animal, with its ear tag if read (domain.md §3.5, WEIGHING). */
const oneWeight = z.strictObject({
  kg: z
    .number({ error: 'Ingresá los kilos' })
    .check(z.gte(1, { error: 'Ingresá al menos 1 kg' }), z.lte(2000, { error: 'Como máximo 2.000 kg por animal' })),
  tag: z.optional(freeText(30)),
});

const oneByOne = z
  .array(oneWeight)
  .check(
    z.minLength(1, { error: 'Ingresá al menos un peso' }),
    z.maxLength(limits.weightsPerLine, { error: 'Como máximo 1.000 pesos por categoría' }),
  );

const weighedLine = z
  .strictObject({
    ...animalLine,
    total_kg: z.optional(kilos),
    average_kg: z.optional(kilos),
    weights: z.optional(oneByOne),
  })
  .check(
    z.refine((line) => line.total_kg !== undefined || line.average_kg !== undefined || line.weights !== undefined, {
      error: 'Ingresá los kilos totales o el promedio',
    }),
    z.refine((line) => line.weights === undefined || line.weights.length === line.count, {
      path: ['weights'],
      error: 'Los pesos de a uno tienen que ser tantos como las cabezas',
    }),
  );

/** Heads and kilos by category: total, average or each animal; each gives the others. */
export const weighedAnimals = () => field(linesOf(weighedLine), 'Pesaje', 'weighed', { required: true });

const amount = z
  .number({ error: 'Ingresá la cantidad' })
  .check(z.positive({ error: 'Ingresá una cantidad mayor que cero' }), z.lte(1e9));

const product = z
  .strictObject({
    asset_id: z.optional(idSchema),
    name: z.optional(freeText(80)),
    dose: z.optional(freeText(60)),
    unit: z.optional(freeText(20)),
    quantity: z.optional(amount),
  })
  .check(z.refine((item) => Boolean(item.asset_id ?? item.name), { error: 'Ingresá el producto' }));

/** Products given to animals: items of the stock, or names. */
export const products = () =>
  field(
    z
      .array(product, { error: 'Ingresá al menos un producto' })
      .check(z.minLength(1, { error: 'Ingresá al menos un producto' }), z.maxLength(20)),
    'Productos',
    'products',
    { required: true },
  );

const supply = z
  .strictObject({
    asset_id: z.optional(idSchema),
    name: z.optional(freeText(80)),
    unit: z.optional(freeText(20)),
    quantity: amount,
    batch: z.optional(freeText(40)),
    expires: z.optional(daySchema),
  })
  .check(
    z.refine((line) => Boolean(line.asset_id ?? line.name), { path: ['name'], error: 'Ingresá el insumo' }),
    z.refine((line) => Boolean(line.asset_id ?? line.unit), { path: ['unit'], error: 'Elegí una opción' }),
  );

export const supplies = () =>
  field(
    z
      .array(supply, { error: 'Ingresá al menos un insumo' })
      .check(z.minLength(1, { error: 'Ingresá al menos un insumo' }), z.maxLength(100)),
    'Insumos',
    'supplies',
    { required: true },
  );

export const integer = (label: string, min: number, max: number, extras: Extras = {}) =>
  field(within(z.int({ error: 'Ingresá un número entero' }), min, max), label, 'integer', {
    required: true,
    min,
    max,
    ...extras,
  });

export const quantity = (label: string, unit: string, min: number, max: number, extras: Extras = {}) =>
  field(within(z.number({ error: 'Ingresá un número' }), min, max), label, 'quantity', {
    required: true,
    unit,
    min,
    max,
    ...extras,
  });

/** A decimal string with a dot. */
export const moneySchema = z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, { error: 'Ingresá un importe' }));

export const money = (label: string) => field(z.optional(moneySchema), label, 'money', { money: true });

export const text = (label: string, maxLength: number = limits.shortTextMaxLength) =>
  field(z.optional(freeText(maxLength)), label, 'text');

export const requiredText = (label: string, maxLength: number = limits.shortTextMaxLength) =>
  field(freeText(maxLength).check(z.minLength(1, { error: 'Completá este dato' })), label, 'text', { required: true });

/** One of several words: wire's word → label. */
export const choice = <const O extends Readonly<Record<string, string>>>(label: string, options: O) =>
  field(oneOf(options), label, 'choice', {
    required: true,
    options,
  });

/** Several of such words; a single one may come without an array. */
export const choices = <const O extends Readonly<Record<string, string>>>(label: string, options: O) => {
  const one = choice(label, options);
  const schema = z.union([one.schema, z.array(one.schema).check(z.minLength(1, { error: 'Elegí una opción' }))], {
    error: 'Elegí una opción',
  });
  return field(schema, label, 'choices', { required: true, options });
};

/** `14:30`. */
export const time = (label: string) =>
  field(
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Ingresá la hora, de 00:00 a 23:59' })),
    label,
    'time',
    {
      required: true,
    },
  );

export const flag = (label: string) => field(z.optional(z.boolean()), label, 'flag');

/** The unit of a stock quantity (domain.md §2.5). */
export const supplyUnit = () => ({ ...choice('Unidad', supplyUnits), control: 'unit' as const });

/** Required in the form; a call may name the item by its id instead. */
export const unlessById = <S extends z.ZodMiniType>(inner: Field<S>): Field<z.ZodMiniOptional<S>> => ({
  ...inner,
  schema: z.optional(inner.schema),
});
