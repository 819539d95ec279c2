import type { Kysely, Transaction } from 'kysely';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import { type Invited, limits } from '../../../domain/index.ts';
import { givenLogin } from '../../../domain/people/login.ts';
import type { Tables } from '../../database/tables.ts';
import { type Answer, type Call, type EndpointHandlers, preparedWrite, read, refuse } from '../../kernel/call.ts';
import { type LivingInvitation, livingInvitation } from '../invitations.ts';
import { noteEvent } from './events.ts';
import { tellFarms } from './farms.ts';
import { makeInvited, refuseAnothers, shownInvitation } from './invited-account.ts';
import type { OwnAccountPorts } from './own-account.ts';
import { hashPassword } from './passwords.ts';
import { refuseCommon } from './person.ts';
import type { Open } from './sign-in.ts';

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
async function found(call: Call<Invited>, db: Kysely<Tables>): Promise<LivingInvitation> {
  const invitation = await livingInvitation(db, call.body.token, call.now);
  return invitation?.email === '' ? invitation : refuseOver();
}

/** Checks without writing, and hashes the password. */
async function judge(call: Call<Invited>, db: Kysely<Tables>): Promise<string> {
  const { farm, first_name, last_name } = await found(call, db);
  const name = givenLogin(first_name ?? '', farm);
  const person = { id: '', email: call.body.email ?? '', first_name: first_name ?? '', last_name: last_name ?? '' };
  await refuseCommon(db, person, call.body.password, 'password', [farm, name]);
  await refuseAnothers(call, db);
  return await hashPassword(call.body.password);
}

async function signUp(
  call: Call<Invited>,
  trx: Transaction<Tables>,
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
