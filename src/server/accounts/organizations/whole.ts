import { type OrganizationChanges, type OrganizationSettings, roleMay } from '../../../domain/index.ts';
import { type Answer, type Call, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { presentOrganization } from '../../kernel/present.ts';
import { sentOnly } from '../../rows/stored.ts';
import type { TeamPorts } from './ports.ts';
import { announceOrganization } from './team.ts';

/** Changes only what was sent. Only an owner decides whether admins see prices. */
export async function updateOrganization(call: Call<OrganizationChanges>, commit: Commit): Promise<Answer> {
  const role = roleOf(call);
  const row = await commit.trx
    .selectFrom('organizations')
    .select(['name', 'settings'])
    .where('id', '=', commit.organizationId)
    .executeTakeFirstOrThrow();
  const before = JSON.parse(row.settings) as OrganizationSettings;
  const settings = { ...before, ...sentOnly(call.body.settings ?? {}) };
  const isSwitched = (before.show_finance_to_admins ?? true) !== (settings.show_finance_to_admins ?? true);
  if (isSwitched && !roleMay(role, 'switch-finance')) refuse('FORBIDDEN');
  await commit.trx
    .updateTable('organizations')
    .set({ name: call.body.name ?? row.name, settings: JSON.stringify(settings) })
    .where('id', '=', commit.organizationId)
    .execute();
  await announceOrganization(commit);
  return { organization: await presentOrganization(commit.trx, commit.organizationId, role) };
}

/** Soft-deletes a farm; its members' phones are told and leave its room. */
export async function deleteOrganization(call: Call, commit: Commit, ports: TeamPorts): Promise<Answer> {
  await commit.trx
    .updateTable('organizations')
    .set({ deleted_at: new Date(call.now).toISOString(), deleted_by: call.actor?.userId ?? null })
    .where('id', '=', commit.organizationId)
    .execute();
  commit.touch('organization', commit.organizationId);
  // No payload: phones fetch again and find it gone.
  commit.announce('update-organization', {});
  call.afterCommit(() => ports.onLeave(commit.organizationId, null));
  return {};
}
