import { letters, phoneMessages } from '../../../contract/sentences-mail.ts';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import { normalizePhone } from '../../../domain/people/phone.ts';
import { type Call, type EndpointHandlers, preparedWrite, refuse } from '../../kernel/call.ts';
import { consumeCode, type Errand, forgiveTry, judgeCode, newCode } from './codes.ts';
import { noteEvent } from './events.ts';
import { tellFarms } from './farms.ts';
import { writeTo } from './notices.ts';
import { proveLogin } from './logins.ts';
import type { OwnAccountPorts } from './own-account.ts';
import { confirmed, judgeCaller } from './person.ts';
import { sendCode } from './send-code.ts';

interface Phone {
  readonly phone: string;
}

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
      const outcome = await confirmed(call, trx, ports, verdict);
      if ('refusal' in outcome) return outcome;
      if (!row || !(await consumeCode(trx, row, call.now))) return refuse('WRONG_CODE');
      const { user } = outcome;
      await trx.updateTable('users').set({ phone: row.target }).where('id', '=', user.id).execute();
      await proveLogin(trx, user.id, row.target, call.now);
      await tellFarms(call, trx, ports.announce, user.id);
      await noteEvent(trx, ports, call, 'phone_changed', { userId: user.id });
      writeTo(call, ports.outgoing, user.email, letters.phoneChanged(row.target));
      return { message: sentences.phoneChanged };
    },
  ),
});

const errandOf = (call: Call<Phone>): Errand => ({
  purpose: 'phone',
  target: phoneOf(call),
  userId: call.actor?.userId ?? refuse('TOKEN_MISSING'),
});

/** Foreign numbers could pass as ours by their digits (product.md §5 speaks of Argentine mobiles alone). */
const isForeign = (typed: string): boolean => /^\s*(\+|00)\s*(?!54)/.test(typed);

function phoneOf({ body: { phone } }: Call<Phone>): string {
  const number = isForeign(phone) ? null : normalizePhone(phone);
  return number ?? refuse('BAD_PHONE');
}
