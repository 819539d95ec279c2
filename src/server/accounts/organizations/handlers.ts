import { limits } from '../../../domain/limits.ts';
import {
  type Answer,
  type Call,
  type Commit,
  type EndpointHandlers,
  farmOf,
  personalWrite,
  read,
  type Read,
  refuse,
  roleOf,
  write,
} from '../../kernel/call.ts';
import { presentMembers, presentOrganization } from '../../kernel/present.ts';
import { addPerson, addUser, addUserAdmin, changePerson, changeRole, removeUser } from './members.ts';
import { createOrganization, deleteOrganization, updateOrganization } from './farm.ts';
import { mine, openMenu, sendGreeting, userById } from './people.ts';
import { accept, invite } from './invitations.ts';
import type { TeamBounds, TeamPorts } from './team.ts';

const whole: Read = async (call, db) => {
  const organization = await presentOrganization(db, farmOf(call), roleOf(call));
  return { organization: organization ?? refuse('NOT_FOUND') };
};

/** Bounds only where the settings override them. */
type GivenPorts = Omit<TeamPorts, 'bounds'> & { readonly bounds?: TeamBounds };

/** Farms and their people (wire.md §User, organization). */
export function organizationHandlers(given: GivenPorts): EndpointHandlers {
  const ports: TeamPorts = { bounds: limits, ...given };
  const withPorts = <B>(act: (call: Call<B>, commit: Commit, ports: TeamPorts) => Promise<Answer>) =>
    write<B>((call, commit) => act(call, commit, ports));
  return {
    organizations: read(mine),
    myOrganizations: read(mine),
    organizationData: read(whole),
    organizationSelected: read(whole),
    members: read(async (call, db) => {
      const users = await presentMembers(db, farmOf(call), roleOf(call));
      return { users: users.filter((member) => member.state !== 'quitado') };
    }),
    userById: read(userById),
    openMenu: personalWrite((call, trx) => openMenu(call, trx, ports)),
    createOrganization: personalWrite((call, trx) => createOrganization(call, trx, ports)),
    updateOrganization: write(updateOrganization),
    deleteOrganization: withPorts(deleteOrganization),
    addUser: withPorts(addUser),
    addUserAdmin: withPorts(addUserAdmin),
    invite: withPorts(invite),
    addPerson: withPorts(addPerson),
    changePerson: write(changePerson),
    removeUser: withPorts(removeUser),
    changeRole: write(changeRole),
    acceptInvitation: withPorts(accept),
    sendGreeting: withPorts(sendGreeting),
  };
}
