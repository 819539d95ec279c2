import { serverSentences } from '../../../contract/sentences-server.ts';
import type { FileStore } from '../../files/store.ts';
import type { Incoming, IncomingMessage, MediaKind, MessageState } from '../incoming.ts';
import { lackOf } from './lacking.ts';
import { putMessage, type ThreadPorts } from './threads.ts';

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
  await db
    .updateTable('messages')
    .set({ state })
    .where('provider_id', '=', id)
    .where('direction', '=', 'out')
    .where('state', 'in', order.slice(0, order.indexOf(state) + 1))
    .execute();
}
