import { type Db, setWhere, type Trx } from '../../database/tables.ts';
import { letters, phoneMessages } from '../../../contract/sentences-mail.ts';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import { normalizePhone } from '../../../domain/people/phone.ts';
import type { Committed } from '../../database/commit.ts';
import type { OneTimeCodeRow } from '../../database/tables-accounts.ts';
import {
  type Answer,
  type CallTo,
  type EndpointHandlers,
  preparedWrite,
  type Read,
  refuse,
  userOf,
} from '../../kernel/call.ts';
import { hasMail } from '../../kernel/present.ts';
import {
  consumeCode,
  type Errand,
  forgiveTry,
  judgeCode,
  newCode,
  type NewCode,
  sendCode,
  type SendPorts,
} from './codes.ts';
import { noteEvent, tellFarms, writeTo } from './events.ts';
import { hashPassword } from './passwords.ts';
import {
  callerOf,
  cancelAll,
  confirmed,
  endSessionsOf,
  judgeCaller,
  proveLogin,
  refuseCommon,
  refuseTaken,
  setPassword,
  userByEmail,
  type Verdict,
} from './person.ts';

export interface OwnAccountPorts extends SendPorts {
  readonly announce: (committed: Committed) => void;
}

interface PreparedEmail {
  readonly verdict: Verdict;
  /** The returned code's row, or the new code to send. */
  readonly proof: OneTimeCodeRow | null;
  readonly made: NewCode | null;
}

/** Changes of credentials need the password in the same call (trust.md rows 33, 46). */
export const ownAccountHandlers = (ports: OwnAccountPorts): EndpointHandlers => ({
  changePassword: preparedWrite(judgePasswords, async (call, trx, { verdict, hash }) => {
    const user = await confirmed(call, trx, ports, verdict);
    if ('refusal' in user) return user;
    await setPassword(call, trx, user.id, hash);
    // Other devices must sign in again.
    await endSessionsOf(call, trx, ports, user.id, call.actor?.sessionId ?? null);
    await noteEvent(trx, ports, call, 'password_changed', { userId: user.id });
    writeTo(call, ports.outgoing, user.email, letters.passwordChanged);
    return { message: sentences.passwordChanged };
  }),
  changeEmail: preparedWrite(judgeEmail, (call, trx, prepared) => changeEmail(call, trx, ports, prepared)),
});

async function judgePasswords(call: CallTo<'changePassword'>, db: Db) {
  const verdict = await judgeCaller(call, db, call.body.current_password);
  // A wrong password learns nothing of the new one and costs no second hash.
  if (!verdict.isRight) return { verdict, hash: '' };
  await refuseCommon(db, await callerOf(db, call), call.body.new_password, 'new_password');
  return { verdict, hash: await hashPassword(call.body.new_password) };
}

async function judgeEmail(call: CallTo<'changeEmail'>, db: Db): Promise<PreparedEmail> {
  const { password, email, code } = call.body;
  const verdict = await judgeCaller(call, db, password);
  const nothing = { verdict, proof: null, made: null };
  if (!verdict.isRight) return nothing;
  if (code === undefined) return { ...nothing, made: await newCode() };
  const errand = { purpose: 'email', target: email, userId: userOf(call) } as const;
  return { ...nothing, proof: await judgeCode(db, errand, code, call.now) };
}

/** The old address holds until the code sent to the new one comes back: a typo locks nobody out. */
async function changeEmail(
  call: CallTo<'changeEmail'>,
  trx: Trx,
  ports: OwnAccountPorts,
  { verdict, proof, made }: PreparedEmail,
): Promise<Answer> {
  const user = await confirmed(call, trx, ports, verdict);
  if ('refusal' in user) return user;
  const { email } = call.body;
  if (await userByEmail(trx, email)) refuseTaken();
  if (made) {
    const errand = { purpose: 'email', target: email, userId: user.id } as const;
    const deliver = () => ports.outgoing.mail({ to: email, ...letters.emailCode(made.code) });
    const held = await sendCode(call, trx, ports, errand, made, deliver);
    const mail_sent = ports.outgoing.reaches.mail;
    return held ?? { pending: true, mail_sent, message: mail_sent ? sentences.codeSent : sentences.noMailCode };
  }
  if (!proof || !(await consumeCode(trx, proof, call.now))) return refuse('WRONG_CODE');
  await setWhere(trx, 'users', { id: user.id }, { email });
  await cancelAll(call, trx, user.id);
  await tellFarms(call, trx, ports.announce, user.id);
  await noteEvent(trx, ports, call, 'email_changed', { userId: user.id });
  writeTo(call, ports.outgoing, user.email, letters.emailChanged(email));
  return { pending: false, message: sentences.emailChanged };
}

