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

/** An invitation as its bearer sees it: the farm, who invites, and what is known of himself. */
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

/** Refuses an address or a telephone by which another comes in: it would open his account, or lock him out of it. */
export async function refuseAnothers({ body: { email, phone } }: Call<Invited>, db: Kysely<Tables>): Promise<void> {
  if (email && (await userByEmail(db, email))) refuseTaken();
  if (phone && (await holderOf(db, phone)) !== undefined)
    refuse('CONFLICT', { message: sentences.phoneTaken, issues: [{ path: 'phone', message: sentences.phoneTaken }] });
}

interface Making {
  /** The account's id, where it is a new one. */
  readonly id: string;
  readonly password_hash: string;
  /** As many people as fit on a team. */
  readonly most: number;
}

/**
 * Makes the account of who was invited, gives it its names to sign in with and puts it on the team. Null when another was faster with the same
 * link, or the farm took it back. Refuses an address or a telephone that is another's (EMAIL_TAKEN, CONFLICT), and a full team (CONFLICT).
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

/** Uses the invitation up. False when another was faster or the farm took it back. */
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

/** The account itself: a new one, or that of who worked here without access and keeps what he was given (decision 20). */
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
