import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { ServerProcess } from './server-process.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly first_name: string;
  readonly last_name: string;
}

const person = (first_name: string, last_name: string): Person => ({
  email: `${first_name.toLowerCase()}@campo.test`,
  password: `la tranquera de ${first_name} 7`,
  first_name,
  last_name,
});

/** Who works on the farm of the stories: the owner at the desk, the foreman and a hand in the field; Dana is a stranger. */
export const people = {
  ana: person('Ana', 'Pérez'),
  beto: person('Beto', 'Gómez'),
  caro: person('Caro', 'Díaz'),
  dana: person('Dana', 'Ruiz'),
} as const;

/** A plain call of the API, as a script would make it. */
export async function call(
  server: ServerProcess,
  method: string,
  path: string,
  options: { readonly token?: string; readonly body?: unknown } = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.address}${path}`, {
    method,
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.token && { authorization: `Bearer ${options.token}` }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  if (body['ok'] !== true) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(body)}`);
  return body;
}

export interface StoryFarm {
  readonly organizationId: string;
  readonly tokens: Readonly<Record<keyof typeof people, string>>;
}

/**
 * Signs everybody up, makes the farm as Ana, and puts Beto (admin) and Caro (user) on its team. The team's own calls come with a
 * later version, so the two memberships are written into the database by hand.
 */
export async function settleFarm(server: ServerProcess, name: string): Promise<StoryFarm> {
  const tokens: Record<string, string> = {};
  const ids: Record<string, string> = {};
  for (const [key, who] of Object.entries(people)) {
    const phone = `+54911555512${Object.keys(tokens).length}${Object.keys(tokens).length}`;
    const body = await call(server, 'POST', '/api/auth/sign-up', { body: { ...who, phone } });
    const token = String(body['token']);
    tokens[key] = token;
    const { user } = (await call(server, 'GET', '/api/user', { token })) as { user: { id: string } };
    ids[key] = user.id;
  }
  const made = await call(server, 'POST', '/api/organization', { token: tokens['ana'] ?? '', body: { name } });
  const organizationId = (made['organization'] as { id: string }).id;
  const database = new DatabaseSync(join(server.dataDir, 'tranquera.sqlite'));
  const join_ = database.prepare(
    'insert into memberships (organization_id, user_id, role, created_at, removed_at) values (?, ?, ?, ?, null)',
  );
  const now = new Date().toISOString();
  join_.run(organizationId, ids['beto'] ?? '', 'admin', now);
  join_.run(organizationId, ids['caro'] ?? '', 'user', now);
  database.close();
  return { organizationId, tokens: tokens as StoryFarm['tokens'] };
}
