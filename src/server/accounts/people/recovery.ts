import { letters } from '../../../contract/sentences-mail.ts';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import type { OneTimeCodeRow, OneTimeTokenRow } from '../../database/tables-accounts.ts';
import { type Db, rowsWhere, type UserRow } from '../../database/tables.ts';
import type { Committed } from '../../database/commit.ts';
import { type Call, type CallTo, type EndpointHandlers, preparedWrite, refuse } from '../../kernel/call.ts';
import { consumeOneTimeToken, createOneTimeToken, findOneTimeToken } from '../../kernel/one-time.ts';
import { consumeCode, judgeCode, newCode, sendCode, type SendPorts } from './codes.ts';
import { type EventPorts, noteEvent, tellFarms, writeTo } from './events.ts';
import { knownDeviceOf } from './known-devices.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf, refuseCommon, setPassword, userByEmail } from './person.ts';
import type { Open } from './sessions.ts';

/**
 * Resetting a forgotten password (trust.md rows 39-45). No answer, status or timing tells whether an address has an
 * account: unknown ones get a code too.
 */
export const recoveryHandlers = (ports: SendPorts): EndpointHandlers => ({
  sendRecoveryCode: preparedWrite(newCode, async (call, trx, made) => {
    const { email } = call.body;
    const user = await userByEmail(trx, email);
    const errand = { ...(await recoveryOf(call, trx, user)), userId: user?.id ?? null };
    const deliver = () => user && ports.outgoing.mail({ to: email, ...letters.recoveryCode(made.code) });
    const held = await sendCode(call, trx, ports, errand, made, deliver);
    if (held) return held;
    await noteEvent(trx, ports, call, 'recovery_asked', { userId: user?.id ?? null });
    // By the server's setup, so the same for every address.
    const mail_sent = ports.outgoing.reaches.mail;
    return { mail_sent, message: mail_sent ? sentences.codeMayBeSent : sentences.noMailCode };
  }),
  verifyRecoveryCode: preparedWrite(
    async (call, db) => judgeCode(db, await recoveryOf(call, db), call.body.code, call.now),
    async (call, trx, row) => {
      const userId = row?.user_id;
      if (!row || !userId || !(await consumeCode(trx, row, call.now))) return refuse('WRONG_CODE');
      const owner = { userId, email: call.body.email, organizationId: null, now: call.now };
      return { reset_token: await createOneTimeToken(trx, 'reset', owner) };
    },
  ),
  resetPassword: preparedWrite(prepareReset, async (call, trx, { evidence, user, hash }) => {
    const isOurs =
      'code' in evidence
        ? await consumeCode(trx, evidence.code, call.now)
        : await consumeOneTimeToken(trx, evidence.token, call.now);
    if (!isOurs) refuse('WRONG_CODE');
    await setPassword(call, trx, user.id, hash);
    await endSessionsOf(call, trx, ports, user.id, null);
    await noteEvent(trx, ports, call, 'password_reset', { userId: user.id });
    writeTo(call, ports.outgoing, user.email, letters.passwordReset);
    return { message: sentences.passwordChanged };
  }),
});

/** A recovery errand; strangers and known devices have separate codes and tries. */
async function recoveryOf(call: Call<{ readonly email: string }>, db: Db, found?: UserRow) {
  const { email } = call.body;
  const user = found ?? (await userByEmail(db, email));
  const device = await knownDeviceOf(db, call, user?.id);
  return { purpose: 'recovery', target: email, userId: null, deviceId: device?.id ?? null } as const;
}

type Evidence = { readonly code: OneTimeCodeRow } | { readonly token: OneTimeTokenRow };

/** Checks the code or token, then the new password, of which nothing is told without them. */
async function prepareReset(call: CallTo<'resetPassword'>, db: Db) {
  const evidence = (await evidenceOf(call, db)) ?? refuse('WRONG_CODE');
  const userId = 'code' in evidence ? evidence.code.user_id : evidence.token.user_id;
  const user: UserRow | undefined = await rowsWhere(db, 'users', { id: userId ?? '', email: call.body.email })
    .selectAll()
    .executeTakeFirst();
  if (!user) return refuse('WRONG_CODE');
  await refuseCommon(db, user, call.body.password, 'password');
  return { evidence, user, hash: await hashPassword(call.body.password) };
}

async function evidenceOf(call: CallTo<'resetPassword'>, db: Db): Promise<Evidence | null> {
  const { body, now } = call;
  if (body.reset_token !== undefined) {
    const token = await findOneTimeToken(db, 'reset', { token: body.reset_token, email: body.email, now });
    return token && { token };
  }
  const code = await judgeCode(db, await recoveryOf(call, db), body.code ?? '', now);
  return code && { code };
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
  preparedWrite(judgeToken, async (call, trx, { row, hash }) => {
    const user = await rowsWhere(trx, 'users', { id: row.user_id }).selectAll().executeTakeFirst();
    // Of two at once, one finds the token used.
    if (!user || user.email !== row.email || !(await consumeOneTimeToken(trx, row, call.now)))
      return refuse('TOKEN_INVALID');
    await setPassword(call, trx, user.id, hash);
    await tellFarms(call, trx, ports.announce, user.id);
    await noteEvent(trx, ports, call, 'initial_password_set', { userId: user.id });
    return { ...(await open(call, trx, user)) };
  });

async function judgeToken(call: CallTo<'setInitialPassword'>, db: Db): Promise<Prepared> {
  const { email, password } = call.body;
  const row = await findOneTimeToken(db, 'initial', { token: call.oneTimeToken ?? '', email, now: call.now });
  const user = row && (await rowsWhere(db, 'users', { id: row.user_id }).selectAll().executeTakeFirst());
  if (!row || !user || !(await isStillAsked(db, row))) return refuse('TOKEN_INVALID');
  await refuseCommon(db, user, password, 'password');
  return { row, hash: await hashPassword(password) };
}

/** A removed member cannot enter by an old link. */
async function isStillAsked(db: Db, row: OneTimeTokenRow): Promise<boolean> {
  if (row.organization_id === null) return true;
  const membership = await rowsWhere(db, 'memberships', { organization_id: row.organization_id, user_id: row.user_id })
    .select('removed_at')
    .executeTakeFirst();
  return membership !== undefined && membership.removed_at === null;
}
