import type { Kysely, Transaction } from 'kysely';
import { givenLogin } from '../../../domain/people/login.ts';
import type { Tables } from '../../database/tables.ts';

/** A login name unique on the server, with a number appended if taken. */
export async function freeLogin(db: Kysely<Tables>, firstName: string, farm: string): Promise<string> {
  const name = givenLogin(firstName, farm);
  const rows = await db.selectFrom('logins').select('login').where('login', 'like', `${name}%`).execute();
  const taken = new Set(rows.map(({ login }) => login));
  if (!taken.has(name)) return name;
  const free = Array.from({ length: taken.size + 1 }, (_, index) => `${name}${index + 2}`);
  return free.find((one) => !taken.has(one)) ?? name;
}

export const holderOf = async (db: Kysely<Tables>, login: string): Promise<string | undefined> =>
  (await db.selectFrom('logins').select('user_id').where('login', '=', login).executeTakeFirst())?.user_id;

export const giveLogin = async (
  trx: Transaction<Tables>,
  userId: string,
  login: string,
  kind: 'name' | 'phone',
  now: number,
): Promise<void> => {
  await trx
    .insertInto('logins')
    .values({ login, user_id: userId, kind, created_at: new Date(now).toISOString() })
    .execute();
};

/** A phone proven by code signs in to this account, and to no other that claimed it. */
export async function proveLogin(trx: Transaction<Tables>, userId: string, phone: string, now: number): Promise<void> {
  await trx
    .deleteFrom('logins')
    .where('kind', '=', 'phone')
    .where((row) => row.or([row('user_id', '=', userId), row('login', '=', phone)]))
    .execute();
  await giveLogin(trx, userId, phone, 'phone', now);
}
