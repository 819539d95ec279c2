import { operatorSentences as sentences } from '../../../contract/sentences-operator.ts';
import { writeAlone } from '../../database/scope.ts';
import { type Db, insertRows, rowsWhere, setWhere, type Trx, type UserRow } from '../../database/tables.ts';
import { createActivation } from '../../kernel/one-time.ts';
import { noPassword } from '../../kernel/present.ts';
import { userByEmail } from './person.ts';
import { endSession } from './sessions.ts';
import { insertUser } from '../membership.ts';

interface Operator {
  readonly publicUrl: string;
  readonly now: number;
  readonly newId: () => string;
}

/**
 * Makes a super admin (trust.md row 12), which no call can. Makes the account if needed and returns a link to choose
 * its password, else null. Ends its sessions, as a super admin's are shorter.
 */
export const makeSuperAdmin = (db: Db, email: string, operator: Operator): Promise<string | null> =>
  writeAlone(db, async (trx) => {
    const user = (await userByEmail(trx, email)) ?? (await addPerson(trx, email, operator));
    await set(trx, user, 1, operator);
    if (user.password_hash !== noPassword) return null;
    const owner = { userId: user.id, email, organizationId: null, now: operator.now };
    return (await createActivation(trx, operator.publicUrl, owner)).url;
  });

/** Revokes it. False for an unknown address. */
export const removeSuperAdmin = (db: Db, email: string, operator: Operator): Promise<boolean> =>
  writeAlone(db, async (trx) => {
    const user = await userByEmail(trx, email);
    if (user) await set(trx, user, 0, operator);
    return user !== undefined;
  });

const addPerson = (trx: Trx, email: string, { newId, now }: Operator): Promise<UserRow> => {
  const { firstName: first_name, lastName: last_name } = sentences;
  return insertUser(trx, { id: newId(), email, password_hash: noPassword, first_name, last_name, phone: null }, now);
};

async function set(trx: Trx, { id }: UserRow, is_super_admin: 0 | 1, operator: Operator): Promise<void> {
  await setWhere(trx, 'users', { id }, { is_super_admin });
  const sessions = await rowsWhere(trx, 'sessions', { user_id: id }).select('id').execute();
  for (const session of sessions) await endSession(trx, session.id, operator.now);
  await insertRows(trx, 'security_events', {
    id: operator.newId(),
    at: new Date(operator.now).toISOString(),
    what: is_super_admin === 1 ? 'super_admin_made' : 'super_admin_removed',
    user_id: id,
    session_id: null,
    address: null,
    device: null,
  });
}
