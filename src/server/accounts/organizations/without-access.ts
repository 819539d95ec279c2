import { serverSentences } from '../../../contract/sentences-server.ts';
import { fullName, type Person } from '../../../domain/index.ts';
import { hasAddress, noAddress } from '../../kernel/access.ts';
import { type Answer, type Call, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { presentMembers } from '../../kernel/present.ts';
import { hourly, refuseTooOften } from './limit.ts';
import type { TeamPorts } from './ports.ts';
import { announceOrganization, join, makePerson, membershipOf } from './team.ts';

const adding = hourly('team-person', 60);

/**
 * Adds a worker without address or password (domain.md §2.12). A past one of the same name returns as himself. Refuses
 * a name on the team: NAME_TAKEN.
 */
export async function addPerson(call: Call<Person>, commit: Commit, ports: TeamPorts): Promise<Answer> {
  await refuseTooOften(call, commit.trx, adding, ports.newId);
  const { first_name, last_name = '', phone = null } = call.body;
  const known = await namesakes(call, commit);
  if (known.some((one) => one.removed_at === null)) refuseTaken();
  const before = known.find((one) => !hasAddress(one.email));
  const id = before?.id ?? ports.newId();
  if (before) await setPerson(call, commit, id);
  else await makePerson(commit, { id, email: noAddress(id), first_name, last_name, phone }, call.now);
  await join(commit, ports.bounds, { userId: id, role: 'user', now: call.now });
  return await announced(call, commit, id);
}

/** Changes his name or phone. Accounts belong to their person: CONFLICT. */
export async function changePerson(call: Call<Person>, commit: Commit): Promise<Answer> {
  const id = call.params.userId ?? '';
  const member = await membershipOf(commit, id);
  if (!member || member.removed_at !== null) return refuse('NOT_FOUND');
  if (hasAddress(member.email)) return refuse('CONFLICT', { message: serverSentences.hasAccount });
  if ((await namesakes(call, commit)).some((one) => one.id !== id && one.removed_at === null)) refuseTaken();
  await setPerson(call, commit, id);
  commit.touch('members', id);
  return await announced(call, commit, id);
}

/** The name alone tells people apart where tasks are assigned. */
function refuseTaken(): never {
  const message = serverSentences.personNameTaken;
  return refuse('NAME_TAKEN', { message, issues: [{ path: 'first_name', message }] });
}

/** Members and past members with the same shown name. */
async function namesakes(call: Call<Person>, commit: Commit) {
  const { first_name, last_name = '' } = call.body;
  const name = fullName({ first_name, last_name });
  const people = await commit.trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['id', 'first_name', 'last_name', 'email', 'removed_at'])
    .where('organization_id', '=', commit.organizationId)
    .execute();
  return people.filter((one) => fullName(one) === name);
}

const setPerson = (call: Call<Person>, commit: Commit, id: string) => {
  const { first_name, last_name = '', phone } = call.body;
  return commit.trx
    .updateTable('users')
    .set({ first_name, last_name, ...(phone !== undefined && { phone }) })
    .where('id', '=', id)
    .execute();
};

async function announced(call: Call, commit: Commit, id: string): Promise<Answer> {
  await announceOrganization(commit);
  const members = await presentMembers(commit.trx, commit.organizationId, roleOf(call));
  return { user: members.find((one) => one.id === id) };
}
