import { examDay } from './bodies.ts';
import { onFarm, personal, type Recipe } from './recipe.ts';
import { specKindRecipes } from './recipes-kinds.ts';
import { accountRecipes, farewellRecipes, teamRecipes } from './recipes-people.ts';
import { textAt, type World } from './world.ts';

const heads = ({ ids }: World, name: string, count: number) => [{ type: ids[`category ${name}`], count }];
const named = ({ ids }: World, name: string) => ({ id: ids[name] });

const lots: readonly Recipe[] = [
  onFarm('GET /api/lot/info/{org}', 'caro'),
  onFarm('POST /api/lot/create/{org}', 'ana', () => ({ name: 'La Loma', hectares: 33.5, animals: [] }), {
    keep: (answer, { ids }) => void (ids.loma = textAt(answer, 'lot', 'id')),
  }),
  onFarm('GET /api/lot/details/{id}', 'caro', null, { at: (world) => named(world, 'lot') }),
  onFarm('PUT /api/lot/edit/{org}', 'ana', ({ ids }) => ({ id: ids.loma, name: 'La Loma Alta', hectares: 34 })),
  onFarm('PUT /api/lot/order/{org}', 'ana', ({ ids }) => ({
    items: [
      { id: ids.loma, order: 1 },
      { id: ids.lot, order: 2 },
    ],
  })),
  onFarm(
    'POST /api/lot/animal/update/{id}',
    'ana',
    ({ ids }) => ({
      organization_id: ids.org,
      lot_id: ids.loma,
      animal_type: ids['category Vaca'],
      count: 7,
    }),
    { at: (world) => named(world, 'category Vaca') },
  ),
  onFarm('POST /api/lot/animal/transfer', 'ana', ({ ids }) => ({
    organization_id: ids.org,
    lot_id: ids.loma,
    from_category: ids['category Vaca'],
    to_category: ids['category Toro'],
    count: 2,
  })),
  onFarm(
    'POST /api/lot/record-deaths/{id}',
    'ana',
    (world) => ({ date: examDay, rodeo_id: world.ids.cria, animals: heads(world, 'Vaca', 1), cause: 'rayo' }),
    { at: (world) => named(world, 'lot') },
  ),
  ...['Vaca', 'Toro'].map((category) =>
    onFarm(
      'POST /api/lot/animal/delete/{id}',
      'ana',
      ({ ids }) => ({
        organization_id: ids.org,
        lot_id: ids.loma,
        animal_type: ids[`category ${category}`],
      }),
      { at: (world) => named(world, `category ${category}`) },
    ),
  ),
  onFarm('DELETE /api/lot/delete/{org}/{lotId}', 'ana', null, { at: ({ ids }) => ({ lotId: ids.loma }) }),
];

const things: readonly Recipe[] = [
  onFarm('GET /api/animal-categories/{org}', 'caro'),
  onFarm('POST /api/animal-categories/{org}', 'ana', () => ({ name: 'Buey del examen' }), {
    keep: (answer, { ids }) => void (ids.buey = textAt(answer, 'category', 'id')),
  }),
  onFarm('POST /api/category/create/{org}', 'ana', () => ({ name: 'Torito del examen' })),
  onFarm('PUT /api/animal-categories/{org}/{id}', 'ana', () => ({ name: 'Buey manso del examen' }), {
    at: (world) => named(world, 'buey'),
  }),
  onFarm('DELETE /api/animal-categories/{org}/{id}', 'ana', null, { at: (world) => named(world, 'buey') }),
  onFarm('POST /api/note/create/{org}', 'caro', () => ({ text: 'Revisar el molino' }), {
    keep: (answer, { ids }) => void (ids.note = textAt(answer, 'note', 'id')),
  }),
  onFarm('GET /api/note/all/{org}', 'caro'),
  onFarm('PUT /api/note/update/{id}', 'caro', () => ({ text: 'Molino revisado' }), {
    at: (world) => named(world, 'note'),
  }),
  onFarm(
    'POST /api/asset',
    'ana',
    ({ ids }) => ({ organization_id: ids.org, name: 'Rollos', kind: 'forraje', unit: 'rollo' }),
    { keep: (answer, { ids }) => void (ids.asset = textAt(answer, 'asset', 'id')) },
  ),
  onFarm('GET /api/asset/{org}', 'caro'),
  onFarm('GET /api/asset/detail/{id}', 'caro', null, { at: (world) => named(world, 'asset') }),
  onFarm('PUT /api/asset/{id}', 'ana', () => ({ minimum: 3 }), { at: (world) => named(world, 'asset') }),
  // For super admins only: others are refused.
  personal('GET /api/conversation', 'ana', null, { refusal: 'FORBIDDEN' }),
  personal('GET /api/conversation/{id}', 'ana', null, { refusal: 'FORBIDDEN', at: () => ({ id: 'una' }) }),
  personal('GET /audio/{id}', 'ana', null, { refusal: 'FORBIDDEN', at: () => ({ id: 'uno' }) }),
];

const movements: readonly Recipe[] = [
  onFarm('POST /api/rodeo/record-deaths/{org}', 'ana', (world) => ({
    date: examDay,
    rodeo_id: world.ids.cria,
    lot_id: world.ids.lot,
    animals: heads(world, 'Vaca', 1),
  })),
  onFarm('GET /api/movement/all/{org}', 'caro'),
  onFarm('GET /api/movement/{id}', 'caro', null, { at: (world) => named(world, 'RAIN') }),
  onFarm('GET /api/movement/last-10/{org}', 'caro'),
  onFarm('GET /api/movement/rodeo/{org}/{rodeoId}', 'caro', null, { at: ({ ids }) => ({ rodeoId: ids.cria }) }),
  onFarm('GET /api/movement/reproductive-cycle/{org}/{cycleId}', 'caro', null, {
    at: () => ({ cycleId: '00000000-0000-4000-8000-000000000000' }),
  }),
  onFarm('GET /api/movement/daily-weight-gain/{org}/{rodeoId}', 'ana', null, {
    at: ({ ids }) => ({ rodeoId: ids.invernada }),
  }),
  onFarm('DELETE /api/movement/delete/{org}/{movementId}', 'ana', null, {
    at: ({ ids }) => ({ movementId: ids.HAIL }),
  }),
];

/** The specification's calls, in an order where each finds what it needs. */
export const recipes: readonly Recipe[] = [
  ...accountRecipes,
  ...teamRecipes,
  ...lots,
  ...things,
  ...specKindRecipes,
  ...movements,
  ...farewellRecipes,
];
