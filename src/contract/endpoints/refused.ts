import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { answer } from './answers.ts';

const person = z.looseObject({ id: z.string(), first_name: z.string(), last_name: z.string() });

/** A record that a phone brought and the server did not take: it waits for somebody of the office to decide on it. */
const refusedSchema = z.looseObject({
  id: z.string(),
  author: person,
  /** Whose record he says that it is, where it is not his own. */
  said_author: z.optional(person),
  /** The kind of movement that it records or changes; null for anything else. */
  type: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  body: z.nullable(z.looseObject({})),
  /** Why it was refused, in the words that the phone got. */
  code: z.string(),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
  recorded_at: z.nullable(z.string()),
  received_at: z.string(),
  from_lost_phone: z.boolean(),
});

/** Refused records (trust.md rows 97 and 112; domain.md §2.18: 'a queued record refused for role goes to A revisar, never dropped'). */
export const refusedEndpoints = {
  refused: endpoint({
    method: 'GET',
    path: '/api/refused/{org}',
    may: 'review',
    answer: answer({ refused: z.array(refusedSchema) }),
  }),
  /** Records it after all, under its author's name and its own key; with `body`, as corrected. Answers what the call itself would have. */
  applyRefused: endpoint({
    method: 'POST',
    path: '/api/refused/{org}/{id}/apply',
    may: 'review',
    body: z.strictObject({ body: z.optional(z.record(z.string(), z.unknown())) }),
    answer: answer({}),
  }),
  /** Lets it go: the office, or its author who has recorded it anew. The row stays, marked. */
  discardRefused: endpoint({
    method: 'DELETE',
    path: '/api/refused/{org}/{id}',
    answer: answer({ alreadyDeleted: z.boolean() }),
  }),
} as const;
