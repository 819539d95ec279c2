import { serverSentences } from '../../../contract/sentences-server.ts';
import { withoutControls } from '../../../domain/text.ts';
import { writeAlone } from '../../database/scope.ts';
import type { MessageRow } from '../../database/tables-office.ts';
import { type Db, insertRows, rowsWhere, setWhere, type Trx, updateWhere } from '../../database/tables.ts';
import { anyNoAddress } from '../../kernel/present.ts';
import type { MediaKind, Incoming, IncomingMessage, MessageState } from '../incoming.ts';
import type { FileStore } from '../../files/store.ts';
import type { Log } from '../../kernel/log.ts';
import type { Message, Outgoing } from '../outgoing.ts';

interface ThreadPorts {
  readonly db: Db;
  readonly newId: () => string;
  readonly now: () => number;
}

type NewMessage = Pick<MessageRow, 'provider_id' | 'direction' | 'text' | 'choice' | 'at' | 'state'>;
interface NewMedia {
  readonly id: string;
  readonly type: string;
  readonly size: number;
}

const longestText = 4096;

/** Stores a message in its telephone's thread. False for a duplicate, which the provider may deliver; that only fills in a missing attachment. */
const putMessage = (
  { db, newId, now }: ThreadPorts,
  phone: string,
  message: NewMessage,
  media: NewMedia | null,
): Promise<boolean> =>
  writeAlone(db, async (trx) => {
    const there = message.provider_id === null ? undefined : await standing(trx, message.provider_id);
    if (there)
      return (
        media !== null && (await fillIn(trx, there, message, { ...media, created_at: new Date(now()).toISOString() }))
      );
    // A message from the future would stay above all others.
    const latest = new Date(now()).toISOString();
    const at = message.at < latest ? message.at : latest;
    const text = message.text === null ? null : withoutControls(message.text).slice(0, longestText);
    const conversation_id = await threadOf(trx, newId(), phone, { ...message, text: text ?? wordsOf(media), at });
    const created_at = latest;
    if (media) await insertRows(trx, 'audios', { ...media, conversation_id, created_at });
    await insertRows(trx, 'messages', {
      ...message,
      id: newId(),
      conversation_id,
      text,
      at,
      audio_id: media?.id ?? null,
      movement_id: null,
    });
    return true;
  });

/** What a list shows for a message without text; null for a voice, which it names itself. */
function wordsOf(media: NewMedia | null): string | null {
  if (media === null || media.type.startsWith('audio/')) return null;
  const { picture, document } = serverSentences.mediaAlone;
  return media.type.startsWith('image/') ? picture : document;
}

type Standing = Pick<MessageRow, 'id' | 'conversation_id' | 'state' | 'text' | 'at'>;

const standing = (trx: Trx, providerId: string): Promise<Standing | undefined> =>
  rowsWhere(trx, 'messages', { provider_id: providerId })
    .select(['id', 'conversation_id', 'state', 'text', 'at'])
    .executeTakeFirst();

async function fillIn(
  trx: Trx,
  { id, conversation_id, state, text: said, at }: Standing,
  { text }: NewMessage,
  media: NewMedia & { readonly created_at: string },
): Promise<boolean> {
  if (lackIn(state) === null) return false;
  await insertRows(trx, 'audios', { ...media, conversation_id });
  const kept = text === null ? null : withoutControls(text).slice(0, longestText);
  await setWhere(trx, 'messages', { id }, { state: 'received', text: kept, audio_id: media.id });
  await updateWhere(trx, 'conversations', { id: conversation_id, last_at: at })
    .set({ last_message: kept ?? wordsOf(media) })
    .where('last_message', '=', said)
    .execute();
  return true;
}

/** The telephone's thread, with this message as its last unless a later one exists. */
async function threadOf(trx: Trx, newId: string, phone: string, { direction, text, at }: NewMessage): Promise<string> {
  const whose = await whoseIs(trx, phone);
  const unread = direction === 'in' ? 1 : 0;
  const kept = await rowsWhere(trx, 'conversations', { phone }).select(['id', 'last_at', 'unread']).executeTakeFirst();
  if (!kept) {
    const row = { id: newId, phone, ...whose, last_message: text, last_at: at, unread };
    await insertRows(trx, 'conversations', row);
    return newId;
  }
  const last = at >= kept.last_at && { last_message: text, last_at: at };
  await setWhere(trx, 'conversations', { id: kept.id }, { ...whose, ...last, unread: kept.unread + unread });
  return kept.id;
}

