import type { Role } from '../../src/domain/people/roles.ts';
import type { PersonName, TestServer } from './server.ts';

/** The secret of an invitation, out of its link. */
export const invitationIn = (url: unknown): string =>
  new URLSearchParams(new URL(String(url)).hash.slice(1)).get('invitation') ?? '';

/** Somebody is asked onto a team and accepts. */
export async function letIn(
  as: TestServer['as'],
  organization_id: string,
  who: PersonName,
  role: Role,
  asker: PersonName = 'ana',
): Promise<void> {
  const body = { organization_id, email: `${who}@campo.test`, role };
  const asked = await as(asker, 'POST', '/api/organization/add-user', body);
  // Who is on it already is asked nothing.
  if (asked.status === 200 && asked.body['invitation_url'] === undefined) return;
  const token = invitationIn(asked.body['invitation_url']);
  const joined = await as(who, 'POST', '/api/organization/accept-invitation', { token });
  if (joined.status !== 200) throw new Error(JSON.stringify(joined.body));
}
