import * as z from 'zod/mini';
import { rodeoForm, rodeoSchema } from '../farm/places.ts';
import { describeThing, placeRights } from './describe.ts';

/** domain.md §2.3. */
export const rodeo = describeThing({
  name: 'rodeo',
  table: 'rodeos',
  words: { one: 'Rodeo', many: 'Rodeos', gender: 'm' },
  form: rodeoForm,
  changes: z.partial(rodeoForm),
  row: rodeoSchema,
  blank: {
    activity: null,
    breed: null,
    target_daily_gain_kg: null,
    color: null,
    active: true,
    animals: [],
  },
  unique: 'name',
  may: placeRights,
  news: { updated: 'refetch' },
  isPlace: true,
  saysDeletedBefore: false,
});
