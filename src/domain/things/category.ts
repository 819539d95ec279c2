import * as z from 'zod/mini';
import { categoryForm, categorySchema } from '../farm/categories.ts';
import { describeThing, placeRights } from './describe.ts';

/** domain.md §2.4. */
export const category = describeThing({
  name: 'category',
  table: 'categories',
  path: 'animal-categories',
  words: { one: 'Categoría', many: 'Categorías', gender: 'f' },
  form: categoryForm,
  changes: z.partial(categoryForm),
  row: categorySchema,
  blank: {
    sex: 'mixto',
    min_age_months: null,
    max_age_months: null,
    next_id: null,
    ev: 1,
    senasa_code: null,
    is_breeding_female: false,
    order: 9999,
    active: true,
  },
  unique: 'name',
  calls: { read: null, createAliases: ['/api/category/create/{org}'] },
  may: placeRights,
  isPlace: true,
  saysDeletedBefore: false,
});
