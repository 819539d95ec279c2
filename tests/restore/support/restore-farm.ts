import { call, type Person } from '../../e2e/support/people.ts';
import type { ServerProcess } from '../../e2e/support/server-process.ts';
import type { FieldOwner } from '../../e2e/support/field-page.ts';
import type { Backed } from './backing.ts';

const person = (first_name: string): Person => ({
  email: `${first_name.toLowerCase()}@campo.test`,
  password: `la tranquera de ${first_name} 7`,
  first_name,
  last_name: 'Pérez',
});

/** Everybody of the farm: the owner, three admins and a hand, with a phone each. */
export const team = {
  ana: person('Ana'),
  beto: person('Beto'),
  caro: person('Caro'),
  dario: person('Dario'),
  elena: person('Elena'),
} as const;

export type Name = keyof typeof team;

export interface RestoreFarm {
  readonly server: ServerProcess;
  readonly organizationId: string;
  readonly owners: Readonly<Record<Name, FieldOwner>>;
  readonly lot: string;
  readonly rodeo: string;
  readonly calf: string;
}

/** A movement as the server tells of it. */
export interface Told {
  readonly id: string;
  readonly type: string;
  readonly detail: string | null;
  readonly deleted: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const idIn = (answer: Readonly<Record<string, unknown>>, part: string): string => (answer[part] as { id: string }).id;

/** Signs everybody up, makes the farm as Ana and puts the others on its team. */
export async function settleRestoreFarm({ server, write }: Backed): Promise<RestoreFarm> {
  const people: Partial<Record<Name, { token: string; userId: string }>> = {};
  for (const [index, name] of (Object.keys(team) as Name[]).entries()) {
    const body = { ...team[name], phone: `+549115555120${index}` };
    const token = String((await call(server, 'POST', '/api/auth/sign-up', { body }))['token']);
    people[name] = { token, userId: idIn(await call(server, 'GET', '/api/user', { token }), 'user') };
  }
  const token = people.ana?.token ?? '';
  const make = (path: string, body: object) => call(server, 'POST', path, { token, body });
  const organizationId = idIn(await make('/api/organization', { name: 'La Esperanza' }), 'organization');
  const now = new Date().toISOString();
  for (const name of ['beto', 'caro', 'dario', 'elena'] as const) {
    await write(
      'insert into memberships (organization_id, user_id, role, created_at, removed_at) values (?, ?, ?, ?, null)',
      [organizationId, people[name]?.userId ?? '', name === 'caro' ? 'user' : 'admin', now],
    );
  }
  const { categories } = (await call(server, 'GET', `/api/animal-categories/${organizationId}`, { token })) as {
    categories: { id: string; name: string }[];
  };
  const owners = Object.fromEntries(
    Object.entries(people).map(([name, known]) => [name, { organizationId, ...known }]),
  ) as unknown as RestoreFarm['owners'];
  return {
    server,
    organizationId,
    owners,
    lot: idIn(await make(`/api/lot/create/${organizationId}`, { name: 'El Ombú', hectares: 120 }), 'lot'),
    rodeo: idIn(await make(`/api/rodeo/${organizationId}`, { name: 'Cría' }), 'rodeo'),
    calf: categories.find(({ name }) => name === 'Ternero al pie')?.id ?? '',
  };
}

/** The owner as a program sees the farm: he signs in anew, so that no token of before the copy stands between. */
export async function tokenOfAna(server: ServerProcess): Promise<string> {
  const { email, password } = team.ana;
  return String((await call(server, 'POST', '/api/auth/log-in', { body: { email, password } }))['token']);
}

/** Every record that somebody made, with those that were deleted. */
export async function recordsOn({ server, organizationId }: RestoreFarm, token: string): Promise<readonly Told[]> {
  const { movements } = (await call(server, 'GET', `/api/movement/all/${organizationId}`, { token })) as {
    movements: Told[];
  };
  return movements.filter(({ detail }) => detail !== null && detail !== '');
}

/** The animals on the farm. */
export async function headsOn({ server, organizationId }: RestoreFarm, token: string): Promise<number> {
  const { lots } = (await call(server, 'GET', `/api/lot/info/${organizationId}`, { token })) as {
    lots: { animals: { count: number }[] }[];
  };
  return lots.flatMap(({ animals }) => animals).reduce((sum, { count }) => sum + count, 0);
}
