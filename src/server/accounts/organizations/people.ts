import { type Db, rowsWhere, type Trx } from '../../database/tables.ts';
import { menuTitles, phoneMessages } from '../../../contract/sentences-mail.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { displayName, roleMay } from '../../../domain/index.ts';
import { farmMenu, personalMenu } from '../../../domain/people/menu.ts';
import { anyNoAddress, hasMail } from '../../kernel/access.ts';
import { type Answer, type Call, type Commit, idOf, type Read, refuse, userOf } from '../../kernel/call.ts';
import { showsFinance } from '../../kernel/present.ts';
import type { Message } from '../../messages/outgoing.ts';
import { countWithin, dayMs, type Limit, refuseTooOften, type TeamPorts } from './team.ts';
import { nameOf } from './invitations.ts';

const farmsOf = (db: Db, userId: string) =>
  rowsWhere(db, 'memberships', { user_id: userId, removed_at: null })
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('deleted_at', 'is', null)
    .select(['organizations.id', 'organizations.name', 'organizations.settings', 'role'])
    .orderBy('memberships.created_at')
    .execute();

/** The caller's farms (product.md §7). */
export const mine: Read = async (call, db) => {
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
export const userById: Read = async (call, db) => {
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
export async function openMenu(call: Call, trx: Trx, ports: TeamPorts): Promise<Answer> {
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
export async function sendGreeting(call: Call, commit: Commit, ports: TeamPorts): Promise<Answer> {
  // Once a day (trust.md row 156).
  const what = `team-greeting ${commit.organizationId}`;
  await refuseTooOften(call, commit.trx, { what, most: 1, withinMs: dayMs }, ports.newId);
  const farm = await nameOf(commit);
  const members = await rowsWhere(commit.trx, 'memberships', {
    organization_id: commit.organizationId,
    removed_at: null,
  })
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
