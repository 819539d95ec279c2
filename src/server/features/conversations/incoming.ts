import type { FileStore } from '../../frame/files.ts';
import type { Incoming, IncomingMessage, MessageState } from '../../frame/incoming.ts';
import { putMessage, type ThreadPorts } from './threads.ts';

export interface IncomingPorts extends ThreadPorts {
  readonly files: FileStore;
}

/** Takes what phones send into their threads (domain.md §1.10): texts, menu choices, and voices as files. */
export const threadsOfPhones = (ports: IncomingPorts): Incoming => ({
  message: (message) => takeMessage(ports, message),
  state: (state) => takeState(ports, state),
});

async function takeMessage(
  ports: IncomingPorts,
  { id, from, at, text, choice, audio }: IncomingMessage,
): Promise<void> {
  const message = { provider_id: id, direction: 'in' as const, text, choice, at, state: 'received' };
  if (!audio) return void (await putMessage(ports, from, message, null));
  // The sound lies on the disk before anything names it. When the database gives up, nobody knows whether it is named: the sweep does.
  const audioId = ports.newId();
  await ports.files.write(audioId, audio.bytes);
  const named = await putMessage(ports, from, message, { id: audioId, type: audio.type, size: audio.bytes.length });
  await (named ? ports.files.settle(audioId) : ports.files.remove(audioId));
}

/** How far a message is; a notice that comes late brings none back. */
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
