import * as z from 'zod/mini';
import { textOrNull } from '../../domain/schemas.ts';
import { get, post, remove } from '../endpoint.ts';
import { answer } from './answers.ts';

const person = z.looseObject({ id: z.string(), first_name: z.string(), last_name: z.string() });

const refusedSchema = z.looseObject({
  id: z.string(),
  author: person,
  said_author: z.optional(person),
  /** The movement's type; null for other things. */
  type: textOrNull,
  method: z.string(),
  path: z.string(),
  body: z.nullable(z.looseObject({})),
  /** The reason, as the phone got it. */
  code: z.string(),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
  recorded_at: textOrNull,
  received_at: z.string(),
  from_lost_phone: z.boolean(),
});

export type Refused = z.infer<typeof refusedSchema>;

/** Rejected records (trust.md rows 97 and 112; domain.md §2.18: 'a queued record refused for role goes to A revisar, never dropped'). */
export const refusedEndpoints = {
  refused: get('/api/refused/{org}', answer({ refused: z.array(refusedSchema) }), { may: 'review' }),
  /** Records it after all under its author and key, corrected by `body` if given. Answers as the original call. */
  applyRefused: post(
    '/api/refused/{org}/{id}/apply',
    z.strictObject({ body: z.optional(z.record(z.string(), z.unknown())) }),
    answer({}),
    { may: 'review' },
  ),
  /** By the office, or by the author after recording it anew. The row stays, marked. */
  discardRefused: remove('/api/refused/{org}/{id}', null, answer({ alreadyDeleted: z.boolean() })),
} as const;
