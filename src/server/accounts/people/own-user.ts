import { hasMail } from '../../kernel/access.ts';
import { type Read, refuse, userOf } from '../../kernel/call.ts';

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
