import { serverSentences } from '../../../contract/sentences-server.ts';
import { displayName } from '../../../domain/people/names.ts';
import { anyNoAddress, hasMail } from '../../kernel/access.ts';
import type { Answer, Call, Commit } from '../../kernel/call.ts';
import { nameOf } from './invitations.ts';
import { dayMs, refuseTooOften } from './limit.ts';
import type { TeamPorts } from './ports.ts';

/** Greets every member with access, by message or else by mail (domain.md §1.10). */
export async function sendGreeting(call: Call, commit: Commit, ports: TeamPorts): Promise<Answer> {
  // Once a day (trust.md row 156).
  const what = `team-greeting ${commit.organizationId}`;
  await refuseTooOften(call, commit.trx, { what, most: 1, withinMs: dayMs }, ports.newId);
  const farm = await nameOf(commit);
  const members = await commit.trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['first_name', 'phone', 'email'])
    .where('organization_id', '=', commit.organizationId)
    .where('removed_at', 'is', null)
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
