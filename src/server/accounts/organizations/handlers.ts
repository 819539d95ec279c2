import { limits } from '../../../domain/limits.ts';
import {
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
import { addUser, addUserAdmin } from './add.ts';
import { changeRole, removeUser } from './change.ts';
import { createOrganization } from './create.ts';
import { sendGreeting } from './greeting.ts';
import { accept } from './invitations.ts';
import { invite } from './invite.ts';
import { openMenu } from './open-menu.ts';
import { mine, userById } from './people.ts';
import type { TeamBounds, TeamPorts } from './ports.ts';
import { deleteOrganization, updateOrganization } from './whole.ts';
import { addPerson, changePerson } from './without-access.ts';

const whole: Read = async (call, db) => {
  const organization = await presentOrganization(db, farmOf(call), roleOf(call));
  return { organization: organization ?? refuse('NOT_FOUND') };
};

/** Bounds only where the settings override them. */
type GivenPorts = Omit<TeamPorts, 'bounds'> & { readonly bounds?: TeamBounds };

/** Farms and their people (wire.md §User, organization). */
export function organizationHandlers(given: GivenPorts): EndpointHandlers {
  const ports: TeamPorts = { bounds: limits, ...given };
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
    deleteOrganization: write((call, commit) => deleteOrganization(call, commit, ports)),
    addUser: write((call, commit) => addUser(call, commit, ports)),
    addUserAdmin: write((call, commit) => addUserAdmin(call, commit, ports)),
    invite: write((call, commit) => invite(call, commit, ports)),
    addPerson: write((call, commit) => addPerson(call, commit, ports)),
    changePerson: write(changePerson),
    removeUser: write((call, commit) => removeUser(call, commit, ports)),
    changeRole: write(changeRole),
    acceptInvitation: write((call, commit) => accept(call, commit, ports)),
    sendGreeting: write((call, commit) => sendGreeting(call, commit, ports)),
  };
}
