import { randomUUID } from 'node:crypto';
import type { Answer, Ask } from './wire.ts';

/** A signed-up person. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly first_name: string;
  readonly last_name: string;
  id: string;
  token: string;
  refresh: string;
}

/** Ana owns the farm, Beto is admin, Caro user; Dana owns another; Eva's account is deleted, Fede is removed from the team. */
export type Name = 'ana' | 'beto' | 'caro' | 'dana' | 'eva' | 'fede';

/** The exam's own people and farm; nothing else is touched. */
export interface World {
  readonly base: string;
  readonly ask: Ask;
  readonly people: Readonly<Record<Name, Person>>;
  /** By name (`org`, `lot`, `cria`, `vaca`, `BIRTH` …). */
  readonly ids: Record<string, string>;
  /** Dana's farm. */
  readonly theirs: Record<string, string>;
  /** A super admin's token, if the operator lent one. */
  readonly operator: string | null;
}

/** An account that the exam did not create. */
export interface Account {
  readonly email: string;
  readonly password: string;
}

const names: readonly (readonly [Name, string])[] = [
  ['ana', 'Pérez'],
  ['beto', 'Gómez'],
  ['caro', 'Díaz'],
  ['dana', 'Ruiz'],
  ['eva', 'Sosa'],
  ['fede', 'Luna'],
];

const part = (answer: Answer, ...way: string[]): unknown =>
  way.reduce<unknown>((whole, name) => (whole as Readonly<Record<string, unknown>> | undefined)?.[name], answer.body);

/** The text at a path; throws with the whole answer if missing. */
export function textAt(answer: Answer, ...way: string[]): string {
  const found = part(answer, ...way);
  if (typeof found === 'string' && found !== '') return found;
  throw new Error(`${way.join('.')}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

async function signUp(ask: Ask, run: string, name: Name, last_name: string, index: number): Promise<Person> {
  const person = {
    email: `${name}.${run}@examen.test`,
    password: `tranquera azul de ${name} ${run}`,
    phone: `+54911${String(10_000_000 + Math.floor(Math.random() * 9_999_999) * 10 + index).slice(0, 8)}`,
    first_name: name.charAt(0).toUpperCase() + name.slice(1),
    last_name,
  };
  const answer = await ask({ method: 'POST', path: '/api/auth/sign-up', body: person });
  const [token, refresh] = [textAt(answer, 'token'), textAt(answer, 'refresh_token')];
  const id = textAt(await ask({ method: 'GET', path: '/api/user', token }), 'user', 'id');
  return { ...person, id, token, refresh };
}

/** Creates lots, rodeos and a campo; keeps their ids. */
async function furnish(ask: Ask, token: string, ids: Record<string, string>, letter: string): Promise<void> {
  const org = ids.org ?? '';
  const make = async (name: string, path: string, body: object, thing: string): Promise<void> => {
    ids[name] = textAt(await ask({ method: 'POST', path: `${path}/${org}`, token, body }), thing, 'id');
  };
  await make('lot', '/api/lot/create', { name: `El Ombú ${letter}`, hectares: 120 }, 'lot');
  await make('bajo', '/api/lot/create', { name: `El Bajo ${letter}`, hectares: 80.5 }, 'lot');
  await make('cria', '/api/rodeo', { name: `Cría ${letter}` }, 'rodeo');
  await make('invernada', '/api/rodeo', { name: `Invernada ${letter}` }, 'rodeo');
  await make('campo', '/api/campo', { name: `Campo Sur ${letter}` }, 'campo');
  const { body } = await ask({ method: 'GET', path: `/api/animal-categories/${org}`, token });
  for (const { id, name } of body.categories as { id: string; name: string }[]) ids[`category ${name}`] ??= id;
}

async function stock({ ask, people, ids }: World): Promise<void> {
  const buy = async (rodeo: string, lot: string, category: string, count: number): Promise<void> => {
    const body = {
      date: '2026-01-10',
      rodeo_id: ids[rodeo],
      lot_id: ids[lot],
      animals: [{ type: ids[`category ${category}`], count }],
    };
    textAt(
      await ask({ method: 'POST', path: `/api/movement/purchase/${ids.org}`, token: people.ana.token, body }),
      'movement',
      'id',
    );
  };
  for (const category of ['Vaca', 'Toro', 'Ternero al pie', 'Ternera al pie']) await buy('cria', 'lot', category, 500);
  for (const category of ['Novillito', 'Novillo']) await buy('invernada', 'bajo', category, 500);
}

/** A backend may require the invitee's consent: the inviter gets a personal link. */
async function acceptWhereAsked(ask: Ask, { token }: Person, asked: Awaited<ReturnType<Ask>>): Promise<void> {
  const link = textAt(asked, 'invitation_url');
  const [, secret] = /[#?&]invitation=([^&]+)/.exec(link) ?? [];
  if (secret === undefined) return;
  const body = { token: decodeURIComponent(secret) };
  await ask({ method: 'POST', path: '/api/organization/accept-invitation', token, body });
}

/** Signs people up and makes their farms. Throws if the backend cannot. */
export async function createWorld(base: string, ask: Ask, superAdmin: Account | null): Promise<World> {
  const run = randomUUID().slice(0, 8);
  const people: Partial<Record<Name, Person>> = {};
  for (const [index, [name, last]] of names.entries()) people[name] = await signUp(ask, run, name, last, index);
  const operator =
    superAdmin && textAt(await ask({ method: 'POST', path: '/api/auth/log-in', body: superAdmin }), 'token');
  const world: World = { base, ask, people: people as Record<Name, Person>, ids: {}, theirs: {}, operator };
  const { ana, beto, caro, dana, fede } = world.people;
  for (const [owner, ids, letter] of [
    [ana, world.ids, 'A'],
    [dana, world.theirs, 'D'],
  ] as const) {
    const body = { name: `Examen ${run} ${letter}` };
    const made = await ask({ method: 'POST', path: '/api/organization', token: owner.token, body });
    ids.org = textAt(made, 'organization', 'id');
    await furnish(ask, owner.token, ids, letter);
  }
  for (const [person, role] of [
    [beto, 'admin'],
    [caro, 'user'],
    [fede, 'user'],
  ] as const) {
    const body = { organization_id: world.ids.org, email: person.email, role };
    const asked = await ask({ method: 'POST', path: '/api/organization/add-user', token: ana.token, body });
    await acceptWhereAsked(ask, person, asked);
  }
  await stock(world);
  return world;
}
