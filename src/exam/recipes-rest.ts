import type { ExamplePlaces, Thing } from '../domain/things/describe.ts';
import { exampleOf } from '../domain/things/examples.ts';
import { allThings, type ThingName } from '../domain/things/registry.ts';
import { keeps, onFarm, personal, type Recipe } from './recipe.ts';
import { restKindRecipes } from './recipes-kinds.ts';
import { shapeOf, type SpecRoute, specRoutes } from './spec-routes.ts';
import { examDay, invitationIn, textAt } from './world.ts';

const places: ExamplePlaces = {
  lot: '{lot}',
  campo: '{rest campo}',
  rodeo: '{rest rodeo}',
  category: '{category Vaca}',
};

const route = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string): SpecRoute =>
  `${method} ${path as `/${string}`}`;

/** Creates, lists, reads and changes a thing. */
function whole({ name, calls }: Thing<ThingName>): Recipe[] {
  const id = `rest ${name}`;
  const { form, changes } = exampleOf(name, places);
  return [
    onFarm(route('POST', calls.create), 'ana', form, { keep: keeps(name, id) }),
    onFarm(route('GET', calls.list), 'ana'),
    ...(calls.read === null ? [] : [onFarm(route('GET', calls.read), 'ana', null, { at: { id } })]),
    onFarm(route('PUT', calls.edit), 'ana', changes, { at: { id } }),
  ];
}
const farewell = ({ name, calls }: Thing<ThingName>): Recipe[] =>
  calls.remove === null ? [] : [onFarm(route('DELETE', calls.remove), 'ana', null, { at: { id: `rest ${name}` } })];

/** Things without calls in product.md §7; deleted in reverse order. */
const specified = new Set(specRoutes.map(shapeOf));
const unspecified = allThings.filter(({ calls }) => !specified.has(shapeOf(`POST ${calls.create}`)));

const count = (heads: number) => ({
  date: examDay,
  kind: 'recount',
  lot_id: '{bajo}',
  rodeo_id: '{invernada}',
  counted: [{ type: '{category Novillito}', count: heads, reason: 'faltante' }],
});
const counted = (name: string): Recipe =>
  onFarm('POST /api/audit/{org}', 'caro', count(490), { keep: keeps('movement', name) });

/** The generator of P-256. */
const aPublicKey = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';

const aKeyName = 'k3J8s0Qw2tUuV5yZ1bN7xA';

const sessionOfNobody = '00000000-0000-4000-8000-000000000000';

/** Calls of wire.md beyond product.md §7, except files and lost phones, which have groups of their own. */
export const restRecipes: readonly Recipe[] = [
  personal('GET /api/health', null),
  personal('POST /api/auth/left-sessions', null, { session_ids: [sessionOfNobody] }),
  personal('POST /api/auth/storage-key', 'ana', { name: aKeyName }),
  ...unspecified.flatMap(whole),
  onFarm('PUT /api/lot/water/{org}', 'caro', { id: '{lot}', water: 'baja', water_on: examDay }),
  ...unspecified.toReversed().flatMap(farewell),
  counted('count'),
  onFarm('PUT /api/audit/{org}/{id}', 'caro', count(495), { at: { id: 'count' } }),
  onFarm('PUT /api/audit/{org}/{id}/approve', 'ana', null, { at: { id: 'count' } }),
  counted('other count'),
  onFarm('PUT /api/audit/{org}/{id}/reject', 'ana', { reason: 'Mal contado' }, { at: { id: 'other count' } }),
  onFarm(
    'POST /api/asset',
    'ana',
    { organization_id: '{org}', name: 'Alambre', kind: 'otro', unit: 'rollo' },
    { keep: keeps('asset', 'wire') },
  ),
  onFarm('POST /api/asset/{org}/adjust', 'ana', { asset_id: '{wire}', counted: 0 }),
  onFarm('DELETE /api/asset/{id}', 'ana', null, { at: { id: 'wire' } }),
  ...restKindRecipes,
  onFarm('PUT /api/movement/review/{org}/{id}', 'ana', { reasons: ['role'] }, { at: { id: 'PREGNANCY_DIAGNOSIS' } }),
  onFarm('GET /api/sync/{org}', 'caro'),
  onFarm('GET /api/sync/{org}/snapshot', 'caro'),
  // Tags expire; an unknown one must give RESYNC.
  onFarm('GET /api/sync/{org}/history/{tag}', 'caro', null, { at: { tag: 'none' }, refusal: 'RESYNC' }),
  onFarm('POST /api/sync/{org}/life', 'caro', { commits: [] }),
  onFarm('POST /api/sync/{org}/device-key', 'caro', { public_key: aPublicKey }),
  onFarm(
    'POST /api/organization/add-person',
    'ana',
    { organization_id: '{org}', first_name: 'Cacho', phone: null },
    { keep: keeps('user', 'person') },
  ),
  onFarm(
    'PUT /api/organization/person/{userId}',
    'ana',
    { organization_id: '{org}', first_name: 'Oscar', last_name: 'Luna' },
    { at: { userId: 'person' } },
  ),
  onFarm(
    'POST /api/organization/invite',
    'ana',
    { organization_id: '{org}', first_name: 'Ramón', role: 'user' },
    { keep: (answer, { ids }) => void (ids.letter = invitationIn(textAt(answer, 'invitation_url'))) },
  ),
  personal('POST /api/auth/invitation', null, { token: '{letter}' }),
  personal('POST /api/auth/sign-up-invited', null, { token: '{letter}', password: '{caro.password} de ramon' }),
  personal('GET /api/conversation/{id}/file/{fileId}', 'ana', null, {
    refusal: 'FORBIDDEN',
    at: { id: 'una', fileId: 'una' },
  }),
  personal('POST /api/organization/accept-invitation', 'dana', { token: 'no such letter' }, { refusal: 'NOT_FOUND' }),
];
