import type { Kysely } from 'kysely';
import { roleMay } from '../../../domain/people/permissions.ts';
import type { Tables } from '../../database/tables.ts';
import { hasMail } from '../../kernel/access.ts';
import { idOf, type Read, refuse, userOf } from '../../kernel/call.ts';
import { showsFinance } from '../../kernel/present.ts';

/** Current memberships in farms not deleted. */
export const farmsOf = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['organizations.id', 'organizations.name', 'organizations.settings', 'role'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('memberships.created_at')
    .execute();

/** The caller's farms (product.md §7). */
export const mine: Read = async (call, db) => {
  const farms = await farmsOf(db, userOf(call));
  return {
    organizations: farms.map(({ id, name, role, settings }) => ({
      organization: { id, name },
      role,
      shows_finance: showsFinance(settings),
    })),
  };
};

/** A person of a shared farm: names and phone; the address only for those who manage his team. Others are NOT_FOUND. */
export const userById: Read = async (call, db) => {
  const [id, own] = [idOf(call), userOf(call)];
  const user = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'phone', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  const theirs = new Set((await farmsOf(db, id)).map((farm) => farm.id));
  const shared = (await farmsOf(db, own)).filter((farm) => theirs.has(farm.id));
  if (!user || (id !== own && shared.length === 0)) return refuse('NOT_FOUND');
  const { email, ...shown } = user;
  const seesMail = hasMail(email) && (id === own || shared.some((farm) => roleMay(farm.role, 'see-mails')));
  return { user: { ...shown, ...(seesMail && { email }) } };
};
