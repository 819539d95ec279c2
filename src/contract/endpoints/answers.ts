import * as z from 'zod/mini';

/** A successful answer with its named parts; unknown parts are let through (wire.md §Everywhere). */
export const answer = <S extends z.core.$ZodLooseShape>(parts: S) =>
  z.looseObject({ ok: z.literal(true), message: z.optional(z.string()), ...parts });

/** False where no mail leaves the server: its letters are only files there. A backend that says nothing of it sends them. */
export const mailSent = z.optional(z.boolean());

/** `{ ok: true }`, perhaps with a message. */
export const plain = answer({});
