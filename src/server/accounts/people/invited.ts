import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import { type Invited, limits } from '../../../domain/index.ts';
import { givenLogin } from '../../../domain/people/login.ts';
import { lockFarm } from '../../database/scope.ts';
import { noMail } from '../../kernel/present.ts';
import { type Answer, type Call, type EndpointHandlers, preparedWrite, read, refuse } from '../../kernel/call.ts';
import { insertUser, type LivingInvitation, livingInvitation, putOnTeam, setRole } from '../membership.ts';
import { freeLogin, giveLogin, holderOf, refuseCommon, refuseTaken, userByEmail } from './person.ts';
import { noteEvent, tellFarms } from './events.ts';
import type { OwnAccountPorts } from './own-account.ts';
import { hashPassword } from './passwords.ts';
import type { Open } from './sessions.ts';
import { type Db, rowsWhere, setWhere, type Trx, updateWhere } from '../../database/tables.ts';
import { isoOf } from '../../rows/stored.ts';

async function shownInvitation(db: Db, found: LivingInvitation): Promise<Answer> {
  const { organization_id: id, farm: name, first_name, last_name, phone, role, expires_at } = found;
  const by = await rowsWhere(db, 'memberships', { organization_id: id, user_id: found.invited_by, removed_at: null })
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('first_name')
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
async function refuseAnothers({ body: { email, phone } }: Call<Invited>, db: Db): Promise<void> {
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
async function makeInvited(
  call: Call<Invited>,
  trx: Trx,
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
    await setRole(trx, organizationId, userId, role);
  }
  return { userId, login_name };
}

/** False if used or cancelled meanwhile. */
async function takeUp(call: Call, trx: Trx, { id }: LivingInvitation): Promise<boolean> {
  const { numUpdatedRows } = await updateWhere(trx, 'invitations', { id, used_at: null, cancelled_at: null })
    .set({ used_at: isoOf(call) })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A new account, or that of a person without access, who keeps his id (decision 20). */
async function writeAccount(
  call: Call<Invited>,
  trx: Trx,
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
    await setWhere(trx, 'users', { id }, values);
    return;
  }
  await insertUser(trx, { id, ...values }, call.now);
}

export interface InvitedPorts extends OwnAccountPorts {
  readonly bounds?: { readonly membersPerFarm: number };
}

/** The same words whatever is wrong with a link (trust.md row 48). */
const refuseOver = (): never => refuse('WRONG_CODE', { message: sentences.invitationOver });

/** For those invited by name: what the link says, and signing up by it (domain.md §2.12). */
export const invitedHandlers = (ports: InvitedPorts, open: Open): EndpointHandlers => ({
  invitation: read(async (call, db) => {
    const living = (await livingInvitation(db, call.body.token, call.now)) ?? refuseOver();
    return { invitation: await shownInvitation(db, living) };
  }),
  signUpInvited: preparedWrite(judge, (call, trx, hash) => signUp(call, trx, hash, ports, open)),
});

/** An invitation by name; those to an address sign up with that. */
async function found(call: Call<Invited>, db: Db): Promise<LivingInvitation> {
  const invitation = await livingInvitation(db, call.body.token, call.now);
  return invitation?.email === '' ? invitation : refuseOver();
}

async function judge(call: Call<Invited>, db: Db): Promise<string> {
  const { farm, first_name, last_name } = await found(call, db);
  const name = givenLogin(first_name ?? '', farm);
  const person = { id: '', email: call.body.email ?? '', first_name: first_name ?? '', last_name: last_name ?? '' };
  await refuseCommon(db, person, call.body.password, 'password', [farm, name]);
  await refuseAnothers(call, db);
  return await hashPassword(call.body.password);
}

async function signUp(
  call: Call<Invited>,
  trx: Trx,
  password_hash: string,
  ports: InvitedPorts,
  open: Open,
): Promise<Answer> {
  const invitation = await found(call, trx);
  const most = ports.bounds?.membersPerFarm ?? limits.membersPerFarm;
  const made = await makeInvited(call, trx, invitation, { id: ports.newId(), password_hash, most });
  const { userId, login_name } = made ?? refuseOver();
  await tellFarms(call, trx, ports.announce, userId);
  await noteEvent(trx, ports, call, 'joined_invited', { userId });
  return {
    ...(await open(call, trx, { id: userId, is_super_admin: 0 })),
    organization: { id: invitation.organization_id, name: invitation.farm },
    login_name,
    message: sentences.signedUp,
  };
}
