import { randomUUID } from 'node:crypto';
import type { Answer, Ask, Asked } from './wire.ts';

interface Person {
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

/** In the past in any time zone. */
export const examDay = '2026-02-10';

type Ids = Record<string, string>;

/** The exam's own people and farm; nothing else is touched. */
export interface World {
  readonly base: string;
  readonly ask: Ask;
  /** A call such as `PUT /api/lot/edit/{org}` by a person, or without a token; path, body and token are filled in (`fill`). */
  readonly as: (name: Name | null, call: string, more?: Partial<Asked>) => Promise<Answer>;
  readonly people: Readonly<Record<Name, Person>>;
  /** By name (`org`, `lot`, `cria`, `category Vaca`, `BIRTH` …). */
  readonly ids: Ids;
  readonly theirs: Ids;
  /** A super admin's token, if the operator lent one. */
  readonly operator: string | null;
}

type Known = Pick<World, 'ids' | 'people'>;

export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapTexts(part, change)]));
}

/** A text with the id for `{lot}`, a person's data for `{eva.email}`, and any other `{name}` without its braces. */
const fill = (text: string, { ids, people }: Known): string =>
  text.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const [who = '', field = ''] = name.split('.');
    return ids[name] ?? people[who as Name]?.[field as keyof Person] ?? name;
  });

export function requestTo(call: string, { token, body, ...more }: Partial<Asked>, known: Known): Asked {
  const [, method = '', path = ''] = /^(\S+) (.*)$/.exec(call) ?? [];
  const filled = (text: string): string => fill(text, known);
  return {
    method,
    path: path.replace(/\{[^{}]+\}/g, (name) => encodeURIComponent(filled(name))),
    token: token && filled(token),
    ...(body !== undefined && { body: mapTexts(body, filled) }),
    ...more,
  };
}

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

/** The text at a path; throws with the whole answer if missing. */
export function textAt(answer: Answer, ...way: string[]): string {
  const found = way.reduce<unknown>((whole, name) => (whole as Answer['body'] | undefined)?.[name], answer.body);
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
async function furnish(ask: Ask, token: string, ids: Ids, letter: string): Promise<void> {
  const make = async (name: string, path: string, body: object, thing: string): Promise<void> => {
    ids[name] = textAt(await ask({ method: 'POST', path: `${path}/${ids.org}`, token, body }), thing, 'id');
  };
  await make('lot', '/api/lot/create', { name: `El Ombú ${letter}`, hectares: 120 }, 'lot');
  await make('bajo', '/api/lot/create', { name: `El Bajo ${letter}`, hectares: 80.5 }, 'lot');
  await make('cria', '/api/rodeo', { name: `Cría ${letter}` }, 'rodeo');
  await make('invernada', '/api/rodeo', { name: `Invernada ${letter}` }, 'rodeo');
  await make('campo', '/api/campo', { name: `Campo Sur ${letter}` }, 'campo');
  const { body } = await ask({ method: 'GET', path: `/api/animal-categories/${ids.org}`, token });
  for (const { id, name } of body.categories as { id: string; name: string }[]) ids[`category ${name}`] ??= id;
}

async function stock({ as }: World): Promise<void> {
  const buy = async (rodeo: string, lot: string, category: string): Promise<void> => {
    const animals = [{ type: `{category ${category}}`, count: 500 }];
    const body = { date: '2026-01-10', rodeo_id: `{${rodeo}}`, lot_id: `{${lot}}`, animals };
    textAt(await as('ana', 'POST /api/movement/purchase/{org}', { body }), 'movement', 'id');
  };
  for (const category of ['Vaca', 'Toro', 'Ternero al pie', 'Ternera al pie']) await buy('cria', 'lot', category);
  for (const category of ['Novillito', 'Novillo']) await buy('invernada', 'bajo', category);
}

export const invitationIn = (link: string): string => /[#?&]invitation=([^&]+)/.exec(link)?.[1] ?? '';

/** A backend may require the invitee's consent: the inviter gets a personal link. */
async function acceptWhereAsked({ as }: World, name: Name, asked: Answer): Promise<void> {
  const secret = invitationIn(textAt(asked, 'invitation_url'));
  if (secret === '') return;
  await as(name, 'POST /api/organization/accept-invitation', { body: { token: decodeURIComponent(secret) } });
}

/** Signs people up and makes their farms. Throws if the backend cannot. */
export async function createWorld(base: string, ask: Ask, superAdmin: Account | null): Promise<World> {
  const run = randomUUID().slice(0, 8);
  const people = {} as Record<Name, Person>;
  for (const [index, [name, last]] of names.entries()) people[name] = await signUp(ask, run, name, last, index);
  const operator =
    superAdmin && textAt(await ask({ method: 'POST', path: '/api/auth/log-in', body: superAdmin }), 'token');
  const ids: Ids = {};
  const as: World['as'] = (name, call, more) =>
    ask(requestTo(call, { token: name && `{${name}.token}`, ...more }, { ids, people }));
  const world: World = { base, ask, as, people, ids, theirs: {}, operator };
  for (const [owner, own, letter] of [
    [people.ana, ids, 'A'],
    [people.dana, world.theirs, 'D'],
  ] as const) {
    const body = { name: `Examen ${run} ${letter}` };
    const made = await ask({ method: 'POST', path: '/api/organization', token: owner.token, body });
    own.org = textAt(made, 'organization', 'id');
    await furnish(ask, owner.token, own, letter);
  }
  for (const [name, role] of [
    ['beto', 'admin'],
    ['caro', 'user'],
    ['fede', 'user'],
  ] as const) {
    const body = { organization_id: '{org}', email: `{${name}.email}`, role };
    await acceptWhereAsked(world, name, await as('ana', 'POST /api/organization/add-user', { body }));
  }
  await stock(world);
  return world;
}
