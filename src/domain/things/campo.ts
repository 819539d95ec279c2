import * as z from 'zod/mini';
import { campoForm, campoSchema } from '../farm/places.ts';
import { describeThing, placeRights } from './describe.ts';

/** domain.md §2.1. */
export const campo = describeThing({
  name: 'campo',
  table: 'campos',
  words: { one: 'Campo', many: 'Campos', gender: 'm' },
  form: campoForm,
  changes: z.partial(campoForm),
  row: campoSchema,
  blank: { total_hectares: null, grazing_hectares: null, order: 9999 },
  unique: 'name',
  may: placeRights,
  news: { updated: 'refetch' },
  isPlace: true,
  saysDeletedBefore: false,
});
