import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { normalizePhone } from '../../../domain/people/phone.ts';
import type { Incoming, IncomingMessage, MessageState } from '../../frame/incoming.ts';
import type { Log } from '../../frame/log.ts';
import { fetchAudio } from './audio.ts';
import type { WhatsAppAccount } from './whatsapp.ts';

/** What the edge asks when the provider knocks. */
export interface Webhook {
  /** The challenge to say back, when the provider sets the webhook up with our word; null for anybody else. */
  readonly verify: (query: Readonly<Record<string, unknown>>) => string | null;
  /** The status to answer to what came in: 403 unsigned, 400 unreadable, 500 bring it again, 200 taken. */
  readonly receive: (body: Buffer, signature: string | undefined) => Promise<200 | 400 | 403 | 500>;
}

const messageSchema = z.looseObject({
  id: z.string(),
  from: z.string().check(z.regex(/^\d{6,20}$/)),
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
  text: z.optional(z.looseObject({ body: z.string() })),
  audio: z.optional(z.looseObject({ id: z.string().check(z.regex(/^[\w-]{1,100}$/)) })),
  interactive: z.optional(
    z.looseObject({ list_reply: z.optional(z.looseObject({ id: z.string(), title: z.string() })) }),
  ),
});
type ProviderMessage = z.infer<typeof messageSchema>;

const stateSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
});

/** A notice of the provider; single messages are judged one by one, so that a new kind of theirs harms no other. */
const noticeSchema = z.looseObject({
  entry: z.array(
    z.looseObject({
      changes: z.array(
        z.looseObject({
          value: z.looseObject({
            metadata: z.optional(z.looseObject({ phone_number_id: z.string() })),
            messages: z.optional(z.array(z.unknown())),
            statuses: z.optional(z.array(z.unknown())),
          }),
        }),
      ),
    }),
  ),
});

/** What comes in from WhatsApp: who is who by signature, then text, menu choice and voice to whoever takes them. */
export function createWebhook(account: WhatsAppAccount, incoming: Incoming, log: Log): Webhook {
  return {
    verify: (query) => {
      const [word, challenge] = [query['hub.verify_token'], query['hub.challenge']];
      const isOurs = query['hub.mode'] === 'subscribe' && typeof word === 'string' && isSame(word, account.verifyToken);
      return isOurs && typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : null;
    },
    receive: async (body, signature) => {
      if (!signature || !isSame(signature, signatureOf(account, body))) return 403;
      const notice = noticeSchema.safeParse(parsed(body));
      if (!notice.success) return 400;
      try {
        for (const { value } of notice.data.entry.flatMap((entry) => entry.changes)) {
          if (value.metadata?.phone_number_id !== account.phoneId) continue;
          for (const message of value.messages ?? []) await takeMessage(account, incoming, message);
          for (const state of value.statuses ?? []) await takeState(incoming, state);
        }
        return 200;
      } catch (error) {
        log.error({ err: error }, 'a message that came in could not be taken: it will be brought again');
        return 500;
      }
    },
  };
}

const signatureOf = (account: WhatsAppAccount, body: Buffer): string =>
  `sha256=${createHmac('sha256', account.appSecret).update(body).digest('hex')}`;

/** Compares in a time that tells nothing. */
const isSame = (given: string, ours: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(ours)];
  return a.length === b.length && timingSafeEqual(a, b);
};

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

const instant = (seconds: string): string => new Date(Number(seconds) * 1000).toISOString();

async function takeMessage(account: WhatsAppAccount, incoming: Incoming, given: unknown): Promise<void> {
  const read = messageSchema.safeParse(given);
  // Stickers, places, contacts: nothing that the product could keep.
  if (!read.success || !(read.data.text ?? read.data.audio ?? read.data.interactive?.list_reply)) return;
  await incoming.message(await asIncoming(account, read.data));
}

async function asIncoming(account: WhatsAppAccount, message: ProviderMessage): Promise<IncomingMessage> {
  const choice = message.interactive?.list_reply;
  return {
    id: message.id,
    from: normalizePhone(message.from) ?? `+${message.from}`,
    at: instant(message.timestamp),
    text: message.text?.body ?? choice?.title ?? null,
    choice: choice?.id ?? null,
    audio: message.audio ? await fetchAudio(account, message.audio.id) : null,
  };
}

const known = new Set(['sent', 'delivered', 'read', 'failed']);

async function takeState(incoming: Incoming, given: unknown): Promise<void> {
  const read = stateSchema.safeParse(given);
  if (!read.success || !known.has(read.data.status)) return;
  const { id, status, timestamp } = read.data;
  await incoming.state({ id, state: status as MessageState['state'], at: instant(timestamp) });
}
