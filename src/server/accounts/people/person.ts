import type { Kysely, Transaction } from 'kysely';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import type { Tables, UserRow } from '../../database/tables.ts';
import { hasMail } from '../../kernel/access.ts';
import { type Call, refuse, refuseAt, userOf } from '../../kernel/call.ts';
import { isCommonPassword } from './worn-passwords.ts';
import { type EventPorts, noteEvent } from './events.ts';
import { deviceOfSession } from './known-devices.ts';
import { countFailure, refuseWhileBlocked } from './lockout.ts';
import { isPassword } from './passwords.ts';

/** The account with this address. */
export const userByEmail = (db: Kysely<Tables>, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

/** The account that somebody signs in to by this: its address, its telephone or the name that a farm gave (`readLogin`). */
export const userByLogin = (db: Kysely<Tables>, login: string): Promise<UserRow | undefined> =>
  hasMail(login)
    ? userByEmail(db, login)
    : db
        .selectFrom('users')
        .innerJoin('logins', 'logins.user_id', 'users.id')
        .selectAll('users')
        .where('login', '=', login)
        .executeTakeFirst();

/** Refuses an address that another account has. */
export const refuseTaken = (): never => refuseAt('EMAIL_TAKEN', 'email', sentences.emailTaken);

/** The account of the caller. */
export async function callerOf(db: Kysely<Tables>, call: Call): Promise<UserRow> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userOf(call)).executeTakeFirst();
  return user ?? refuse('TOKEN_INVALID');
}

/** What holding a password against an account came to. */
export interface Verdict {
  readonly isRight: boolean;
  /** The hash that it was held against: a password changed meanwhile is not this one. */
  readonly hash: string;
}

/** Holds a password against the caller's account. Slow: before the transaction. */
export async function judgeCaller(call: Call, db: Kysely<Tables>, password: string): Promise<Verdict> {
  const user = await callerOf(db, call);
  refuseWhileBlocked((await deviceOfSession(db, call)) ?? user, user.email, call.now);
  return { isRight: await isPassword(user.password_hash, password), hash: user.password_hash };
}

/**
 * The caller, when the verdict still holds inside the transaction; else counts the failure and gives the answer. An access token alone
 * changes nothing of an account (trust.md row 46).
 */
export async function confirmed(
  call: Call,
  trx: Transaction<Tables>,
  ports: EventPorts,
  verdict: Verdict,
): Promise<{ readonly user: UserRow } | { readonly refusal: 'WRONG_PASSWORD' }> {
  const user = await callerOf(trx, call);
  const device = await deviceOfSession(trx, call);
  refuseWhileBlocked(device ?? user, user.email, call.now);
  if (verdict.isRight && verdict.hash === user.password_hash) return { user };
  await countFailure(trx, user, device, call.now);
  await noteEvent(trx, ports, call, 'password_wrong', { userId: user.id });
  return { refusal: 'WRONG_PASSWORD' };
}

/** Refuses a password that everybody would try first on this person: names, address and farms count too, and `more` (trust.md row 2). */
export async function refuseCommon(
  db: Kysely<Tables>,
  user: Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name'>,
  password: string,
  path: string,
  more: readonly string[] = [],
): Promise<void> {
  const farms = await db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select('name')
    .where('user_id', '=', user.id)
    .execute();
  const farmWords = [...farms.map(({ name }) => name), ...more].flatMap((name) => [name, ...name.split(/\s+/)]);
  const own = [user.first_name, user.last_name, user.email.split('@')[0] ?? ''];
  if (isCommonPassword(password, [...own, ...farmWords])) refuseAt('WEAK_PASSWORD', path, sentences.weakPassword);
}
