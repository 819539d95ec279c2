import type { Transaction } from 'kysely';
import { menuTitles, phoneMessages } from '../../../contract/sentences-mail.ts';
import { farmMenu, personalMenu } from '../../../domain/people/menu.ts';
import { displayName } from '../../../domain/people/names.ts';
import type { Tables } from '../../database/tables.ts';
import { type Answer, type Call, refuse } from '../../kernel/call.ts';
import type { Message } from '../../messages/outgoing.ts';
import { showsFinance } from '../../kernel/present.ts';
import { countWithin, type Limit } from './limit.ts';
import { farmsOf } from './people.ts';
import type { TeamPorts } from './ports.ts';

/** Reads repeat; the phone gets one message for all. */
const sending: Limit = { what: 'open-menu', most: 1, withinMs: 10 * 60_000 };
/** The provider's limit. */
const mostOptions = 10;

/**
 * The screens the caller may open, per farm and outside, by the matrix of domain.md §2.18. Also sent to his phone as a
 * menu (domain.md §1.10), unless just sent; `sent` says whether.
 */
export async function openMenu(call: Call, trx: Transaction<Tables>, ports: TeamPorts): Promise<Answer> {
  const { userId, isSuperAdmin } = call.actor ?? refuse('TOKEN_MISSING');
  const farms = await farmsOf(trx, userId);
  const screens = personalMenu(isSuperAdmin);
  const organizations = farms.map(({ id, name, role, settings }) => ({
    organization: { id, name },
    role,
    screens: farmMenu({ role, showsFinance: showsFinance(settings) }),
  }));
  const { first_name, phone: to } = await trx
    .selectFrom('users')
    .select(['first_name', 'phone'])
    .where('id', '=', userId)
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
