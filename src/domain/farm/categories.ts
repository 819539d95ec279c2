import * as z from 'zod/mini';
import { maybe, numberOrNull, textOrNull, within } from '../schemas.ts';
import { limits } from '../limits.ts';
import { withoutControls } from '../text.ts';

/** SENASA's categories (domain.md §2.4). */
export const senasaCodes = [
  'VACA',
  'VAQUILLONA',
  'TERNERO',
  'TERNERA',
  'NOVILLITO',
  'NOVILLO',
  'TORITO',
  'TORO',
  'BUEY',
] as const;

export const nameSchema = (maxLength: number, missing: string) =>
  z.string({ error: missing }).check(
    z.overwrite((text) => withoutControls(text).normalize('NFC').trim()),
    z.minLength(1, { error: missing }),
    z.maxLength(maxLength, { error: `Usá como máximo ${maxLength} caracteres` }),
  );

const months = z.nullable(within(z.int({ error: 'Ingresá los meses, sin decimales' }), 0, 600, ' meses'));

export const categorySexes = { m: 'Macho', h: 'Hembra', mixto: 'Mixto' } as const;

/** An animal category as typed (wire.md, category). Only the name is required. */
export const categoryForm = z.strictObject({
  name: nameSchema(limits.categoryNameMaxLength, 'Ingresá el nombre de la categoría'),
  sex: z.optional(z.enum(['m', 'h', 'mixto'], { error: 'Elegí una opción' })),
  min_age_months: z.optional(months),
  max_age_months: z.optional(months),
  next_id: maybe(z.string()),
  ev: z.optional(within(z.number({ error: 'Ingresá el coeficiente' }), 0, 2)),
  senasa_code: maybe(z.enum(senasaCodes)),
  is_breeding_female: z.optional(z.boolean()),
  order: z.optional(z.int()),
  active: z.optional(z.boolean()),
  cid: z.optional(z.uuid()),
});

export const categorySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  sex: z.enum(['m', 'h', 'mixto']),
  min_age_months: numberOrNull,
  max_age_months: numberOrNull,
  next_id: textOrNull,
  ev: z.number(),
  senasa_code: textOrNull,
  is_breeding_female: z.boolean(),
  order: z.number(),
  active: z.boolean(),
});
export type Category = z.infer<typeof categorySchema>;

const row = (
  name: string,
  sex: 'm' | 'h',
  min_age_months: number | null,
  max_age_months: number | null,
  next: string | null,
  ev: number,
  senasa_code: (typeof senasaCodes)[number],
  is_breeding_female = false,
) => ({ name, sex, min_age_months, max_age_months, next, ev, senasa_code, is_breeding_female });

/** The categories of a new organization (domain.md §2.4). */
export const defaultCategories: readonly ReturnType<typeof row>[] = [
  row('Ternero al pie', 'm', 0, 7, 'Ternero', 0, 'TERNERO'),
  row('Ternera al pie', 'h', 0, 7, 'Ternera', 0, 'TERNERA'),
  row('Ternero', 'm', 7, 12, 'Novillito', 0.6, 'TERNERO'),
  row('Ternera', 'h', 7, 12, 'Vaquillona', 0.6, 'TERNERA'),
  row('Vaquillona', 'h', 12, 36, 'Vaca', 0.7, 'VAQUILLONA', true),
  row('Vaca', 'h', null, null, null, 1, 'VACA', true),
  row('Novillito', 'm', 12, 24, 'Novillo', 0.7, 'NOVILLITO'),
  row('Novillo', 'm', 24, null, null, 0.8, 'NOVILLO'),
  row('Torito (MEJ)', 'm', 12, 24, 'Toro', 0.8, 'TORITO'),
  row('Toro', 'm', 24, null, null, 1.3, 'TORO'),
];

interface Standing {
  readonly category: string;
  readonly head: number;
}

/** Categories to offer: active ones, those with animals in the place, and the current choice. */
export const choosable = <C extends Pick<Category, 'id' | 'active'>>(
  categories: readonly C[],
  cells: readonly Standing[],
  chosen?: unknown,
): readonly C[] =>
  categories.filter(
    ({ id, active }) => active || id === chosen || cells.some((cell) => cell.category === id && cell.head > 0),
  );

/** Births go into these categories (domain.md §3.1). */
export const isCalfAtFoot = (category: Pick<Category, 'max_age_months' | 'min_age_months'>): boolean =>
  category.min_age_months === 0;

/** Calves, at foot or weaned: by SENASA's code, else by name. */
export const isCalf = (
  category: Pick<Category, 'name' | 'max_age_months' | 'min_age_months' | 'senasa_code'>,
): boolean => isCalfAtFoot(category) || /^terner[oa]/i.test(category.senasa_code ?? category.name);
