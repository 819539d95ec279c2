import type { Log } from '../../kernel/log.ts';
import type { Message, Outgoing } from '../outgoing.ts';
import { putMessage, type ThreadPorts } from './threads.ts';

/** Puts what goes out into the threads too, with what became of it. A book that cannot be written is logged and keeps no message back. */
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

/** What it says, with the choices below. A code is for its phone alone: who reads the thread could use it. */
function textOf({ text, menu, code }: Message): string {
  const shown = code === undefined ? text : text.replaceAll(code, '•'.repeat(code.length));
  const options = menu?.options.map(({ title }) => `• ${title}`) ?? [];
  return [shown, ...options].join('\n');
}
