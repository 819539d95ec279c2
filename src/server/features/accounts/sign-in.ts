import type { Kysely, Transaction } from 'kysely';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import type { Tables, UserRow } from '../../database/tables.ts';
import { type Answer, type Call, type Handlers, preparedWrite, refuse } from '../../frame/call.ts';
import { hashPassword, isCommonPassword, isPassword, spendTheTime } from './passwords.ts';

interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

interface LogIn {
  readonly email: string;
  readonly password: string;
}

/** Opens a session for somebody who has shown who he is; gives the pair of tokens. */
type Open = (
  call: Call,
  trx: Transaction<Tables>,
  user: Pick<UserRow, 'id' | 'is_super_admin'>,
) => Promise<Readonly<Record<'token' | 'refresh_token', string>>>;

const firstDelayedFailure = 5;
const longestDelayMs = 15 * 60_000;

const userBy = (db: Kysely<Tables>, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

/** The ways in with a password (trust.md §1.1). What is slow is done before the transaction, and what it found is looked at again inside. */
export const signInHandlers = (newId: () => string, open: Open): Handlers => ({
  signUp: preparedWrite(hashOfNew, async (call, trx, password_hash) => {
    const { email, first_name, last_name, phone } = call.body;
    if (await userBy(trx, email)) refuseTaken();
    const user: UserRow = {
      id: newId(),
      email,
      password_hash,
      first_name,
      last_name,
      phone,
      is_super_admin: 0,
      failed_logins: 0,
      blocked_until: null,
      created_at: new Date(call.now).toISOString(),
    };
    await trx.insertInto('users').values(user).execute();
    return { ...(await open(call, trx, user)), message: 'Cuenta creada' };
  }),
  logIn: preparedWrite(verdictOn, (call, trx, verdict) => logIn(call, trx, verdict, open)),
});

/** Judges the new account as far as it can be judged without writing, and hashes its password. */
async function hashOfNew(call: Call<SignUp>, db: Kysely<Tables>): Promise<string> {
  const { email, password, first_name, last_name } = call.body;
  if (isCommonPassword(password, [first_name, last_name, email.split('@')[0] ?? ''])) {
    refuse('WEAK_PASSWORD', { issues: [{ path: 'password', message: sentences.weakPassword }] });
  }
  if (await userBy(db, email)) refuseTaken();
  return await hashPassword(password);
}

const refuseTaken = (): never => refuse('EMAIL_TAKEN', { issues: [{ path: 'email', message: sentences.emailTaken }] });

interface Verdict {
  readonly isRight: boolean;
  /** The hash that the password was held against. */
  readonly hash: string;
}

/** Holds the password against the account's hash; an unknown address costs the same time and gets the same answer. */
async function verdictOn(call: Call<LogIn>, db: Kysely<Tables>): Promise<Verdict> {
  const { email, password } = call.body;
  const user = await userBy(db, email);
  if (!user) {
    await spendTheTime(password);
    return refuse('WRONG_CREDENTIALS');
  }
  refuseWhileBlocked(user, call.now);
  return { isRight: await isPassword(user.password_hash, password), hash: user.password_hash };
}

async function logIn(call: Call<LogIn>, trx: Transaction<Tables>, verdict: Verdict, open: Open): Promise<Answer> {
  const user = (await userBy(trx, call.body.email)) ?? refuse('WRONG_CREDENTIALS');
  // Of a hundred guesses at once only the first few are judged: the block that they set holds for the others too.
  refuseWhileBlocked(user, call.now);
  // A password changed while this one was being compared is not this one.
  if (!verdict.isRight || verdict.hash !== user.password_hash)
    return { refusal: await countFailure(trx, user, call.now) };
  await trx.updateTable('users').set({ failed_logins: 0, blocked_until: null }).where('id', '=', user.id).execute();
  return { ...(await open(call, trx, user)) };
}

function refuseWhileBlocked(user: UserRow, now: number): void {
  const waitMs = user.blocked_until ? Date.parse(user.blocked_until) - now : 0;
  if (waitMs > 0) refuse('RATE_LIMITED', { parts: { retry_after: Math.ceil(waitMs / 1000) } });
}

/** From the fifth failure on every next try waits twice as long, up to a quarter of an hour; the owner's phones go on refreshing. */
async function countFailure(trx: Transaction<Tables>, user: UserRow, now: number): Promise<'WRONG_CREDENTIALS'> {
  const failed = user.failed_logins + 1;
  const delayMs =
    failed < firstDelayedFailure ? 0 : Math.min(1000 * 2 ** (failed - firstDelayedFailure), longestDelayMs);
  await trx
    .updateTable('users')
    .set({ failed_logins: failed, blocked_until: delayMs > 0 ? new Date(now + delayMs).toISOString() : null })
    .where('id', '=', user.id)
    .execute();
  return 'WRONG_CREDENTIALS';
}
