import { call } from '../e2e/support/people.ts';
import type { ServerProcess } from '../e2e/support/server-process.ts';
import { testPassword } from './server.ts';

/** A farm made from nothing on a running server, by its owner's calls: one lot, one rodeo. */
export interface FirstFarm {
  readonly token: string;
  readonly org: string;
  /** Where a record takes place; `category`: the id of the one that was asked for by its name. */
  readonly place: { readonly lot_id: string; readonly rodeo_id: string; readonly category: string };
}

/** Signs its owner up and makes the farm. */
export async function makeFirstFarm(server: ServerProcess, categoryName: string): Promise<FirstFarm> {
  const person = { email: 'ana@campo.test', first_name: 'Ana', last_name: 'Pérez', phone: '+5491155550000' };
  const signedUp = await call(server, 'POST', '/api/auth/sign-up', { body: { ...person, password: testPassword } });
  const token = String(signedUp['token']);
  const made = async (path: string, body: object, part: string): Promise<string> =>
    ((await call(server, 'POST', path, { token, body }))[part] as { id: string }).id;
  const org = await made('/api/organization', { name: 'La Esperanza' }, 'organization');
  const { categories } = await call(server, 'GET', `/api/animal-categories/${org}`, { token });
  const place = {
    lot_id: await made(`/api/lot/create/${org}`, { name: 'El Bajo', hectares: 80 }, 'lot'),
    rodeo_id: await made(`/api/rodeo/${org}`, { name: 'Cría' }, 'rodeo'),
    category: (categories as { id: string; name: string }[]).find(({ name }) => name === categoryName)?.id ?? '',
  };
  return { token, org, place };
}
