import type { Call } from '../../kernel/call.ts';
import { hasMail } from '../../kernel/access.ts';
import type { Outgoing } from '../../messages/outgoing.ts';

interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** Mails after the commit (trust.md row 9), if the person has an address. */
export const writeTo = (call: Call, outgoing: Outgoing, to: string, letter: Letter): void => {
  if (hasMail(to)) call.afterCommit(() => outgoing.mail({ to, ...letter }));
};
