import type { Message, Sent } from '../outgoing.ts';

/** Sends messages to phones. Never rejects: failures are logged and give `failed`. */
export interface Messenger {
  readonly send: (message: Message) => Promise<Sent>;
}
