import { keeps, onFarm, personal, type Recipe } from './recipe.ts';
import { specKindRecipes } from './recipes-kinds.ts';
import { accountRecipes, farewellRecipes, teamRecipes } from './recipes-people.ts';
import { examDay } from './bodies.ts';

const inLoma = { organization_id: '{org}', lot_id: '{loma}' };
const oneVaca = [{ type: '{category Vaca}', count: 1 }];

const lots: readonly Recipe[] = [
  onFarm('GET /api/lot/info/{org}', 'caro'),
  onFarm(
    'POST /api/lot/create/{org}',
    'ana',
    { name: 'La Loma', hectares: 33.5, animals: [] },
    { keep: keeps('lot', 'loma') },
  ),
  onFarm('GET /api/lot/details/{id}', 'caro', null, { at: { id: 'lot' } }),
  onFarm('PUT /api/lot/edit/{org}', 'ana', { id: '{loma}', name: 'La Loma Alta', hectares: 34 }),
  onFarm('PUT /api/lot/order/{org}', 'ana', {
    items: [
      { id: '{loma}', order: 1 },
      { id: '{lot}', order: 2 },
    ],
  }),
  onFarm(
    'POST /api/lot/animal/update/{id}',
    'ana',
    { ...inLoma, animal_type: '{category Vaca}', count: 7 },
    { at: { id: 'category Vaca' } },
  ),
  onFarm('POST /api/lot/animal/transfer', 'ana', {
    ...inLoma,
    from_category: '{category Vaca}',
    to_category: '{category Toro}',
    count: 2,
  }),
  onFarm(
    'POST /api/lot/record-deaths/{id}',
    'ana',
    { date: examDay, rodeo_id: '{cria}', animals: oneVaca, cause: 'rayo' },
    { at: { id: 'lot' } },
  ),
  ...['category Vaca', 'category Toro'].map((id) =>
    onFarm('POST /api/lot/animal/delete/{id}', 'ana', { ...inLoma, animal_type: `{${id}}` }, { at: { id } }),
  ),
  onFarm('DELETE /api/lot/delete/{org}/{lotId}', 'ana', null, { at: { lotId: 'loma' } }),
];

const things: readonly Recipe[] = [
  onFarm('GET /api/animal-categories/{org}', 'caro'),
  onFarm('POST /api/animal-categories/{org}', 'ana', { name: 'Buey del examen' }, { keep: keeps('category', 'buey') }),
  onFarm('POST /api/category/create/{org}', 'ana', { name: 'Torito del examen' }),
  onFarm('PUT /api/animal-categories/{org}/{id}', 'ana', { name: 'Buey manso del examen' }, { at: { id: 'buey' } }),
  onFarm('DELETE /api/animal-categories/{org}/{id}', 'ana', null, { at: { id: 'buey' } }),
  onFarm('POST /api/note/create/{org}', 'caro', { text: 'Revisar el molino' }, { keep: keeps('note', 'note') }),
  onFarm('GET /api/note/all/{org}', 'caro'),
  onFarm('PUT /api/note/update/{id}', 'caro', { text: 'Molino revisado' }, { at: { id: 'note' } }),
  onFarm(
    'POST /api/asset',
    'ana',
    { organization_id: '{org}', name: 'Rollos', kind: 'forraje', unit: 'rollo' },
    { keep: keeps('asset', 'asset') },
  ),
  onFarm('GET /api/asset/{org}', 'caro'),
  onFarm('GET /api/asset/detail/{id}', 'caro', null, { at: { id: 'asset' } }),
  onFarm('PUT /api/asset/{id}', 'ana', { minimum: 3 }, { at: { id: 'asset' } }),
  // For super admins only: others are refused.
  personal('GET /api/conversation', 'ana', null, { refusal: 'FORBIDDEN' }),
  personal('GET /api/conversation/{id}', 'ana', null, { refusal: 'FORBIDDEN', at: { id: 'una' } }),
  personal('GET /audio/{id}', 'ana', null, { refusal: 'FORBIDDEN', at: { id: 'uno' } }),
];

const movements: readonly Recipe[] = [
  onFarm('POST /api/rodeo/record-deaths/{org}', 'ana', {
    date: examDay,
    rodeo_id: '{cria}',
    lot_id: '{lot}',
    animals: oneVaca,
  }),
  onFarm('GET /api/movement/all/{org}', 'caro'),
  onFarm('GET /api/movement/{id}', 'caro', null, { at: { id: 'RAIN' } }),
  onFarm('GET /api/movement/last-10/{org}', 'caro'),
  onFarm('GET /api/movement/rodeo/{org}/{rodeoId}', 'caro', null, { at: { rodeoId: 'cria' } }),
  onFarm('GET /api/movement/reproductive-cycle/{org}/{cycleId}', 'caro', null, {
    at: { cycleId: '00000000-0000-4000-8000-000000000000' },
  }),
  onFarm('GET /api/movement/daily-weight-gain/{org}/{rodeoId}', 'ana', null, { at: { rodeoId: 'invernada' } }),
  onFarm('DELETE /api/movement/delete/{org}/{movementId}', 'ana', null, { at: { movementId: 'HAIL' } }),
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
