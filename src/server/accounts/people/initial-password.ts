import type { Kysely } from 'kysely';
import type { Committed } from '../../database/commit.ts';
import type { OneTimeTokenRow } from '../../database/tables-accounts.ts';
import type { Tables } from '../../database/tables.ts';
import { type Call, preparedWrite, refuse } from '../../kernel/call.ts';
import { consumeOneTimeToken, findOneTimeToken } from '../../kernel/one-time.ts';
import { type EventPorts, noteEvent } from './events.ts';
import { tellFarms } from './farms.ts';
import { hashPassword } from './passwords.ts';
import { refuseCommon } from './person.ts';
import { setPassword } from './settle.ts';
import type { Open } from './sign-in.ts';

interface FirstPassword {
  readonly email: string;
  readonly password: string;
}

interface Prepared {
  readonly row: OneTimeTokenRow;
  readonly hash: string;
}

interface Ports extends EventPorts {
  readonly announce: (committed: Committed) => void;
}

/** The first password of somebody an admin added: chosen by himself, once, by the link (trust.md rows 48, 49). */
export const setInitialPasswordHandler = (ports: Ports, open: Open) =>
  preparedWrite<FirstPassword, Prepared>(judgeToken, async (call, trx, { row, hash }) => {
    const user = await trx.selectFrom('users').selectAll().where('id', '=', row.user_id).executeTakeFirst();
    // Of two at once, one finds the token used.
    if (!user || user.email !== row.email || !(await consumeOneTimeToken(trx, row, call.now)))
      return refuse('TOKEN_INVALID');
    await setPassword(call, trx, user.id, hash);
    await tellFarms(call, trx, ports.announce, user.id);
    await noteEvent(trx, ports, call, 'initial_password_set', { userId: user.id });
    return { ...(await open(call, trx, user)) };
  });

async function judgeToken(call: Call<FirstPassword>, db: Kysely<Tables>): Promise<Prepared> {
  const { email, password } = call.body;
  const row = await findOneTimeToken(db, 'initial', { token: call.oneTimeToken ?? '', email, now: call.now });
  const user = row && (await db.selectFrom('users').selectAll().where('id', '=', row.user_id).executeTakeFirst());
  if (!row || !user || !(await isStillAsked(db, row))) return refuse('TOKEN_INVALID');
  await refuseCommon(db, user, password, 'password');
  return { row, hash: await hashPassword(password) };
}

/** A removed member cannot enter by an old link. */
async function isStillAsked(db: Kysely<Tables>, row: OneTimeTokenRow): Promise<boolean> {
  if (row.organization_id === null) return true;
  const membership = await db
    .selectFrom('memberships')
    .select('removed_at')
    .where('organization_id', '=', row.organization_id)
    .where('user_id', '=', row.user_id)
    .executeTakeFirst();
  return membership !== undefined && membership.removed_at === null;
}
