import { defaultCategories } from '../../../domain/farm/categories.ts';
import { firstSettings } from '../../../domain/people/organization.ts';
import type { AddUser, AddUserAdmin } from '../../../domain/people/team.ts';
import type { Transaction } from 'kysely';
import type { CategoryRow, Tables } from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type Handlers,
  personalWrite,
  read,
  type Read,
  refuse,
  write,
} from '../../frame/call.ts';
import { presentMembers, presentOrganization } from '../../frame/present.ts';
import { addUser, addUserAdmin } from './add.ts';
import { changeRole, removeUser } from './change.ts';
import { sendGreeting } from './greeting.ts';
import { accept } from './invitations.ts';
import { openMenu } from './open-menu.ts';
import { mine, userById } from './people.ts';
import type { TeamPorts } from './ports.ts';
import { deleteOrganization, updateOrganization } from './whole.ts';

const whole: Read = async (call, db) => {
  const organization = await presentOrganization(db, call.organizationId ?? '', call.role ?? 'user');
  return { organization: organization ?? refuse('NOT_FOUND') };
};

/** Organizations and their people: who makes one owns it and finds the default categories there (wire.md §User, organization). */
export const organizationHandlers = (ports: TeamPorts): Handlers => ({
  organizations: read(mine),
  myOrganizations: read(mine),
  organizationData: read(whole),
  organizationSelected: read(whole),
  members: read(async (call, db) => {
    const users = await presentMembers(db, call.organizationId ?? '', call.role ?? 'user');
    return { users: users.filter((member) => member['state'] !== 'quitado') };
  }),
  userById: read(userById),
  openMenu: personalWrite((call, trx) => openMenu(call, trx, ports)),
  createOrganization: personalWrite<{ name: string }>((call, trx) => create(call, trx, ports.newId)),
  updateOrganization: write(updateOrganization),
  deleteOrganization: write((call, commit) => deleteOrganization(call, commit, ports)),
  addUser: write<AddUser>((call, commit) => addUser(call, commit, ports)),
  addUserAdmin: write<AddUserAdmin>((call, commit) => addUserAdmin(call, commit, ports)),
  removeUser: write((call, commit) => removeUser(call, commit, ports)),
  changeRole: write(changeRole),
  acceptInvitation: write(accept),
  sendGreeting: write((call, commit) => sendGreeting(call, commit, ports)),
});

async function create(call: Call<{ name: string }>, trx: Transaction<Tables>, newId: () => string): Promise<Answer> {
  const userId = call.actor?.userId ?? refuse('TOKEN_MISSING');
  const now = new Date(call.now).toISOString();
  const id = newId();
  await trx
    .insertInto('organizations')
    .values({
      id,
      name: call.body.name,
      settings: JSON.stringify(firstSettings),
      seq: 0,
      created_by: userId,
      created_at: now,
    })
    .execute();
  await trx
    .insertInto('memberships')
    .values({ organization_id: id, user_id: userId, role: 'owner', created_at: now, removed_at: null })
    .execute();
  await trx
    .insertInto('categories')
    .values(categoriesOf(id, userId, now, newId))
    .execute();
  return { organization: await presentOrganization(trx, id, 'owner') };
}

function categoriesOf(organizationId: string, userId: string, now: string, newId: () => string): CategoryRow[] {
  const ids = new Map(defaultCategories.map((category) => [category.name, newId()]));
  return defaultCategories.map(({ next, is_breeding_female, ...category }, order) => ({
    ...category,
    id: ids.get(category.name) ?? newId(),
    organization_id: organizationId,
    created_by: userId,
    created_at: now,
    updated_at: now,
    version: 1,
    deleted: 0,
    next_id: next === null ? null : (ids.get(next) ?? null),
    is_breeding_female: is_breeding_female ? 1 : 0,
    order,
    active: 1,
  }));
}
