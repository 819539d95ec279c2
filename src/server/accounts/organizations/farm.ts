import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  defaultCategories,
  firstSettings,
  type OrganizationChanges,
  type OrganizationSettings,
  roleMay,
} from '../../../domain/index.ts';
import { nextMark } from '../../database/commit.ts';
import { type CategoryRow, countOf, insertRows, rowsWhere, setWhere, type Trx } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { presentOrganization } from '../../kernel/present.ts';
import { isoOf, sentOnly } from '../../rows/stored.ts';
import { announceOrganization, dayMs, type TeamPorts } from './team.ts';

/** Makes a farm owned by the caller, with the default categories (domain.md §2.4). */
export async function createOrganization(
  call: Call<{ name: string }>,
  trx: Trx,
  { newId, bounds }: TeamPorts,
): Promise<Answer> {
  const userId = call.actor?.userId ?? refuse('TOKEN_MISSING');
  await refuseTooMany(call, trx, userId, bounds.farmsPerAccount);
  const now = isoOf(call);
  const id = newId();
  const [mark, epoch] = [nextMark('', 0, id), newId()];
  await insertRows(trx, 'organizations', {
    id,
    name: call.body.name,
    settings: JSON.stringify(firstSettings),
    seq: 0,
    mark,
    epoch,
    created_by: userId,
    created_at: now,
  });
  await insertRows(trx, 'commits', { organization_id: id, seq: 0, mark, at: now });
  await insertRows(trx, 'lives', {
    organization_id: id,
    epoch,
    began_at: now,
    is_copy: 0,
    copy_seq: null,
    copy_at: null,
    returned: 0,
  });
  await insertRows(trx, 'memberships', {
    organization_id: id,
    user_id: userId,
    role: 'owner',
    created_at: now,
    removed_at: null,
  });
  await insertRows(trx, 'categories', categoriesOf(id, userId, now, newId));
  return { organization: await presentOrganization(trx, id, 'owner') };
}

/** Deleted farms stay in the database a while, so they count too. */
const deletedCountsMs = 30 * dayMs;

/** Outside farms writes are serial (`writeAlone`), so the count holds. */
async function refuseTooMany(call: Call, trx: Trx, userId: string, most: number): Promise<void> {
  const lately = new Date(call.now - deletedCountsMs).toISOString();
  const farms = rowsWhere(trx, 'organizations', { created_by: userId }).where((where) =>
    where.or([where('deleted_at', 'is', null), where('deleted_at', '>', lately)]),
  );
  if ((await countOf(farms)) >= most) refuse('CONFLICT', { message: serverSentences.tooManyFarms(most) });
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

/** Changes only what was sent. Only an owner decides whether admins see prices. */
export async function updateOrganization(call: Call<OrganizationChanges>, commit: Commit): Promise<Answer> {
  const role = roleOf(call);
  const row = await rowsWhere(commit.trx, 'organizations', { id: commit.organizationId })
    .select(['name', 'settings'])
    .executeTakeFirstOrThrow();
  const before = JSON.parse(row.settings) as OrganizationSettings;
  const settings = { ...before, ...sentOnly(call.body.settings ?? {}) };
  const isSwitched = (before.show_finance_to_admins ?? true) !== (settings.show_finance_to_admins ?? true);
  if (isSwitched && !roleMay(role, 'switch-finance')) refuse('FORBIDDEN');
  await setWhere(
    commit.trx,
    'organizations',
    { id: commit.organizationId },
    { name: call.body.name ?? row.name, settings: JSON.stringify(settings) },
  );
  await announceOrganization(commit);
  return { organization: await presentOrganization(commit.trx, commit.organizationId, role) };
}

/** Soft-deletes a farm; its members' phones are told and leave its room. */
export async function deleteOrganization(call: Call, commit: Commit, ports: TeamPorts): Promise<Answer> {
  await setWhere(
    commit.trx,
    'organizations',
    { id: commit.organizationId },
    { deleted_at: isoOf(call), deleted_by: call.actor?.userId ?? null },
  );
  commit.touch('organization', commit.organizationId);
  // No payload: phones fetch again and find it gone.
  commit.announce('update-organization', {});
  call.afterCommit(() => ports.onLeave(commit.organizationId, null));
  return {};
}
