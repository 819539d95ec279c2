import type { Call } from '../../frame/call.ts';
import type { Outgoing } from '../../frame/outgoing.ts';

interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** Writes to an address once the write stands (trust.md row 9). */
export const writeTo = (call: Call, outgoing: Outgoing, to: string, letter: Letter): void =>
  call.afterCommit(() => outgoing.mail({ to, ...letter }));
