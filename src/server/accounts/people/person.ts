import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import { givenLogin } from '../../../domain/people/login.ts';
import {
  type Db,
  deleteWhere,
  insertRows,
  rowsWhere,
  setWhere,
  type Trx,
  type UserRow,
} from '../../database/tables.ts';
import { hasMail } from '../../kernel/present.ts';
import { type Call, refuse, refuseAt, userOf } from '../../kernel/call.ts';
import { isCommonPassword, isPassword } from './passwords.ts';
import { type EventPorts, noteEvent } from './events.ts';
import {
  countFailure,
  deviceOfSession,
  forgetDevices,
  knownDeviceOf,
  noFailures,
  refuseWhileBlocked,
} from './known-devices.ts';
import { cancelCodes } from './codes.ts';
import { endSession } from './sessions.ts';
import { isoOf } from '../../rows/stored.ts';

/** A login name unique on the server, with a number appended if taken. */
export async function freeLogin(db: Db, firstName: string, farm: string): Promise<string> {
  const name = givenLogin(firstName, farm);
  const rows = await db.selectFrom('logins').select('login').where('login', 'like', `${name}%`).execute();
  const taken = new Set(rows.map(({ login }) => login));
  if (!taken.has(name)) return name;
  const free = Array.from({ length: taken.size + 1 }, (_, index) => `${name}${index + 2}`);
  return free.find((one) => !taken.has(one)) ?? name;
}

export const holderOf = async (db: Db, login: string): Promise<string | undefined> =>
  (await rowsWhere(db, 'logins', { login }).select('user_id').executeTakeFirst())?.user_id;

export const giveLogin = async (
  trx: Trx,
  userId: string,
  login: string,
  kind: 'name' | 'phone',
  now: number,
): Promise<void> => {
  await insertRows(trx, 'logins', { login, user_id: userId, kind, created_at: new Date(now).toISOString() });
};

/** A phone proven by code signs in to this account, and to no other that claimed it. */
export async function proveLogin(trx: Trx, userId: string, phone: string, now: number): Promise<void> {
  await deleteWhere(trx, 'logins', { kind: 'phone' })
    .where((row) => row.or([row('user_id', '=', userId), row('login', '=', phone)]))
    .execute();
  await giveLogin(trx, userId, phone, 'phone', now);
}

export const userByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  rowsWhere(db, 'users', { email }).selectAll().executeTakeFirst();

/** By address, phone or a login name given by a farm (`readLogin`). */
export const userByLogin = (db: Db, login: string): Promise<UserRow | undefined> =>
  hasMail(login)
    ? userByEmail(db, login)
    : db
        .selectFrom('users')
        .innerJoin('logins', 'logins.user_id', 'users.id')
        .where('login', '=', login)
        .selectAll('users')
        .executeTakeFirst();

export const refuseTaken = (): never => refuseAt('EMAIL_TAKEN', 'email', sentences.emailTaken);

export async function callerOf(db: Db, call: Call): Promise<UserRow> {
  const user = await rowsWhere(db, 'users', { id: userOf(call) })
    .selectAll()
    .executeTakeFirst();
  return user ?? refuse('TOKEN_INVALID');
}

/** The result of checking a password. */
export interface Verdict {
  readonly isRight: boolean;
  /** The hash compared with: invalid if the password changed meanwhile. */
  readonly hash: string;
}

/** Checks the caller's password. Slow: before the transaction. */
export async function judgeCaller(call: Call, db: Db, password: string): Promise<Verdict> {
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
  trx: Trx,
  ports: EventPorts,
  verdict: Verdict,
): Promise<UserRow | { readonly refusal: 'WRONG_PASSWORD' }> {
  const user = await callerOf(trx, call);
  const device = await deviceOfSession(trx, call);
  refuseWhileBlocked(device ?? user, user.email, call.now);
  if (verdict.isRight && verdict.hash === user.password_hash) return user;
  await countFailure(trx, user, device, call.now);
  await noteEvent(trx, ports, call, 'password_wrong', { userId: user.id });
  return { refusal: 'WRONG_PASSWORD' };
}

/** Refuses common passwords, and those made of the person's names, address, farms or `more` (trust.md row 2). */
export async function refuseCommon(
  db: Db,
  user: Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name'>,
  password: string,
  path: string,
  more: readonly string[] = [],
): Promise<void> {
  const farms = await rowsWhere(db, 'memberships', { user_id: user.id })
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select('name')
    .execute();
  const farmWords = [...farms.map(({ name }) => name), ...more].flatMap((name) => [name, ...name.split(/\s+/)]);
  const own = [user.first_name, user.last_name, user.email.split('@')[0] ?? ''];
  if (isCommonPassword(password, [...own, ...farmWords])) refuseAt('WEAK_PASSWORD', path, sentences.weakPassword);
}

/** Sets a password, ends the delay of wrong ones, and cancels pending codes and tokens. */
export async function setPassword(call: Call, trx: Trx, userId: string, hash: string): Promise<void> {
  await setWhere(trx, 'users', { id: userId }, { password_hash: hash, ...noFailures });
  await cancelAll(call, trx, userId);
  // Who learned the old password may have signed in on his own device.
  const device = (await deviceOfSession(trx, call)) ?? (await knownDeviceOf(trx, call, userId));
  await forgetDevices(trx, userId, device?.id ?? null);
}

/** Cancels a person's pending codes and tokens. */
export async function cancelAll(call: Call, trx: Trx, userId: string): Promise<void> {
  await cancelCodes(trx, call.now, { userId });
  await setWhere(trx, 'one_time_tokens', { user_id: userId, used_at: null }, { used_at: isoOf(call) });
}

/** Ends a person's other sessions, and their live connections after the commit. */
export async function endSessionsOf(
  call: Call,
  trx: Trx,
  ports: { readonly onSessionEnd: (sessionId: string) => void },
  userId: string,
  except: string | null,
): Promise<void> {
  const living = await rowsWhere(trx, 'sessions', { user_id: userId, ended_at: null }).select('id').execute();
  for (const { id } of living.filter((session) => session.id !== except)) {
    await endSession(trx, id, call.now);
    call.afterCommit(() => ports.onSessionEnd(id));
  }
}
