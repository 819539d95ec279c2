import { createHash } from 'node:crypto';
import type { Windows } from '../../database/windows.ts';
import type { Log } from '../../kernel/log.ts';
import type { Outgoing } from '../outgoing.ts';

const dayMs = 86_400_000;
/** Nobody is invited to more teams a day; more is abuse. */
const mostADay = 5;

/** Limits mails a day to one address that others had sent. Withheld ones are logged; who asked has got the link. */
export const boundedBy =
  (counts: Pick<Windows, 'hitTogether'>, send: Outgoing['mail'], log: Log): Outgoing['mail'] =>
  async (mail) => {
    if (mail.isAsked === false) {
      const address = createHash('sha256').update(mail.to).digest('base64url');
      const { hits } = await counts.hitTogether(`letter ${address}`, dayMs);
      if (hits > mostADay) {
        log.info({ subject: mail.subject }, 'a letter was kept back: its address got too many from others today');
        return false;
      }
    }
    return await send(mail);
  };
