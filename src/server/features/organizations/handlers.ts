import { defaultCategories } from '../../../domain/farm/categories.ts';
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

const settings = {
  legal_name: null,
  cuit: null,
  vat_condition: null,
  province: null,
  campaign_start: '07-01',
  currency: 'ARS',
  show_finance_to_admins: true,
};

const whole: Read = async (call, db) => {
  const organization = await presentOrganization(db, call.organizationId ?? '', call.role ?? 'user');
  return { organization: organization ?? refuse('NOT_FOUND') };
};

const mine: Read = async (call, db) => {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['organizations.id', 'organizations.name', 'role'])
    .where('user_id', '=', call.actor?.userId ?? '')
    .where('removed_at', 'is', null)
    .orderBy('memberships.created_at')
    .execute();
  return { organizations: rows.map(({ id, name, role }) => ({ organization: { id, name }, role })) };
};

/** Organizations: who makes one owns it and finds the default categories there (wire.md §User, organization). */
export const organizationHandlers = (newId: () => string): Handlers => ({
  organizations: read(mine),
  myOrganizations: read(mine),
  organizationData: read(whole),
  organizationSelected: read(whole),
  members: read(async (call, db) => {
    const users = await presentMembers(db, call.organizationId ?? '', call.role ?? 'user');
    return { users: users.filter((member) => member['state'] === 'activo') };
  }),
  createOrganization: personalWrite<{ name: string }>((call, trx) => create(call, trx, newId)),
  updateOrganization: write<{ name: string }>(async (call, commit) => {
    await commit.trx
      .updateTable('organizations')
      .set({ name: call.body.name })
      .where('id', '=', commit.organizationId)
      .execute();
    commit.touch('organization', commit.organizationId);
    const organization = await presentOrganization(commit.trx, commit.organizationId, 'user');
    commit.announce('update-organization', { organization });
    return { organization: await presentOrganization(commit.trx, commit.organizationId, call.role ?? 'user') };
  }),
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
      settings: JSON.stringify(settings),
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
