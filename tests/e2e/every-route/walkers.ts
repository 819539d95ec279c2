import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { invitationIn } from '../../support/let-in.ts';
import { call, type Person } from '../support/people.ts';
import { walkers } from '../support/routes.ts';
import type { ServerProcess } from '../support/server-process.ts';

const built = fileURLToPath(new URL('../../../dist', import.meta.url));

export type WalkerName = 'owner' | 'admin' | 'user' | 'super admin';

const person = (first_name: string): Person => ({
  email: `${first_name.toLowerCase()}@tranquera.demo`,
  password: `la tranquera de ${first_name} 7`,
  first_name,
  last_name: 'Luna',
});

/** The two of the demonstration, an administrator on their team, and the super admin, who has no farm; the server has one conversation. */
export async function settleWalkers(server: ServerProcess): Promise<Readonly<Record<WalkerName, Person>>> {
  const enter = async (path: string, body: object): Promise<string> =>
    String((await call(server, 'POST', path, { body }))['token']);
  const { email, password } = walkers.owner;
  const token = await enter('/api/auth/log-in', { email, password });
  const mine = await call(server, 'GET', '/api/organization/my-organizations', { token });
  const [held] = mine['organizations'] as readonly { readonly organization: { readonly id: string } }[];
  const organization_id = held?.organization.id ?? '';

  const admin = person('Rita');
  const adminToken = await enter('/api/auth/sign-up', { ...admin, phone: '+5492494551203' });
  const asked = await call(server, 'POST', '/api/organization/add-user', {
    token,
    body: { organization_id, email: admin.email, role: 'admin' },
  });
  await call(server, 'POST', '/api/organization/accept-invitation', {
    token: adminToken,
    body: { token: invitationIn(asked['invitation_url']) },
  });
  // Everybody is greeted by a message of the product: that is a conversation.
  await call(server, 'POST', `/api/organization/${organization_id}/send-greeting`, { token });

  const platform = person('Sara');
  await enter('/api/auth/sign-up', { ...platform, phone: '+5492494551204' });
  const settings = { ...process.env, DATA_DIR: join(server.dataDir, 'demo'), LOG_LEVEL: 'warn' };
  await promisify(execFile)(process.execPath, [join(built, 'server/server/super-admin.js'), platform.email], {
    env: settings,
  });
  return { owner: walkers.owner, admin, user: walkers.hand, 'super admin': platform };
}
