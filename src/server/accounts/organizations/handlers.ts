import {
  defaultCategories,
  displayName,
  firstSettings,
  limits,
  type OrganizationChanges,
  type OrganizationSettings,
  roleMay,
} from '../../../domain/index.ts';
import {
  type Answer,
  type Call,
  type Commit,
  type EndpointHandlers,
  farmOf,
  idOf,
  personalWrite,
  read,
  type Read,
  refuse,
  roleOf,
  userOf,
  write,
} from '../../kernel/call.ts';
import { anyNoAddress, hasMail, presentMembers, presentOrganization, showsFinance } from '../../kernel/present.ts';
import { addPerson, addUser, addUserAdmin, changePerson, changeRole, removeUser } from './members.ts';
import {
  accept,
  announceOrganization,
  countWithin,
  dayMs,
  invite,
  type Limit,
  nameOf,
  refuseTooOften,
  type TeamBounds,
  type TeamPorts,
} from './team.ts';
import {
  type CategoryRow,
  countOf,
  type Db,
  farmRows,
  insertRows,
  rowsWhere,
  setWhere,
  type Trx,
} from '../../database/tables.ts';
import { menuTitles, phoneMessages } from '../../../contract/sentences-mail.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { farmMenu, personalMenu } from '../../../domain/people/menu.ts';
import type { Message } from '../../messages/outgoing.ts';
import { nextMark } from '../../database/commit.ts';
import { isoOf, sentOnly } from '../../rows/stored.ts';

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

const farmsOf = (db: Db, userId: string) =>
  rowsWhere(db, 'memberships', { user_id: userId, removed_at: null })
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('deleted_at', 'is', null)
    .select(['organizations.id', 'organizations.name', 'organizations.settings', 'role'])
    .orderBy('memberships.created_at')
    .execute();

/** The caller's farms (product.md §7). */
const mine: Read = async (call, db) => {
  const farms = await farmsOf(db, userOf(call));
  return {
    organizations: farms.map(({ id, name, role, settings }) => ({
      organization: { id, name },
      role,
      shows_finance: showsFinance(settings),
    })),
  };
};

/** A person of a shared farm: names and phone; the address only for those who manage his team. Others are NOT_FOUND. */
const userById: Read = async (call, db) => {
  const [id, own] = [idOf(call), userOf(call)];
  const user = await rowsWhere(db, 'users', { id })
    .select(['id', 'first_name', 'last_name', 'phone', 'email'])
    .executeTakeFirst();
  const theirs = new Set((await farmsOf(db, id)).map((farm) => farm.id));
  const shared = (await farmsOf(db, own)).filter((farm) => theirs.has(farm.id));
  if (!user || (id !== own && shared.length === 0)) return refuse('NOT_FOUND');
  const { email, ...shown } = user;
  const seesMail = hasMail(email) && (id === own || shared.some((farm) => roleMay(farm.role, 'see-mails')));
  return { user: { ...shown, ...(seesMail && { email }) } };
};

/** Reads repeat; the phone gets one message for all. */
const sending: Limit = { what: 'open-menu', most: 1, withinMs: 10 * 60_000 };
/** The provider's limit. */
const mostOptions = 10;

/**
 * The screens the caller may open, per farm and outside, by the matrix of domain.md §2.18. Also sent to his phone as a
 * menu (domain.md §1.10), unless just sent; `sent` says whether.
 */
async function openMenu(call: Call, trx: Trx, ports: TeamPorts): Promise<Answer> {
  const { userId, isSuperAdmin } = call.actor ?? refuse('TOKEN_MISSING');
  const farms = await farmsOf(trx, userId);
  const screens = personalMenu(isSuperAdmin);
  const organizations = farms.map(({ id, name, role, settings }) => ({
    organization: { id, name },
    role,
    screens: farmMenu({ role, showsFinance: showsFinance(settings) }),
  }));
  const { first_name, phone: to } = await rowsWhere(trx, 'users', { id: userId })
    .select(['first_name', 'phone'])
    .executeTakeFirstOrThrow();
  const answer = { screens, organizations, sent: false };
  if (to === null || (await countWithin(call, trx, sending, ports.newId)) !== null) return answer;
  const may = new Set([...screens, ...organizations.flatMap((farm) => farm.screens)]);
  call.afterCommit(() => ports.outgoing.message(asMessage(to, first_name, may, ports.publicUrl)));
  return { ...answer, sent: ports.outgoing.reaches.messages };
}

const asMessage = (to: string, name: string, may: ReadonlySet<string>, link: string): Message => ({
  to,
  text: phoneMessages.menu(displayName(name), link),
  menu: {
    button: phoneMessages.menuButton,
    options: Object.entries(menuTitles)
      .filter(([screen]) => may.has(screen))
      .slice(0, mostOptions)
      .map(([id, title]) => ({ id, title })),
  },
});

/** Greets every member with access, by message or else by mail (domain.md §1.10). */
async function sendGreeting(call: Call, commit: Commit, ports: TeamPorts): Promise<Answer> {
  // Once a day (trust.md row 156).
  const what = `team-greeting ${commit.organizationId}`;
  await refuseTooOften(call, commit.trx, { what, most: 1, withinMs: dayMs }, ports.newId);
  const farm = await nameOf(commit);
  const members = await farmRows(commit, 'memberships', { removed_at: null })
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['first_name', 'phone', 'email'])
    .where('email', 'not like', anyNoAddress)
    .execute();
  call.afterCommit(async () => {
    for (const { first_name, phone, email } of members) {
      const { subject, text } = serverSentences.greeting(displayName(first_name), farm);
      if (phone) await ports.outgoing.message({ to: phone, text });
      else if (hasMail(email)) await ports.outgoing.mail({ to: email, subject, text, isAsked: false });
    }
  });
  const { reaches } = ports.outgoing;
  const recipients = members.filter(({ phone, email }) =>
    phone ? reaches.messages : hasMail(email) && reaches.mail,
  ).length;
  const message = recipients > 0 ? serverSentences.greeted : serverSentences.notGreeted;
  return { recipients, unreached: members.length - recipients, message };
}

/** Makes a farm owned by the caller, with the default categories (domain.md §2.4). */
async function createOrganization(
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
  const owner = { organization_id: id, user_id: userId, role: 'owner', created_at: now, removed_at: null } as const;
  await insertRows(trx, 'memberships', owner);
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
async function updateOrganization(call: Call<OrganizationChanges>, commit: Commit): Promise<Answer> {
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
async function deleteOrganization(call: Call, commit: Commit, ports: TeamPorts): Promise<Answer> {
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
