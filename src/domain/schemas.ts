import * as z from 'zod/mini';
import { formatNumber } from './numbers.ts';
import { withoutControls } from './text.ts';

export const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

export const textOrNull = z.nullable(z.string());

export const numberOrNull = z.nullable(z.number());

/** Allowed in every body: the client's id, and that it was created offline. */
export const arrival = { cid: z.optional(z.uuid()), offline: z.optional(z.boolean()) };

export const keysOf = <O extends object>(options: O) =>
  Object.keys(options) as [keyof O & string, ...(keyof O & string)[]];

export const oneOf = <O extends object>(labels: O) => z.enum(keysOf(labels), { error: 'Elegí una opción' });

/** Adds the bounds of a number, and their messages. */
export const within = <N extends z.ZodMiniNumber>(number: N, least: number, most: number, unit = '') =>
  number.check(
    z.gte(least, { error: () => `Ingresá al menos ${formatNumber(least)}` }),
    z.lte(most, { error: () => `Como máximo ${formatNumber(most)}${unit}` }),
  );

export const trimmed = z.overwrite<string>((text) => withoutControls(text).trim());
