import { demoPeople } from '../../../src/server/seed/places.ts';
import { call, type Person } from './people.ts';
import type { ServerProcess } from './server-process.ts';

/** Who walks through the screens. */
export type Walker = 'owner' | 'hand';

/** One screen of product.md §2, as the demonstration's farm shows it. */
export interface Stop {
  /** The route as the specification writes it. */
  readonly route: string;
  readonly path: string;
}

const first = async (server: ServerProcess, token: string, path: string, part: string): Promise<string> => {
  const found = (await call(server, 'GET', path, { token }))[part] as readonly { readonly id: string }[];
  const id = found[0]?.id;
  if (!id) throw new Error(`The demonstration has no ${part}`);
  return id;
};

export const walkers: Readonly<Record<Walker, Person>> = demoPeople;

/** Every screen behind the log-in, with the ids of the farm that the server was seeded with. */
export async function farmStops(server: ServerProcess): Promise<readonly Stop[]> {
  const { email, password } = walkers.owner;
  const token = String((await call(server, 'POST', '/api/auth/log-in', { body: { email, password } }))['token']);
  const mine = await call(server, 'GET', '/api/organization/my-organizations', { token });
  const [held] = mine['organizations'] as readonly { readonly organization: { readonly id: string } }[];
  const org = held?.organization.id ?? '';
  const id = (path: string, part: string): Promise<string> => first(server, token, `${path}/${org}`, part);
  const lot = await id('/api/lot/info', 'lots');
  return [
    { route: 'dashboard', path: '/dashboard' },
    { route: 'campos', path: '/campos' },
    { route: 'stock', path: '/stock' },
    { route: 'stock/{id}', path: `/stock/${await id('/api/asset', 'assets')}` },
    { route: 'create-stock', path: '/create-stock' },
    { route: 'data', path: '/data' },
    { route: 'data/{id}', path: `/data/${await id('/api/movement/all', 'movements')}` },
    { route: 'rodeos', path: '/rodeos' },
    { route: 'rodeos/{id}', path: `/rodeos/${await id('/api/rodeo', 'rodeos')}` },
    { route: 'lots', path: '/lots' },
    { route: 'lots/create', path: '/lots/create' },
    { route: 'lots/{id}', path: `/lots/${lot}` },
    { route: 'lots/{id}/edit', path: `/lots/${lot}/edit` },
    { route: 'ciclos-reproductivos', path: '/ciclos-reproductivos' },
    {
      route: 'ciclos-reproductivos/{id}',
      path: `/ciclos-reproductivos/${await id('/api/reproductive-cycle', 'cycles')}`,
    },
    { route: 'billing', path: '/billing' },
    { route: 'billing/{id}', path: `/billing/${await id('/api/invoice', 'invoices')}` },
    { route: 'create-invoice', path: '/create-invoice' },
    { route: 'upload-invoice', path: '/upload-invoice' },
    { route: 'purchases', path: '/purchases' },
    { route: 'consumption', path: '/consumption' },
    { route: 'work-team', path: '/work-team' },
    { route: 'notes', path: '/notes' },
    { route: 'tasks', path: '/tasks' },
    { route: 'configuration', path: '/configuration' },
    // No screen of the specification: what a new farm is led through.
    { route: 'empezar', path: '/empezar' },
  ];
}

/** The screens before the log-in. */
export const doors: readonly Stop[] = [
  { route: 'landing', path: '/' },
  { route: 'log-in', path: '/log-in' },
  { route: 'sign-up', path: '/sign-up' },
  { route: 'recovery', path: '/recovery' },
  { route: 'admin-activation', path: '/admin-activation' },
];
