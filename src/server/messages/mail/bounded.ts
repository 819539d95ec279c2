import { createHash } from 'node:crypto';
import type { Windows } from '../../database/windows.ts';
import type { Log } from '../../kernel/log.ts';
import type { Outgoing } from '../outgoing.ts';

const dayMs = 86_400_000;
/** A person is asked onto a few teams; more a day is somebody who writes by our hand. */
const mostADay = 5;

/** Sends letters, but few a day to one address that others have sent there. What is kept back is told to the log; its link was given to who asked. */
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