/** The telephone's person, and his farm if he has just one. Null for a number shared by two, or of somebody without access, which another typed. */
async function whoseIs(trx: Trx, phone: string) {
  const nobody = { user_id: null, organization_id: null };
  const users = await rowsWhere(trx, 'users', { phone })
    .select('id')
    .where('email', 'not like', anyNoAddress)
    .limit(2)
    .execute();
  const [user] = users;
  if (!user || users.length > 1) return nobody;
  const farms = await rowsWhere(trx, 'memberships', { user_id: user.id, removed_at: null })
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('deleted_at', 'is', null)
    .select('organization_id')
    .limit(2)
    .execute();
  return { user_id: user.id, organization_id: farms.length === 1 ? (farms[0]?.organization_id ?? null) : null };
}

const begin = 'lacks-';

/** The state of a message whose attachment is missing; people see it as received (wire.md). */
const lackOf = (kind: MediaKind): string => `${begin}${kind}`;

/** What a message lacks; null if complete. */
export const lackIn = (state: string): string | null => (state.startsWith(begin) ? state.slice(begin.length) : null);

export interface IncomingPorts extends ThreadPorts {
  readonly files: FileStore;
}

/** Stores what phones send in their threads (domain.md §1.10): texts, menu choices, voices and files. */
export const threadsOfPhones = (ports: IncomingPorts): Incoming => ({
  message: (message) => takeMessage(ports, message),
  state: (state) => takeState(ports, state),
});

async function takeMessage(
  ports: IncomingPorts,
  { id, from, at, text, choice, audio, file, missing }: IncomingMessage,
): Promise<void> {
  const kept = missing ? { text: lackWords(missing, text), state: lackOf(missing) } : { text, state: 'received' };
  const message = { provider_id: id, direction: 'in' as const, choice, at, ...kept };
  const media = audio ?? file;
  if (!media) return void (await putMessage(ports, from, message, null));
  // Written before anything names it. If the database fails, the outcome is unknown and left to the sweep.
  const mediaId = ports.newId();
  await ports.files.write(mediaId, media.bytes);
  const named = await putMessage(ports, from, message, { id: mediaId, type: media.type, size: media.bytes.length });
  await (named ? ports.files.settle(mediaId) : ports.files.remove(mediaId));
}

const lackWords = (missing: MediaKind, text: string | null): string =>
  [serverSentences.mediaMissing[missing], text].filter(Boolean).join('\n');

/** A late notice never moves a message back. */
const order: readonly string[] = ['sent', 'delivered', 'read', 'failed'];

async function takeState({ db }: IncomingPorts, { id, state }: MessageState): Promise<void> {
  await updateWhere(db, 'messages', { provider_id: id, direction: 'out' })
    .set({ state })
    .where('state', 'in', order.slice(0, order.indexOf(state) + 1))
    .execute();
}

/** Sends, and stores the message and its result in its thread. A failed write is logged and stops no message. */
export const storedInThreads =
  (ports: ThreadPorts, send: Outgoing['message'], log: Log): Outgoing['message'] =>
  async (message) => {
    const sent = await send(message);
    try {
      const at = new Date(ports.now()).toISOString();
      const kept = { provider_id: sent.id, direction: 'out' as const, text: textOf(message), choice: null, at };
      await putMessage(ports, message.to, { ...kept, state: sent.state }, null);
    } catch (error) {
      log.error({ err: error }, 'a message that went out could not be kept');
    }
    return sent;
  };

/** The text with its choices. Codes are masked: a reader of the thread could use them. */
function textOf({ text, menu, code }: Message): string {
  const shown = code === undefined ? text : text.replaceAll(code, '•'.repeat(code.length));
  const options = menu?.options.map(({ title }) => `• ${title}`) ?? [];
  return [shown, ...options].join('\n');
}
