import { onFarm, personal, type Recipe } from './recipe.ts';
import { textAt, type World } from './world.ts';

const codeOfNobody = '000000';
const eva = ({ people }: World) => people.eva;
const renamed = (email: string): string => email.replace('@', '.otro@');

export const accountRecipes: readonly Recipe[] = [
  personal('POST /api/auth/sign-up', null, (world) => {
    const { email, password, first_name, last_name, phone } = eva(world);
    return { email: `otra.${email}`, password, first_name, last_name, phone };
  }),
  personal('POST /api/auth/log-in', null, (world) => ({ email: eva(world).email, password: eva(world).password }), {
    keep: (answer, world) => {
      eva(world).token = textAt(answer, 'token');
      eva(world).refresh = textAt(answer, 'refresh_token');
    },
  }),
  personal('POST /api/auth/refresh-token', null, (world) => ({ refresh_token: eva(world).refresh }), {
    keep: (answer, world) => {
      eva(world).token = textAt(answer, 'token');
      eva(world).refresh = textAt(answer, 'refresh_token');
    },
  }),
  personal('GET /api/auth/session', 'eva', null, {
    keep: ({ body }, { ids }) => {
      const sessions = body.sessions as { id: string; current: boolean }[];
      ids.session = sessions.find(({ current }) => !current)?.id ?? '';
    },
  }),
  personal('DELETE /api/auth/session/{id}', 'eva', null, { at: ({ ids }) => ({ id: ids.session }) }),
  personal('POST /api/auth/send-recovery-code', null, (world) => ({ email: eva(world).email })),
  personal('POST /api/auth/verify-recovery-code', null, (world) => ({ email: eva(world).email, code: codeOfNobody }), {
    refusal: 'WRONG_CODE',
  }),
  personal(
    'POST /api/auth/reset-password',
    null,
    (world) => ({ email: eva(world).email, code: codeOfNobody, password: `${eva(world).password} otra` }),
    { refusal: 'WRONG_CODE' },
  ),
  personal('POST /api/auth/change-password', 'eva', (world) => ({
    current_password: eva(world).password,
    new_password: `${eva(world).password} nueva`,
  })),
  personal('POST /api/auth/change-email', 'eva', (world) => ({
    password: `${eva(world).password} nueva`,
    email: renamed(eva(world).email),
  })),
  personal('POST /api/auth/send-code-phone', 'eva', (world) => ({ phone: eva(world).phone })),
  personal('POST /api/auth/validate-code', 'eva', (world) => ({ phone: eva(world).phone, code: codeOfNobody }), {
    refusal: 'WRONG_CODE',
  }),
  personal(
    'POST /api/auth/change-phone',
    'eva',
    (world) => ({ phone: eva(world).phone, code: codeOfNobody, password: `${eva(world).password} nueva` }),
    { refusal: 'WRONG_CODE' },
  ),
  personal('GET /api/user', 'caro'),
  personal('GET /api/user/open-menu', 'caro'),
];

const invited = ({ people }: World): string => people.caro.email.replace('caro', 'gabi');

/** The token in an activation link, in any format. */
const tokenIn = (address: string): string => {
  const named = /[#?&](?:token|t)=([^&]+)/.exec(address)?.[1];
  return decodeURIComponent(named ?? /[\w.-]{16,}$/.exec(address)?.[0] ?? '');
};

export const teamRecipes: readonly Recipe[] = [
  onFarm('GET /api/user/{id}', 'caro', null, { at: ({ people }) => ({ id: people.beto.id }) }),
  onFarm('GET /api/user/my-organization/{org}', 'caro'),
  personal('GET /api/organization', 'caro'),
  personal('POST /api/organization', 'eva', () => ({ name: 'Chacra Eva' }), {
    keep: (answer, { ids }) => void (ids.spare = textAt(answer, 'organization', 'id')),
  }),
  personal('GET /api/organization/my-organizations', 'caro'),
  onFarm('POST /api/organization/add-user', 'ana', ({ ids, people }) => ({
    organization_id: ids.org,
    email: people.fede.email,
    role: 'user',
  })),
  onFarm(
    'POST /api/organization/add-user-admin',
    'ana',
    (world) => ({
      organization_id: world.ids.org,
      first_name: 'Gabi',
      last_name: 'Mora',
      email: invited(world),
      role: 'user',
    }),
    { keep: (answer, { ids }) => void (ids.activation = tokenIn(textAt(answer, 'activation_url'))) },
  ),
  personal(
    'POST /api/auth/admin/set-initial-password',
    null,
    (world) => ({ email: invited(world), password: `${world.people.caro.password} de gabi` }),
    { token: ({ ids }) => ids.activation ?? '' },
  ),
  onFarm('GET /api/organization/data/{org}', 'caro'),
  onFarm('GET /api/organization/selected/{org}', 'caro'),
  onFarm('PUT /api/organization/{org}', 'ana', () => ({ name: 'Examen cambiado' })),
  onFarm('POST /api/organization/{org}/send-greeting', 'ana'),
  onFarm(
    'PATCH /api/organization/user/{userId}/role',
    'ana',
    ({ ids, people }) => ({ role: 'admin', organization_id: ids.org, email: people.fede.email }),
    { at: ({ people }) => ({ userId: people.fede.id }) },
  ),
  onFarm('DELETE /api/organization/user/{userId}', 'ana', ({ ids }) => ({ organization_id: ids.org }), {
    at: ({ people }) => ({ userId: people.fede.id }),
  }),
];

/** Deletions, last. */
export const farewellRecipes: readonly Recipe[] = [
  personal('DELETE /api/organization/{org}', 'eva', null, { at: ({ ids }) => ({ org: ids.spare }) }),
  personal('DELETE /api/auth/delete-account', 'eva', (world) => ({ password: `${eva(world).password} nueva` })),
  personal('POST /api/auth/log-out', 'fede'),
];
