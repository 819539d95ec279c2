import { attachmentTypes, fileTypes, fullName } from '../../../domain/index.ts';
import type { MessageRow } from '../../database/tables-office.ts';
import { insertRows, rowsWhere, setWhere, type Trx } from '../../database/tables.ts';
import { type Answer, type Call, type EndpointHandlers, idOf, personalWrite, refuse } from '../../kernel/call.ts';
import type { FileStore, SentFile } from '../../files/store.ts';
import { pageOf } from '../../rows/office.ts';
import { lackIn } from './threads.ts';

/** Logs who of the platform looked at what, in the transaction that shows it (domain.md §2.13, trust.md row 58). */
async function noteAccess(call: Call, trx: Trx, what: string, thingId: string | null): Promise<void> {
  const { userId, sessionId } = call.actor ?? refuse('TOKEN_MISSING');
  const at = new Date(call.now).toISOString();
  await insertRows(trx, 'accesses', { at, user_id: userId, session_id: sessionId, what, thing_id: thingId });
}

const threads = (trx: Trx) =>
  trx
    .selectFrom('conversations')
    .leftJoin('users', 'users.id', 'conversations.user_id')
    .leftJoin('organizations', 'organizations.id', 'conversations.organization_id')
    .select([
      'conversations.id',
      'conversations.phone',
      'conversations.user_id',
      'conversations.organization_id',
      'last_message',
      'last_at',
      'unread',
      'first_name',
      'last_name',
      'organizations.name as organization_name',
    ]);

type ThreadRow = Awaited<ReturnType<ReturnType<typeof threads>['executeTakeFirstOrThrow']>>;

const presentThread = ({ first_name, last_name, ...row }: ThreadRow): Answer => ({
  ...row,
  user_name: first_name === null ? null : fullName({ first_name, last_name: last_name ?? '' }),
});

/** A message with its attachment: voices under the wire's own name, other files beside it. */
type WithMedia = MessageRow & { readonly type: string | null; readonly size: number | null };

function presentMessage(row: WithMedia): Answer {
  const { type, size, id, direction, text, choice, audio_id, at, state, movement_id } = row;
  const isFile = type !== null && !isSound(type);
  const missing = lackIn(state);
  return {
    id,
    direction,
    text,
    choice,
    at,
    movement_id,
    missing,
    state: missing === null ? state : 'received',
    audio_id: isFile ? null : audio_id,
    file: isFile ? { id: audio_id, type, size } : null,
  };
}

const isSound = (type: string): boolean => type.startsWith('audio/');

async function list(call: Call, trx: Trx): Promise<Answer> {
  await noteAccess(call, trx, 'conversations', null);
  const rows = await threads(trx).orderBy('last_at', 'desc').orderBy('conversations.id').execute();
  const { page, ...rest } = pageOf(rows, call.query);
  return { conversations: page.map(presentThread), ...rest };
}

/** A thread from its beginning; showing it marks it read. */
async function one(call: Call, trx: Trx): Promise<Answer> {
  const id = idOf(call);
  const thread = (await threads(trx).where('conversations.id', '=', id).executeTakeFirst()) ?? refuse('NOT_FOUND');
  await noteAccess(call, trx, 'conversation', id);
  await setWhere(trx, 'conversations', { id }, { unread: 0 });
  const rows = await trx
    .selectFrom('messages')
    .leftJoin('audios', 'audios.id', 'messages.audio_id')
    .selectAll('messages')
    .select(['audios.type', 'audios.size'])
    .where('messages.conversation_id', '=', id)
    .orderBy('at')
    .orderBy('messages.id')
    .execute();
  const { page, ...rest } = pageOf(rows, call.query);
  return { conversation: presentThread(thread), messages: page.map(presentMessage), ...rest };
}

async function attachment(call: Call, trx: Trx, files: FileStore, what: 'audio' | 'file'): Promise<Answer> {
  const id = what === 'audio' ? idOf(call) : (call.params.fileId ?? '');
  const row = await rowsWhere(trx, 'audios', { id })
    .select('type')
    .$if(what === 'file', (query) => query.where('conversation_id', '=', idOf(call)))
    .executeTakeFirst();
  const type = row && isSound(row.type) === (what === 'audio') ? row.type : refuse('NOT_FOUND');
  await noteAccess(call, trx, what, id);
  const file: SentFile = { name: `${id}.${endingOf(type)}`, type, bytes: await files.read(id) };
  return { file };
}

const fileEndings: Readonly<Record<string, string>> = { ...attachmentTypes, ...fileTypes };

/** `audio/ogg; codecs=opus` is saved as `.ogg`. */
const endingOf = (type: string): string =>
  isSound(type) ? (/^audio\/(\w+)/.exec(type)?.[1] ?? 'audio') : (fileEndings[type] ?? 'bin');

/** Conversations (wire.md, the rest), for super-admins. Each look is logged, so these reads are writes. */
export const conversationHandlers = (files: FileStore): EndpointHandlers => ({
  conversations: personalWrite(list),
  conversation: personalWrite(one),
  conversationFile: personalWrite((call, trx) => attachment(call, trx, files, 'file')),
  audio: personalWrite((call, trx) => attachment(call, trx, files, 'audio')),
});
