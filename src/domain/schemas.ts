import * as z from 'zod/mini';

export const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

export const textOrNull = z.nullable(z.string());

export const numberOrNull = z.nullable(z.number());

/** Allowed in every body: the client's id, and that it was created offline. */
export const arrival = { cid: z.optional(z.uuid()), offline: z.optional(z.boolean()) };
