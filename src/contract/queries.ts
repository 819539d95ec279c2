import * as z from 'zod/mini';
import { daySchema, idSchema } from '../domain/movements/fields.ts';
import { type MovementType, movementTypes } from '../domain/movements/types.ts';
import { allThings } from '../domain/things/registry.ts';
import { serverSentences as words } from './sentences-server.ts';

const isType = (word: string): boolean => movementTypes.includes(word as MovementType);

const page = {
  limit: z.optional(z.string().check(z.regex(/^[1-9]\d*$/, { error: words.notWhole }))),
  cursor: z.optional(z.string().check(z.maxLength(500, { error: words.badFormat }))),
};
const pages = z.strictObject(page);

/** * Of lists, by call (wire.md §Everywhere). Unknown ones are refused: ignored, they would give the whole list. */
export const querySchemas: Readonly<Record<string, z.ZodMiniType<Readonly<Record<string, unknown>>> | undefined>> = {
  movements: z.strictObject({
    ...page,
    type: z.optional(z.string().check(z.refine((text) => text.split(',').every(isType)))),
    from: z.optional(daySchema),
    to: z.optional(daySchema),
    lot_id: z.optional(idSchema),
    rodeo_id: z.optional(idSchema),
  }),
  ...Object.fromEntries(allThings.filter(({ isPaged }) => isPaged).map(({ table }) => [table, pages])),
  conversations: pages,
  conversation: pages,
};
