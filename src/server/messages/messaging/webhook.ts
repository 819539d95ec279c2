import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { normalizePhone } from '../../../domain/people/phone.ts';
import type { Incoming, IncomingMessage, MediaKind, MessageState } from '../incoming.ts';
import type { Log } from '../../kernel/log.ts';
import { fetchMedia, NotToBeHad } from './media.ts';
import type { WhatsAppAccount } from './whatsapp.ts';

export interface Webhook {
  /** The challenge to echo when the provider registers the webhook with our token; null for anybody else. */
  readonly verify: (query: Readonly<Record<string, unknown>>) => string | null;
  /** The status to answer: 403 unsigned, 400 unreadable, 500 deliver again, 200 taken. */
  readonly receive: (body: Buffer, signature: string | undefined) => Promise<200 | 400 | 403 | 500>;
}

const mediaSchema = z.looseObject({
  id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  caption: z.optional(z.string()),
  filename: z.optional(z.string()),
});

const messageSchema = z.looseObject({
  id: z.string(),
  from: z.string().check(z.regex(/^\d{6,20}$/)),
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
  text: z.optional(z.looseObject({ body: z.string() })),
  audio: z.optional(mediaSchema),
  image: z.optional(mediaSchema),
  document: z.optional(mediaSchema),
  video: z.optional(mediaSchema),
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

/** A notice. Its messages are parsed one by one, so that a new kind of theirs breaks no other. */
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

/** How long missing attachments are retried, on each redelivery. */
const patienceMs = 6 * 3_600_000;

/** Receives WhatsApp notices: verifies the signature, then passes on texts, menu choices, voices and files. */
export function createWebhook(
  account: WhatsAppAccount,
  incoming: Incoming,
  log: Log,
  now: () => number = Date.now,
): Webhook {
  const ports: Taking = { account, incoming, log, now };
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
      let isWhole = true;
      // One failure does not stop the others.
      const alone = async (take: () => Promise<boolean>): Promise<void> => {
        try {
          isWhole = (await take()) && isWhole;
        } catch (error) {
          log.error({ err: error }, 'a message that came in could not be taken: it will be brought again');
          isWhole = false;
        }
      };
      for (const { value } of notice.data.entry.flatMap((entry) => entry.changes)) {
        if (value.metadata?.phone_number_id !== account.phoneId) continue;
        for (const message of value.messages ?? []) await alone(() => takeMessage(ports, message));
        for (const state of value.statuses ?? []) await alone(() => takeState(incoming, state));
      }
      return isWhole ? 200 : 500;
    },
  };
}

const signatureOf = (account: WhatsAppAccount, body: Buffer): string =>
  `sha256=${createHmac('sha256', account.appSecret).update(body).digest('hex')}`;

/** Constant-time comparison. */
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

interface Taking {
  readonly account: WhatsAppAccount;
  readonly incoming: Incoming;
  readonly log: Log;
  readonly now: () => number;
}

/** Takes one message. False: stored without its attachment, which a redelivery may bring. */
async function takeMessage(ports: Taking, given: unknown): Promise<boolean> {
  const read = messageSchema.safeParse(given);
  if (!read.success) return true;
  const message = read.data;
  const carried = carriedBy(message);
  // Stickers, places, contacts: nothing to store.
  if (!(message.text ?? message.interactive?.list_reply ?? carried)) return true;
  const had = carried ? await fetched(ports, carried) : null;
  await ports.incoming.message({ ...asIncoming(message, carried), ...had?.parts });
  const isFresh = ports.now() - Number(message.timestamp) * 1000 < patienceMs;
  return !(had?.mayComeLater === true && isFresh);
}

interface Carried {
  readonly kind: MediaKind;
  readonly id: string;
  readonly words: string | null;
}

const mediaKinds = ['audio', 'image', 'document', 'video'] as const satisfies readonly MediaKind[];

function carriedBy(message: ProviderMessage): Carried | null {
  const kind = mediaKinds.find((one) => message[one] !== undefined);
  const media = kind && message[kind];
  if (!media) return null;
  return { kind, id: media.id, words: [media.filename, media.caption].filter(Boolean).join('\n') || null };
}

interface Had {
  readonly parts: Pick<IncomingMessage, 'missing'> | Pick<IncomingMessage, 'audio'> | Pick<IncomingMessage, 'file'>;
  readonly mayComeLater: boolean;
}

async function fetched({ account, log }: Taking, { kind, id }: Carried): Promise<Had> {
  if (kind === 'video') return { parts: { missing: kind }, mayComeLater: false };
  try {
    const media = await fetchMedia(account, kind, id);
    return { parts: kind === 'audio' ? { audio: media } : { file: media }, mayComeLater: false };
  } catch (error) {
    log.error({ err: error }, 'what a message carries could not be had: the message is kept without it');
    return { parts: { missing: kind }, mayComeLater: !(error instanceof NotToBeHad) };
  }
}

function asIncoming(message: ProviderMessage, carried: Carried | null): IncomingMessage {
  const choice = message.interactive?.list_reply;
  return {
    id: message.id,
    from: normalizePhone(message.from) ?? `+${message.from}`,
    at: instant(message.timestamp),
    text: message.text?.body ?? choice?.title ?? carried?.words ?? null,
    choice: choice?.id ?? null,
    audio: null,
  };
}

const known = new Set(['sent', 'delivered', 'read', 'failed']);

async function takeState(incoming: Incoming, given: unknown): Promise<boolean> {
  const read = stateSchema.safeParse(given);
  if (!read.success || !known.has(read.data.status)) return true;
  const { id, status, timestamp } = read.data;
  await incoming.state({ id, state: status as MessageState['state'], at: instant(timestamp) });
  return true;
}
