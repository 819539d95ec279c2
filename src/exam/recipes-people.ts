import { keeps, onFarm, personal, type Recipe } from './recipe.ts';
import { textAt } from './world.ts';

const code = '000000';
const [email, password, phone] = ['{eva.email}', '{eva.password}', '{eva.phone}'];
const newPassword = '{eva.password} nueva';
const keepTokens: Recipe['keep'] = (answer, { people }) => {
  people.eva.token = textAt(answer, 'token');
  people.eva.refresh = textAt(answer, 'refresh_token');
};

export const accountRecipes: readonly Recipe[] = [
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

export const teamRecipes: readonly Recipe[] = [
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

export const farewellRecipes: readonly Recipe[] = [
  personal('DELETE /api/organization/{org}', 'eva', null, { at: { org: 'spare' } }),
  personal('DELETE /api/auth/delete-account', 'eva', { password: newPassword }),
  personal('POST /api/auth/log-out', 'fede'),
];
