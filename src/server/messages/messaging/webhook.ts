import { createHmac, timingSafeEqual } from 'node:crypto';
import { attachmentTypeOf, fileTypeOf, normalizePhone } from '../../../domain/index.ts';
import type { Incoming, IncomingMessage, Media, MediaKind, MessageState } from '../incoming.ts';
import type { Log } from '../../kernel/log.ts';
import type { WhatsAppAccount } from './whatsapp.ts';
import * as z from 'zod/mini';

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

const largestBytes = 16 * 1024 * 1024;
const answerWithinMs = 20_000;

/** The provider's hosts: our token goes to no other, whatever an answer says (trust.md row 30). */
const providerHosts = /(^|\.)(facebook\.com|fbsbx\.com|fbcdn\.net|whatsapp\.net)$/;

/** Permanent: retrying does not help. */
class NotToBeHad extends Error {}

/** Temporary answers: a token being renewed, too many calls, a failure of theirs. */
const mayPass = (status: number): boolean => [401, 403, 408, 429].includes(status) || status >= 500;

/** Downloads an attachment: the provider gives a URL for its id. Throws `NotToBeHad` if permanent, else another error. */
async function fetchMedia(account: WhatsAppAccount, kind: MediaKind, id: string): Promise<Media> {
  const about = await ask(account, `${account.apiUrl}/${id}`);
  const { url, mime_type } = (await about.json()) as { readonly url?: unknown; readonly mime_type?: unknown };
  if (typeof url !== 'string' || !isProviders(account, url)) throw new NotToBeHad('It lies at a strange address');
  const answer = await ask(account, url);
  const said = typeof mime_type === 'string' ? mime_type : (answer.headers.get('content-type') ?? '');
  const bytes = await readAtMost(answer, largestBytes);
  return { type: typeOf(kind, said, bytes), bytes };
}

/** The type by content, whatever the sender says; sounds by the provider, who has checked them. */
function typeOf(kind: MediaKind, said: string, bytes: Uint8Array): string {
  if (kind === 'audio') {
    if (!/^audio\/[\w.+-]+(; ?codecs=[\w.]+)?$/.test(said)) throw new NotToBeHad('A voice message is no sound');
    return said;
  }
  const found = fileTypeOf(bytes) ?? attachmentTypeOf(bytes);
  if (kind === 'image' && !found?.startsWith('image/')) throw new NotToBeHad('A picture is none');
  // Unknown documents are stored for download, never shown.
  return found ?? 'application/octet-stream';
}

async function ask(account: WhatsAppAccount, url: string): Promise<Response> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${account.token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  if (answer.ok) return answer;
  const words = `The messaging provider answered ${answer.status} for what a message carries`;
  throw mayPass(answer.status) ? new Error(words) : new NotToBeHad(words);
}

function isProviders(account: WhatsAppAccount, address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) return false;
  return (
    url.origin === new URL(account.apiUrl).origin || (url.protocol === 'https:' && providerHosts.test(url.hostname))
  );
}

async function readAtMost(answer: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > most) throw new NotToBeHad('It is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
