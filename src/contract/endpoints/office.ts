import * as z from 'zod/mini';
import { maybe, textOrNull } from '../../domain/schemas.ts';
import { cycle } from '../../domain/things/cycle.ts';
import { note } from '../../domain/things/note.ts';
import { task } from '../../domain/things/task.ts';
import { get } from '../endpoint.ts';
import { answer, plain } from './answers.ts';
import { invoiceEndpoints } from './invoices.ts';
import { callsOfThing } from './things.ts';

const nextCursor = z.optional(z.string());

/** A thread with a telephone (wire.md, things on the wire); its person is found by the number. */
const conversationSchema = z.looseObject({
  id: z.string(),
  phone: z.string(),
  user_id: textOrNull,
  user_name: textOrNull,
  organization_id: textOrNull,
  organization_name: textOrNull,
  /** Null for a voice message. */
  last_message: textOrNull,
  last_at: z.string(),
  unread: z.number(),
});

const messageSchema = z.looseObject({
  id: z.string(),
  direction: z.enum(['in', 'out']),
  text: textOrNull,
  choice: textOrNull,
  audio_id: textOrNull,
  /** A picture or document; absent with the specification's own backends. */
  file: maybe(z.looseObject({ id: z.string(), type: z.string(), size: z.number() })),
  /** Media that could not be fetched: `audio`, `image`, `document`, `video`. The text says so too. */
  missing: z.optional(textOrNull),
  at: z.string(),
  state: z.enum(['received', 'sent', 'delivered', 'read', 'failed']),
  movement_id: textOrNull,
});

/** product.md §7; wire.md, the rest. */
export const officeEndpoints = {
  ...callsOfThing(note),
  ...callsOfThing(task),
  ...callsOfThing(cycle),
  ...invoiceEndpoints,
  // The super admin's only; reading is logged (wire.md, the rest; trust.md row 58).
  conversations: get(
    '/api/conversation',
    answer({ conversations: z.array(conversationSchema), next_cursor: nextCursor }),
    { who: 'super-admin' },
  ),
  conversation: get(
    '/api/conversation/{id}',
    answer({ conversation: conversationSchema, messages: z.array(messageSchema), next_cursor: nextCursor }),
    { who: 'super-admin' },
  ),
  conversationFile: get('/api/conversation/{id}/file/{fileId}', plain, { who: 'super-admin', carries: 'file' }),
  /** Supports `Range`. */
  audio: get('/audio/{id}', plain, { who: 'super-admin', carries: 'file' }),
} as const;
