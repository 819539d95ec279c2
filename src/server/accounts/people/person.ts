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

export const userByEmail = (db: Kysely<Tables>, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

/** By address, phone or a login name given by a farm (`readLogin`). */
export const userByLogin = (db: Kysely<Tables>, login: string): Promise<UserRow | undefined> =>
  hasMail(login)
    ? userByEmail(db, login)
    : db
        .selectFrom('users')
        .innerJoin('logins', 'logins.user_id', 'users.id')
        .selectAll('users')
        .where('login', '=', login)
        .executeTakeFirst();

export const refuseTaken = (): never => refuseAt('EMAIL_TAKEN', 'email', sentences.emailTaken);

export async function callerOf(db: Kysely<Tables>, call: Call): Promise<UserRow> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userOf(call)).executeTakeFirst();
  return user ?? refuse('TOKEN_INVALID');
}

/** The result of checking a password. */
export interface Verdict {
  readonly isRight: boolean;
  /** The hash compared with: invalid if the password changed meanwhile. */
  readonly hash: string;
}

/** Checks the caller's password. Slow: before the transaction. */
export async function judgeCaller(call: Call, db: Kysely<Tables>, password: string): Promise<Verdict> {
  const user = await callerOf(db, call);
  refuseWhileBlocked((await deviceOfSession(db, call)) ?? user, user.email, call.now);
  return { isRight: await isPassword(user.password_hash, password), hash: user.password_hash };
}

/**
 * The caller, if the verdict still holds in the transaction; else counts the failure. An access token alone changes no
 * account (trust.md row 46).
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

/** Refuses common passwords, and those made of the person's names, address, farms or `more` (trust.md row 2). */
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
