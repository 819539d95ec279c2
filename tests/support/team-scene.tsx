import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { TeamScreen } from '../../src/app/features/team/team-screen.tsx';
import type { Member } from '../../src/contract/endpoints/account.ts';
import type { Role } from '../../src/domain/people/roles.ts';
import { calm, fakeFarm, renderScreen } from './fake-farm.tsx';
import { json, juan } from './phone-session.ts';
import { signedIn } from './signed-in.ts';

/** Somebody of a team. */
export const person = (id: string, first_name: string, role: Role, more: Partial<Member> = {}): Member => ({
  id,
  first_name,
  last_name: 'Paz',
  role,
  state: 'activo',
  phone: '+5491155551234',
  email: `${id}@campo.ar`,
  ...more,
});
/** A team of every role. */
export const team = [
  person('luis', 'luis', 'user'),
  person('juan', 'juan', 'owner'),
  person('ana', 'ana', 'owner'),
  person('marta', 'marta', 'admin'),
  person('nueva', 'nueva', 'user', { state: 'sin_contrasena' }),
  person('ido', 'ido', 'user', { state: 'quitado' }),
];
const invitations = [{ id: 'inv', email: 'tito@campo.ar', role: 'user', expires_at: '2096-11-28T12:00:00.000Z' }];

/** How the screen of the team is opened, and what the server answers. */
export interface Scene {
  readonly role?: Role;
  readonly sheet?: string | null;
  readonly answer?: (method: string, path: string) => Response | null;
  readonly isOffline?: boolean;
  readonly members?: readonly Member[];
  readonly invited?: readonly object[];
}

/** Shows the screen of the team to somebody of this role. */
export async function showTeam({
  role = 'owner',
  sheet = null,
  answer,
  isOffline = false,
  members = team,
  invited = invitations,
}: Scene = {}) {
  const list = [{ organization: { id: 'ombu', name: 'El Ombú' }, role }];
  const phone = await signedIn(
    ({ path, method }) => {
      const organization = {
        id: 'ombu',
        name: 'El Ombú',
        users: [],
        categories: [],
        settings: {},
        invitations: invited,
      };
      if (path.startsWith('/api/organization/data/')) return json({ ok: true, organization });
      if (path.endsWith('/session')) return json({ ok: true, sessions: [] });
      return method === 'GET' ? null : (answer?.(method, path) ?? json({ ok: true, alreadyDeleted: false }));
    },
    { list, person: juan },
  );
  const onClose = vi.fn<() => void>();
  const onOpen = vi.fn<(name: string) => void>();
  const farm = fakeFarm({ members, status: { ...calm, reach: isOffline ? 'unreachable' : 'reachable' } });
  await renderScreen(<TeamScreen sheet={sheet} onOpen={onOpen} onClose={onClose} />, { session: phone.session, farm });
  await screen.findByRole('list', { name: 'Integrantes' });
  const written = () =>
    phone.sent.filter((call) => call.method !== 'GET').map(({ method, path, body }) => [method, path, body]);
  return { ...phone, onOpen, onClose, farm, written };
}
