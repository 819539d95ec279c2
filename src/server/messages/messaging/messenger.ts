import type { Message, Sent } from '../outgoing.ts';

/** Takes messages to phones. Never rejects: what could not be sent is logged and says `failed`. */
export interface Messenger {
  readonly send: (message: Message) => Promise<Sent>;
}
