import type { ExamplePlaces, Thing } from '../domain/things/describe.ts';
import { exampleOf } from '../domain/things/examples.ts';
import { allThings, type ThingName } from '../domain/things/registry.ts';
import { examDay } from './bodies.ts';
import { onFarm, personal, type Recipe } from './recipe.ts';
import { restKindRecipes } from './recipes-kinds.ts';
import { shapeOf, type SpecRoute, specRoutes } from './spec-routes.ts';
import { textAt, type World } from './world.ts';

const named =
  (name: string): Recipe['at'] =>
  ({ ids }) => ({ id: ids[name] });
const keeps =
  (part: string, name: string): Recipe['keep'] =>
  (answer, { ids }) =>
    void (ids[name] = textAt(answer, part, 'id'));

const placesOf = ({ ids }: World): ExamplePlaces => ({
  lot: ids.lot ?? '',
  campo: ids['rest campo'] ?? '',
  rodeo: ids['rest rodeo'] ?? '',
  category: ids['category Vaca'] ?? '',
});

const route = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string): SpecRoute =>
  `${method} ${path as `/${string}`}`;

/** Creates, lists, reads and changes a thing. */
function whole({ name, calls }: Thing<ThingName>): Recipe[] {
  const at = named(`rest ${name}`);
  const made = (world: World): object => exampleOf(name, placesOf(world)).form;
  const changed = (world: World): object => exampleOf(name, placesOf(world)).changes;
  return [
    onFarm(route('POST', calls.create), 'ana', made, { keep: keeps(name, `rest ${name}`) }),
    onFarm(route('GET', calls.list), 'ana'),
    ...(calls.read === null ? [] : [onFarm(route('GET', calls.read), 'ana', null, { at })]),
    onFarm(route('PUT', calls.edit), 'ana', changed, { at }),
  ];
}
const farewell = ({ name, calls }: Thing<ThingName>): Recipe[] =>
  calls.remove === null ? [] : [onFarm(route('DELETE', calls.remove), 'ana', null, { at: named(`rest ${name}`) })];

/** Things without calls in product.md §7; deleted in reverse order. */
const specified = new Set(specRoutes.map(shapeOf));
const unspecified = allThings.filter(({ calls }) => !specified.has(shapeOf(`POST ${calls.create}`)));
const places: readonly Recipe[] = [
  ...unspecified.flatMap(whole),
  onFarm('PUT /api/lot/water/{org}', 'caro', ({ ids }) => ({ id: ids.lot, water: 'baja', water_on: examDay })),
  ...unspecified.toReversed().flatMap(farewell),
];

const count = ({ ids }: World, heads: number) => ({
  date: examDay,
  kind: 'recount',
  lot_id: ids.bajo,
  rodeo_id: ids.invernada,
  counted: [{ type: ids['category Novillito'], count: heads, reason: 'faltante' }],
});
const counted = (name: string): Recipe =>
  onFarm('POST /api/audit/{org}', 'caro', (world) => count(world, 490), { keep: keeps('movement', name) });
const counts: readonly Recipe[] = [
  counted('count'),
  onFarm('PUT /api/audit/{org}/{id}', 'caro', (world) => count(world, 495), { at: named('count') }),
  onFarm('PUT /api/audit/{org}/{id}/approve', 'ana', null, { at: named('count') }),
  counted('other count'),
  onFarm('PUT /api/audit/{org}/{id}/reject', 'ana', () => ({ reason: 'Mal contado' }), { at: named('other count') }),
];

const supplies: readonly Recipe[] = [
  onFarm(
    'POST /api/asset',
    'ana',
    ({ ids }) => ({ organization_id: ids.org, name: 'Alambre', kind: 'otro', unit: 'rollo' }),
    { keep: keeps('asset', 'wire') },
  ),
  onFarm('POST /api/asset/{org}/adjust', 'ana', ({ ids }) => ({ asset_id: ids.wire, counted: 0 })),
  onFarm('DELETE /api/asset/{id}', 'ana', null, { at: named('wire') }),
];

/** The generator of P-256. */
const aPublicKey = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';

/** 16 random bytes. */
const aKeyName = 'k3J8s0Qw2tUuV5yZ1bN7xA';

const sessionOfNobody = '00000000-0000-4000-8000-000000000000';

/** The token in an invitation link. */
const invitationIn = (link: string): string => /[#?&]invitation=([^&]+)/.exec(link)?.[1] ?? '';

/** Calls of wire.md beyond product.md §7, except files and lost phones, which have groups of their own. */
export const restRecipes: readonly Recipe[] = [
  personal('GET /api/health', null),
  personal('POST /api/auth/left-sessions', null, () => ({ session_ids: [sessionOfNobody] })),
  personal('POST /api/auth/storage-key', 'ana', () => ({ name: aKeyName })),
  ...places,
  ...counts,
  ...supplies,
  ...restKindRecipes,
  onFarm('PUT /api/movement/review/{org}/{id}', 'ana', () => ({ reasons: ['role'] }), {
    at: named('PREGNANCY_DIAGNOSIS'),
  }),
  onFarm('GET /api/sync/{org}', 'caro'),
  onFarm('GET /api/sync/{org}/snapshot', 'caro'),
  // Tags expire; an unknown one must give RESYNC.
  onFarm('GET /api/sync/{org}/history/{tag}', 'caro', null, { at: () => ({ tag: 'none' }), refusal: 'RESYNC' }),
  onFarm('POST /api/sync/{org}/life', 'caro', () => ({ commits: [] })),
  onFarm('POST /api/sync/{org}/device-key', 'caro', () => ({ public_key: aPublicKey })),
  onFarm(
    'POST /api/organization/add-person',
    'ana',
    ({ ids }) => ({ organization_id: ids.org, first_name: 'Cacho', phone: null }),
    { keep: keeps('user', 'person') },
  ),
  onFarm(
    'PUT /api/organization/person/{userId}',
    'ana',
    ({ ids }) => ({ organization_id: ids.org, first_name: 'Oscar', last_name: 'Luna' }),
    { at: ({ ids }) => ({ userId: ids.person }) },
  ),
  onFarm(
    'POST /api/organization/invite',
    'ana',
    ({ ids }) => ({ organization_id: ids.org, first_name: 'Ramón', role: 'user' }),
    { keep: (answer, { ids }) => void (ids.letter = invitationIn(textAt(answer, 'invitation_url'))) },
  ),
  personal('POST /api/auth/invitation', null, ({ ids }) => ({ token: ids.letter ?? '' })),
  personal('POST /api/auth/sign-up-invited', null, ({ ids, people }) => ({
    token: ids.letter ?? '',
    password: `${people.caro.password} de ramón`,
  })),
  personal('GET /api/conversation/{id}/file/{fileId}', 'ana', null, {
    refusal: 'FORBIDDEN',
    at: () => ({ id: 'una', fileId: 'una' }),
  }),
  personal('POST /api/organization/accept-invitation', 'dana', () => ({ token: 'no such letter' }), {
    refusal: 'NOT_FOUND',
  }),
];
