import type { Log } from '../../kernel/log.ts';
import type { Message, Outgoing } from '../outgoing.ts';
import { putMessage, type ThreadPorts } from './threads.ts';

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
