import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message, Sent } from '../outgoing.ts';
import type { Log } from '../../kernel/log.ts';

/** Sends messages to phones. Never rejects: failures are logged and give `failed`. */
export interface Messenger {
  readonly send: (message: Message) => Promise<Sent>;
}

/** Without a provider, writes messages to files named in the log (domain.md §1.10). */
export function embeddedMessenger(folder: string, log: Log): Messenger {
  return {
    send: async (message) => {
      const id = randomUUID();
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${id.slice(0, 8)}.txt`);
        await writeFile(path, asText(message), { mode: 0o600 });
        log.info({ path }, 'no messaging account is set: a message is kept as a file');
        return { id, state: 'sent' };
      } catch (error) {
        log.error({ err: error }, 'a message could not be kept');
        return { id: null, state: 'failed' };
      }
    },
  };
}

function asText({ to, text, menu }: Message): string {
  const options = menu?.options.map(({ id, title }) => `[${id}] ${title}\n`) ?? [];
  return `To: ${to}\n\n${text}\n${options.length > 0 ? `\n${options.join('')}` : ''}`;
}
