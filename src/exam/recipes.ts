import { examDay } from './world.ts';
import { keeps, onFarm, personal, type Recipe } from './recipe.ts';
import { specKindRecipes } from './recipes-kinds.ts';
import { textAt } from './world.ts';

const code = '000000';
const [email, password, phone] = ['{eva.email}', '{eva.password}', '{eva.phone}'];
const newPassword = '{eva.password} nueva';
const keepTokens: Recipe['keep'] = (answer, { people }) => {
  people.eva.token = textAt(answer, 'token');
  people.eva.refresh = textAt(answer, 'refresh_token');
};

const accountRecipes: readonly Recipe[] = [
  personal('POST /api/auth/sign-up', null, {
    email: 'otra.{eva.email}',
    password,
    first_name: '{eva.first_name}',
    last_name: '{eva.last_name}',
    phone,
  }),
  personal('POST /api/auth/log-in', null, { email, password }, { keep: keepTokens }),
  personal('POST /api/auth/refresh-token', null, { refresh_token: '{eva.refresh}' }, { keep: keepTokens }),
  personal('GET /api/auth/session', 'eva', null, {
    keep: ({ body }, { ids }) => {
      const sessions = body.sessions as { id: string; current: boolean }[];
      ids.session = sessions.find(({ current }) => !current)?.id ?? '';
    },
  }),
  personal('DELETE /api/auth/session/{id}', 'eva', null, { at: { id: 'session' } }),
  personal('POST /api/auth/send-recovery-code', null, { email }),
  personal('POST /api/auth/verify-recovery-code', null, { email, code }, { refusal: 'WRONG_CODE' }),
  personal(
    'POST /api/auth/reset-password',
    null,
    { email, code, password: '{eva.password} otra' },
    { refusal: 'WRONG_CODE' },
  ),
  personal('POST /api/auth/change-password', 'eva', { current_password: password, new_password: newPassword }),
  personal('POST /api/auth/change-email', 'eva', { password: newPassword, email: 'otro.{eva.email}' }),
  personal('POST /api/auth/send-code-phone', 'eva', { phone }),
  personal('POST /api/auth/validate-code', 'eva', { phone, code }, { refusal: 'WRONG_CODE' }),
  personal('POST /api/auth/change-phone', 'eva', { phone, code, password: newPassword }, { refusal: 'WRONG_CODE' }),
  personal('GET /api/user', 'caro'),
  personal('GET /api/user/open-menu', 'caro'),
];

/** The token in an activation link, in any format. */
const tokenIn = (address: string): string => {
  const named = /[#?&](?:token|t)=([^&]+)/.exec(address)?.[1];
  return decodeURIComponent(named ?? /[\w.-]{16,}$/.exec(address)?.[0] ?? '');
};

const teamRecipes: readonly Recipe[] = [
  onFarm('GET /api/user/{id}', 'caro', null, { at: { id: 'beto.id' } }),
  onFarm('GET /api/user/my-organization/{org}', 'caro'),
  personal('GET /api/organization', 'caro'),
  personal('POST /api/organization', 'eva', { name: 'Chacra Eva' }, { keep: keeps('organization', 'spare') }),
  personal('GET /api/organization/my-organizations', 'caro'),
  onFarm('POST /api/organization/add-user', 'ana', {
    organization_id: '{org}',
    email: '{fede.email}',
    role: 'user',
  }),
  onFarm(
    'POST /api/organization/add-user-admin',
    'ana',
    {
      organization_id: '{org}',
      first_name: 'Gabi',
      last_name: 'Mora',
      email: 'gabi.{caro.email}',
      role: 'user',
    },
    { keep: (answer, { ids }) => void (ids.activation = tokenIn(textAt(answer, 'activation_url'))) },
  ),
  personal(
    'POST /api/auth/admin/set-initial-password',
    null,
    { email: 'gabi.{caro.email}', password: '{caro.password} de gabi' },
    { token: '{activation}' },
  ),
  onFarm('GET /api/organization/data/{org}', 'caro'),
  onFarm('GET /api/organization/selected/{org}', 'caro'),
  onFarm('PUT /api/organization/{org}', 'ana', { name: 'Examen cambiado' }),
  onFarm('POST /api/organization/{org}/send-greeting', 'ana'),
  onFarm(
    'PATCH /api/organization/user/{userId}/role',
    'ana',
    { role: 'admin', organization_id: '{org}', email: '{fede.email}' },
    { at: { userId: 'fede.id' } },
  ),
  onFarm('DELETE /api/organization/user/{userId}', 'ana', { organization_id: '{org}' }, { at: { userId: 'fede.id' } }),
];

const farewellRecipes: readonly Recipe[] = [
  personal('DELETE /api/organization/{org}', 'eva', null, { at: { org: 'spare' } }),
  personal('DELETE /api/auth/delete-account', 'eva', { password: newPassword }),
  personal('POST /api/auth/log-out', 'fede'),
];

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
