import type { Kysely, Transaction } from 'kysely';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import type { Invited } from '../../../domain/people/credentials.ts';
import { lockFarm } from '../../database/scope.ts';
import type { Tables } from '../../database/tables.ts';
import { noMail } from '../../kernel/access.ts';
import { type Answer, type Call, refuse } from '../../kernel/call.ts';
import type { LivingInvitation } from '../invitations.ts';
import { putOnTeam } from '../membership.ts';
import { noFailures } from './lockout.ts';
import { freeLogin, giveLogin, holderOf } from './logins.ts';
import { refuseTaken, userByEmail } from './person.ts';

/** What the bearer of an invitation sees. */
export async function shownInvitation(db: Kysely<Tables>, found: LivingInvitation): Promise<Answer> {
  const { organization_id: id, farm: name, first_name, last_name, phone, role, expires_at } = found;
  const by = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('first_name')
    .where('organization_id', '=', id)
    .where('user_id', '=', found.invited_by)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  const isByName = found.email === '';
  return {
    organization: { id, name },
    invited_by: by?.first_name ?? null,
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    phone,
    email: isByName ? null : found.email,
    login_name: isByName ? await freeLogin(db, first_name ?? '', name) : null,
    role,
    expires_at,
  };
}

/** Refuses another's address or phone: it would open or lock his account. */
export async function refuseAnothers({ body: { email, phone } }: Call<Invited>, db: Kysely<Tables>): Promise<void> {
  if (email && (await userByEmail(db, email))) refuseTaken();
  if (phone && (await holderOf(db, phone)) !== undefined)
    refuse('CONFLICT', { message: sentences.phoneTaken, issues: [{ path: 'phone', message: sentences.phoneTaken }] });
}

interface Making {
  /** For a new account. */
  readonly id: string;
  readonly password_hash: string;
  readonly most: number;
}

/**
 * Makes the account with its logins and membership. Null if the link was used or cancelled meanwhile. Refuses another's
 * address or phone (EMAIL_TAKEN, CONFLICT), and a full team (CONFLICT).
 */
export async function makeInvited(
  call: Call<Invited>,
  trx: Transaction<Tables>,
  invitation: LivingInvitation,
  { id, password_hash, most }: Making,
): Promise<{ readonly userId: string; readonly login_name: string } | null> {
  const { organization_id: organizationId, farm, role } = invitation;
  await lockFarm(trx, organizationId);
  if (!(await takeUp(call, trx, invitation))) return null;
  await refuseAnothers(call, trx);
  const userId = invitation.user_id ?? id;
  await writeAccount(call, trx, invitation, userId, password_hash);
  const login_name = await freeLogin(trx, invitation.first_name ?? '', farm);
  await giveLogin(trx, userId, login_name, 'name', call.now);
  if (call.body.phone) await giveLogin(trx, userId, call.body.phone, 'phone', call.now);
  const isNew = await putOnTeam(trx, most, { organizationId, userId, role, now: call.now });
  if (!isNew) {
    await trx
      .updateTable('memberships')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute();
  }
  return { userId, login_name };
}

/** False if used or cancelled meanwhile. */
async function takeUp(call: Call, trx: Transaction<Tables>, { id }: LivingInvitation): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ used_at: new Date(call.now).toISOString() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A new account, or that of a person without access, who keeps his id (decision 20). */
async function writeAccount(
  call: Call<Invited>,
  trx: Transaction<Tables>,
  invitation: LivingInvitation,
  id: string,
  password_hash: string,
): Promise<void> {
  const { email, phone = null } = call.body;
  const values = {
    email: email ?? noMail(id),
    password_hash,
    first_name: invitation.first_name ?? '',
    last_name: invitation.last_name ?? '',
    phone,
  };
  if (invitation.user_id !== null) {
    await trx.updateTable('users').set(values).where('id', '=', id).execute();
    return;
  }
  const created_at = new Date(call.now).toISOString();
  await trx
    .insertInto('users')
    .values({ id, ...values, is_super_admin: 0, ...noFailures, created_at })
    .execute();
}
