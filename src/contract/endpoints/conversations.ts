import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { answer, plain } from './answers.ts';

const maybeText = z.nullable(z.string());
const nextCursor = z.optional(z.string());

/** A thread between a telephone and the product (wire.md, things on the wire). Whose it is, is read off the telephone. */
const conversationSchema = z.looseObject({
  id: z.string(),
  phone: z.string(),
  user_id: maybeText,
  user_name: maybeText,
  organization_id: maybeText,
  organization_name: maybeText,
  /** Null where the last thing said was a voice message. */
  last_message: maybeText,
  last_at: z.string(),
  unread: z.number(),
});

const messageSchema = z.looseObject({
  id: z.string(),
  direction: z.enum(['in', 'out']),
  text: maybeText,
  /** The id of the option of a menu, where one was tapped. */
  choice: maybeText,
  audio_id: maybeText,
  /** A picture or a document. Backends of the specification's own say none. */
  file: z.optional(z.nullable(z.looseObject({ id: z.string(), type: z.string(), size: z.number() }))),
  /** What it carried and could not be had: `audio`, `image`, `document`, `video`. Its text says so too. */
  missing: z.optional(maybeText),
  at: z.string(),
  state: z.enum(['received', 'sent', 'delivered', 'read', 'failed']),
  movement_id: maybeText,
});

/** Conversations by telephone: the super admin's alone, and who looked is written down (wire.md, the rest; trust.md row 58). */
export const conversationEndpoints = {
  conversations: endpoint({
    method: 'GET',
    path: '/api/conversation',
    who: 'super-admin',
    answer: answer({ conversations: z.array(conversationSchema), next_cursor: nextCursor }),
  }),
  conversation: endpoint({
    method: 'GET',
    path: '/api/conversation/{id}',
    who: 'super-admin',
    answer: answer({ conversation: conversationSchema, messages: z.array(messageSchema), next_cursor: nextCursor }),
  }),
  /** The bytes of a picture or a document of it. */
  conversationFile: endpoint({
    method: 'GET',
    path: '/api/conversation/{id}/file/{fileId}',
    who: 'super-admin',
    carries: 'file',
    answer: plain,
  }),
  /** The bytes of a voice message, or the part of them that `Range` asks for. */
  audio: endpoint({ method: 'GET', path: '/audio/{id}', who: 'super-admin', carries: 'file', answer: plain }),
} as const;
