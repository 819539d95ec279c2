import type { Kysely, Transaction } from 'kysely';
import { letters } from '../../../contract/sentences-mail.ts';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import type { Committed } from '../../database/commit.ts';
import type { OneTimeCodeRow } from '../../database/tables-accounts.ts';
import type { Tables } from '../../database/tables.ts';
import { type Answer, type Call, type EndpointHandlers, preparedWrite, refuse, userOf } from '../../kernel/call.ts';
import { consumeCode, judgeCode, newCode, type NewCode } from './codes.ts';
import { noteEvent } from './events.ts';
import { tellFarms } from './farms.ts';
import { writeTo } from './notices.ts';
import { hashPassword } from './passwords.ts';
import { callerOf, confirmed, judgeCaller, refuseCommon, refuseTaken, userByEmail, type Verdict } from './person.ts';
import { sendCode, type SendPorts } from './send-code.ts';
import { cancelAll, endSessionsOf, setPassword } from './settle.ts';

export interface OwnAccountPorts extends SendPorts {
  readonly announce: (committed: Committed) => void;
}

interface NewPassword {
  readonly current_password: string;
  readonly new_password: string;
}

interface NewEmail {
  readonly password: string;
  readonly email: string;
  readonly code?: string;
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
    const outcome = await confirmed(call, trx, ports, verdict);
    if ('refusal' in outcome) return outcome;
    const { user } = outcome;
    await setPassword(call, trx, user.id, hash);
    // Other devices must sign in again.
    await endSessionsOf(call, trx, ports, user.id, call.actor?.sessionId ?? null);
    await noteEvent(trx, ports, call, 'password_changed', { userId: user.id });
    writeTo(call, ports.outgoing, user.email, letters.passwordChanged);
    return { message: sentences.passwordChanged };
  }),
  changeEmail: preparedWrite(judgeEmail, (call, trx, prepared) => changeEmail(call, trx, ports, prepared)),
});

async function judgePasswords(call: Call<NewPassword>, db: Kysely<Tables>) {
  const verdict = await judgeCaller(call, db, call.body.current_password);
  // A wrong password learns nothing of the new one and costs no second hash.
  if (!verdict.isRight) return { verdict, hash: '' };
  await refuseCommon(db, await callerOf(db, call), call.body.new_password, 'new_password');
  return { verdict, hash: await hashPassword(call.body.new_password) };
}

async function judgeEmail(call: Call<NewEmail>, db: Kysely<Tables>): Promise<PreparedEmail> {
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
  call: Call<NewEmail>,
  trx: Transaction<Tables>,
  ports: OwnAccountPorts,
  { verdict, proof, made }: PreparedEmail,
): Promise<Answer> {
  const outcome = await confirmed(call, trx, ports, verdict);
  if ('refusal' in outcome) return outcome;
  const { user } = outcome;
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
  await trx.updateTable('users').set({ email }).where('id', '=', user.id).execute();
  await cancelAll(call, trx, user.id);
  await tellFarms(call, trx, ports.announce, user.id);
  await noteEvent(trx, ports, call, 'email_changed', { userId: user.id });
  writeTo(call, ports.outgoing, user.email, letters.emailChanged(email));
  return { pending: false, message: sentences.emailChanged };
}
