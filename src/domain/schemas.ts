import * as z from 'zod/mini';

/** What may be left out, or said as null. */
export const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

/** Text on the wire, or null. */
export const textOrNull = z.nullable(z.string());

/** A number on the wire, or null. */
export const numberOrNull = z.nullable(z.number());

/** What a body may always carry: the client's id, and that it was made without signal. */
export const arrival = { cid: z.optional(z.uuid()), offline: z.optional(z.boolean()) };