/** The caller; `email` is empty if he has none. */
export const ownUser: Read = async (call, db) => {
  const user = await db
    .selectFrom('users')
    .leftJoin('logins', (on) => on.onRef('logins.user_id', '=', 'users.id').on('logins.kind', '=', 'name'))
    .selectAll('users')
    .select('login')
    .where('users.id', '=', userOf(call))
    .executeTakeFirst();
  if (!user) return refuse('TOKEN_INVALID');
  const { id, first_name, last_name, phone, login: login_name } = user;
  const email = hasMail(user.email) ? user.email : '';
  return { user: { id, email, login_name, first_name, last_name, phone, is_super_admin: user.is_super_admin === 1 } };
};

/** A phone is changed by the code sent to it, with the password in the same call (trust.md rows 41, 42, 46). */
export const phoneHandlers = (ports: OwnAccountPorts): EndpointHandlers => ({
  sendCodePhone: preparedWrite(
    async (call) => {
      phoneOf(call);
      return await newCode();
    },
    async (call, trx, made) => {
      const errand = errandOf(call);
      const message = { to: errand.target, text: phoneMessages.code(made.code), code: made.code };
      const held = await sendCode(call, trx, ports, errand, made, () => ports.outgoing.message(message));
      const message_sent = ports.outgoing.reaches.messages;
      return held ?? { message_sent, message: message_sent ? sentences.codeSent : sentences.noMessageCode };
    },
  ),
  validateCode: preparedWrite(
    (call, db) => judgeCode(db, errandOf(call), call.body.code, call.now),
    async (_call, trx, row) => {
      if (!row) return refuse('WRONG_CODE');
      // Changing the number shows the code again, so checking it consumes nothing.
      await forgiveTry(trx, row);
      return {};
    },
  ),
  changePhone: preparedWrite(
    async (call, db) => {
      const errand = errandOf(call);
      const verdict = await judgeCaller(call, db, call.body.password);
      // A wrong password costs no try of the code.
      const row = verdict.isRight ? await judgeCode(db, errand, call.body.code, call.now) : null;
      return { verdict, row };
    },
    async (call, trx, { verdict, row }) => {
      const user = await confirmed(call, trx, ports, verdict);
      if ('refusal' in user) return user;
      if (!row || !(await consumeCode(trx, row, call.now))) return refuse('WRONG_CODE');
      await setWhere(trx, 'users', { id: user.id }, { phone: row.target });
      await proveLogin(trx, user.id, row.target, call.now);
      await tellFarms(call, trx, ports.announce, user.id);
      await noteEvent(trx, ports, call, 'phone_changed', { userId: user.id });
      writeTo(call, ports.outgoing, user.email, letters.phoneChanged(row.target));
      return { message: sentences.phoneChanged };
    },
  ),
});

const errandOf = (call: CallTo<'sendCodePhone'>): Errand => ({
  purpose: 'phone',
  target: phoneOf(call),
  userId: call.actor?.userId ?? refuse('TOKEN_MISSING'),
});

/** Foreign numbers could pass as ours by their digits (product.md §5 speaks of Argentine mobiles alone). */
const isForeign = (typed: string): boolean => /^\s*(\+|00)\s*(?!54)/.test(typed);

function phoneOf({ body: { phone } }: CallTo<'sendCodePhone'>): string {
  const number = isForeign(phone) ? null : normalizePhone(phone);
  return number ?? refuse('BAD_PHONE');
}
