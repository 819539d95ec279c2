import * as z from 'zod/mini';

/** A success with its parts; unknown parts pass (wire.md §Everywhere). */
export const answer = <S extends z.core.$ZodLooseShape>(parts: S) =>
  z.looseObject({ ok: z.literal(true), message: z.optional(z.string()), ...parts });

/** False if the server only writes mails to files. Absent means sent. */
export const mailSent = z.optional(z.boolean());

export const plain = answer({});

export const farmName = z.looseObject({ id: z.string(), name: z.string() });
