import * as z from 'zod/mini';
import { maybe, textOrNull, within } from '../schemas.ts';
import { isRealDay } from '../dates.ts';
import { limits } from '../limits.ts';
import { freeText, idSchema } from '../movements/fields.ts';

/** May be in the future, unlike a movement's. */
export const daySchema = z.string({ error: 'Ingresá la fecha' }).check(
  z.refine((text) => isRealDay(text), { error: 'La fecha no existe', abort: true }),
  z.refine((text) => text >= limits.firstDay && text < '2100-01-01', { error: 'La fecha no es posible' }),
);

export const maybeDay = maybe(daySchema);
export const maybeId = maybe(idSchema);
const photosUpTo = (most: number) =>
  z.optional(z.array(idSchema).check(z.maxLength(most, { error: `Como máximo ${most} fotos` })));
export const photos = photosUpTo(4);
/** Of a change: those that several people took stay together (decision 0074). */
export const photosOfAll = photosUpTo(20);
export const maybeText = (maxLength: number) => maybe(freeText(maxLength));
export const saidText = (maxLength: number, empty: string) =>
  freeText(maxLength).check(z.minLength(1, { error: empty }));

export const wholeUpTo = (most: number) => within(z.int({ error: 'Ingresá un número entero' }), 0, most);

/** Common fields (wire.md, things on the wire). */
export const storedShape = {
  id: z.string(),
  organization_id: z.string(),
  created_by: textOrNull,
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
  deleted: z.boolean(),
};
