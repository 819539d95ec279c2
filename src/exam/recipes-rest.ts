import { examDay } from './bodies.ts';
import { onFarm, personal, type Recipe } from './recipe.ts';
import { restKindRecipes } from './recipes-kinds.ts';
import { textAt, type World } from './world.ts';

const named =
  (name: string): Recipe['at'] =>
  ({ ids }) => ({ id: ids[name] });
const keeps =
  (part: string, name: string): Recipe['keep'] =>
  (answer, { ids }) =>
    void (ids[name] = textAt(answer, part, 'id'));

/** Making, listing, reading, changing and deleting one sort of thing, in that order; `inside` are calls while it is there. */
function whole(path: string, part: string, bodies: Record<'made' | 'changed', (world: World) => object>): Recipe[] {
  const at = named(`rest ${part}`);
  const one: `/${string}` = `/api/${path}/{org}/{id}`;
  const hasReading = part !== 'task';
  return [
    onFarm(`POST /api/${path}/{org}`, 'ana', bodies.made, { keep: keeps(part, `rest ${part}`) }),
    onFarm(`GET /api/${path}/{org}`, 'ana'),
    ...(hasReading ? [onFarm(`GET ${one}`, 'ana', null, { at })] : []),
    onFarm(`PUT ${one}`, 'ana', bodies.changed, { at }),
  ];
}
const farewell = (path: string, part: string): Recipe =>
  onFarm(`DELETE /api/${path}/{org}/{id}`, 'ana', null, { at: named(`rest ${part}`) });

const service = { service_type: 'natural', service_start: '2026-10-15', service_end: '2027-01-15' };
const places: readonly Recipe[] = [
  ...whole('campo', 'campo', {
    made: () => ({ name: 'Campo Norte', total_hectares: 400 }),
    changed: () => ({ name: 'El Norte', tenure: 'arrendado' }),
  }),
  ...whole('rodeo', 'rodeo', {
    made: () => ({ name: 'Vaquillonas del examen' }),
    changed: () => ({ name: 'Vaquillonas', breed: 'Angus' }),
  }),
  ...whole('reproductive-cycle', 'cycle', {
    made: ({ ids }) => ({ rodeo_ids: [ids['rest rodeo']], ...service }),
    changed: () => ({ name: 'Servicio del examen' }),
  }),
  ...whole('task', 'task', {
    made: () => ({ title: 'Recorrer las aguadas', priority: 'alta' }),
    changed: () => ({ state: 'hecha' }),
  }),
  ...whole('invoice', 'invoice', {
    made: () => ({ lines: [{ concept: 'Vacunas', net: '100.00', vat_rate: 21 }] }),
    changed: () => ({ lines: [{ concept: 'Vacunas', net: '200.00', vat_rate: 21 }] }),
  }),
  onFarm('PUT /api/lot/water/{org}', 'caro', ({ ids }) => ({ id: ids['lot'], water: 'baja', water_on: examDay })),
  farewell('invoice', 'invoice'),
  farewell('task', 'task'),
  farewell('reproductive-cycle', 'cycle'),
  farewell('rodeo', 'rodeo'),
  farewell('campo', 'campo'),
];

const count = ({ ids }: World, heads: number) => ({
  date: examDay,
  kind: 'recount',
  lot_id: ids['bajo'],
  rodeo_id: ids['invernada'],
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
    ({ ids }) => ({ organization_id: ids['org'], name: 'Alambre', kind: 'otro', unit: 'rollo' }),
    { keep: keeps('asset', 'wire') },
  ),
  onFarm('POST /api/asset/{org}/adjust', 'ana', ({ ids }) => ({ asset_id: ids['wire'], counted: 0 })),
  onFarm('DELETE /api/asset/{id}', 'ana', null, { at: named('wire') }),
];

/** A point of P-256: its generator. */
const aPublicKey = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';

/** 16 bytes of chance. */
const aKeyName = 'k3J8s0Qw2tUuV5yZ1bN7xA';

const sessionOfNobody = '00000000-0000-4000-8000-000000000000';

/** How each call of wire.md is made that product.md §7 does not name; those with files and those of lost phones have parts of their own. */
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
  onFarm('POST /api/sync/{org}/life', 'caro', () => ({ commits: [] })),
  onFarm('POST /api/sync/{org}/device-key', 'caro', () => ({ public_key: aPublicKey })),
  onFarm(
    'POST /api/organization/add-person',
    'ana',
    ({ ids }) => ({ organization_id: ids['org'], first_name: 'Cacho', phone: null }),
    { keep: keeps('user', 'person') },
  ),
  onFarm(
    'PUT /api/organization/person/{userId}',
    'ana',
    ({ ids }) => ({ organization_id: ids['org'], first_name: 'Oscar', last_name: 'Luna' }),
    { at: ({ ids }) => ({ userId: ids['person'] }) },
  ),
  personal('GET /api/conversation/{id}/file/{fileId}', 'ana', null, {
    refusal: 'FORBIDDEN',
    at: () => ({ id: 'una', fileId: 'una' }),
  }),
  personal('POST /api/organization/accept-invitation', 'dana', () => ({ token: 'no such letter' }), {
    refusal: 'NOT_FOUND',
  }),
];
