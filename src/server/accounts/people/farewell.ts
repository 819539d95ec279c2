import { letters } from '../../../contract/sentences-mail.ts';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import { isOwner, keeperRole } from '../../../domain/people/roles.ts';
import { deleteWhere, rowsWhere, setWhere, type Trx, updateWhere, type UserRow } from '../../database/tables.ts';
import { type Answer, type Call, preparedWrite, refuse } from '../../kernel/call.ts';
import { anyNoAddress, erasedAddress, noPassword } from '../../kernel/present.ts';
import { noteEvent, tellFarms, writeTo } from './events.ts';
import { noFailures } from './known-devices.ts';
import type { OwnAccountPorts } from './own-account.ts';
import { confirmed, endSessionsOf, judgeCaller, type Verdict } from './person.ts';
import { isoOf } from '../../rows/stored.ts';

/** Deletes an account; its records stay (trust.md row 35). */
export const deleteAccountHandler = (ports: OwnAccountPorts) =>
  preparedWrite<{ password: string }, Verdict>(
    (call, db) => judgeCaller(call, db, call.body.password),
    async (call, trx, verdict): Promise<Answer> => {
      const user = await confirmed(call, trx, ports, verdict);
      if ('refusal' in user) return user;
      await refuseLastOwner(trx, user.id);
      await erase(call, trx, user);
      await endSessionsOf(call, trx, ports, user.id, null);
      await tellFarms(call, trx, ports.announce, user.id);
      await leaveFarms(call, trx, user.id);
      await noteEvent(trx, ports, call, 'account_deleted', { userId: user.id });
      writeTo(call, ports.outgoing, user.email, letters.accountDeleted());
      return { message: sentences.accountDeleted };
    },
  );

/** A farm with people keeps an owner; those without access could not take over. */
async function refuseLastOwner(trx: Trx, userId: string): Promise<void> {
  const members = await trx
    .selectFrom('memberships as own')
    .innerJoin('memberships as member', 'member.organization_id', 'own.organization_id')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .innerJoin('organizations', 'organizations.id', 'own.organization_id')
    .select(['own.organization_id', 'member.user_id', 'member.role'])
    .where('own.user_id', '=', userId)
    .where('own.role', '=', keeperRole)
    .where('own.removed_at', 'is', null)
    .where('member.removed_at', 'is', null)
    .where('person.email', 'not like', anyNoAddress)
    .where('organizations.deleted_at', 'is', null)
    .execute();
  const others = members.filter((member) => member.user_id !== userId);
  const isHeld = others.some(
    ({ organization_id }) => !others.some((other) => other.organization_id === organization_id && isOwner(other.role)),
  );
  if (isHeld) refuse('LAST_OWNER');
}

/** Leaves only the id, which records name, and frees the address. */
async function erase(call: Call, trx: Trx, user: UserRow): Promise<void> {
  await setWhere(
    trx,
    'users',
    { id: user.id },
    {
      email: erasedAddress(user.id),
      password_hash: noPassword,
      first_name: sentences.deletedPerson,
      last_name: '',
      phone: null,
      is_super_admin: 0,
      ...noFailures,
    },
  );
  // Sent codes and tokens say how to reach him.
  await deleteWhere(trx, 'one_time_codes', { user_id: user.id }).execute();
  await deleteWhere(trx, 'logins', { user_id: user.id }).execute();
  await deleteWhere(trx, 'known_devices', { user_id: user.id }).execute();
  await setWhere(trx, 'sessions', { user_id: user.id }, { device: null });
  await setWhere(trx, 'one_time_tokens', { user_id: user.id }, { email: '', used_at: isoOf(call) });
}

/** Leaves every farm, and soft-deletes those that nobody else opens. */
async function leaveFarms(call: Call, trx: Trx, userId: string): Promise<void> {
  const now = isoOf(call);
  const left = await updateWhere(trx, 'memberships', { user_id: userId, removed_at: null })
    .set({ removed_at: now })
    .returning('organization_id')
    .execute();
  const ids = left.map((row) => row.organization_id);
  if (ids.length === 0) return;
  const peopled = rowsWhere(trx, 'memberships', { removed_at: null })
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('organization_id')
    .where('email', 'not like', anyNoAddress);
  await updateWhere(trx, 'organizations', { deleted_at: null })
    .set({ deleted_at: now, deleted_by: userId })
    .where('id', 'in', ids)
    .where('id', 'not in', peopled)
    .execute();
}
