import { type ProblemCode, problems } from '../../contract/problems.ts';
import type { Group } from '../book.ts';
import { examSentences as says } from '../sentences.ts';
import { type Answer, type Asked, gist, isProblem, sameBody } from '../wire.ts';
import { examDay, type Name, textAt, type World } from '../world.ts';

const words = says.problems;

/** Codes whose message may differ from the table. */
const ownWords: ReadonlySet<ProblemCode> = new Set([
  'EMAIL_TAKEN',
  'WEAK_PASSWORD',
  'WRONG_PASSWORD',
  'NAME_TAKEN',
  'LOT_NOT_EMPTY',
  'NOT_ENOUGH_ANIMALS',
  'LAST_OWNER',
]);

const isSo = (answer: Answer, code: ProblemCode): boolean =>
  answer.isJson &&
  answer.body.ok === false &&
  isProblem(answer, code) &&
  (ownWords.has(code) ? typeof answer.body.message === 'string' : answer.body.message === problems[code].message);

interface Case {
  readonly what: string;
  /** The first is expected; the others are as good. */
  readonly codes: readonly [ProblemCode, ...ProblemCode[]];
  readonly who: Name | null;
  readonly call: string;
  readonly more: Partial<Asked>;
}

const when = (
  what: string,
  code: ProblemCode,
  who: Name | null,
  call: string,
  body?: unknown,
  more: Partial<Asked> = {},
): Case => ({ what, codes: [code], who, call, more: { body, ...more } });

const user = 'GET /api/user';
const withToken = (what: string, code: ProblemCode, token: string): Case =>
  when(what, code, null, user, undefined, { token });
const logIn = (what: string, email: string): Case =>
  when(what, 'WRONG_CREDENTIALS', null, 'POST /api/auth/log-in', { email, password: 'no es esta 123' });
const signUp = (what: string, code: ProblemCode, changes: object): Case =>
  when(what, code, null, 'POST /api/auth/sign-up', {
    email: 'nuevo.{caro.email}',
    first_name: '{caro.first_name}',
    last_name: '{caro.last_name}',
    password: '{caro.password}',
    phone: '{caro.phone}',
    ...changes,
  });

const newLot = 'POST /api/lot/create/{org}';
const badRain = (what: string, body: object, code: ProblemCode = 'INVALID_BODY'): Case =>
  when(what, code, 'ana', 'POST /api/movement/weather/rain/{org}', body);

const cases: readonly Case[] = [
  when(words.noToken, 'TOKEN_MISSING', null, user),
  withToken(words.badToken, 'TOKEN_INVALID', 'a.b.c'),
  withToken(words.refreshAsAccess, 'TOKEN_INVALID', '{ana.refresh}'),
  withToken(words.endedSession, 'SESSION_REVOKED', '{ended}'),
  logIn(words.wrongPassword, '{caro.email}'),
  logIn(words.unknownEmail, 'nadie.{caro.email}'),
  signUp(words.takenEmail, 'EMAIL_TAKEN', { email: '{caro.email}' }),
  signUp(words.weakPassword, 'WEAK_PASSWORD', { password: '12345678' }),
  { ...signUp(words.badPhone, 'INVALID_BODY', { phone: '+54 11 555' }), codes: ['INVALID_BODY', 'BAD_PHONE'] },
  when(words.reauth, 'WRONG_PASSWORD', 'caro', 'POST /api/auth/change-password', {
    current_password: 'no es esta 123',
    new_password: 'tranquera nueva 77',
  }),
  when(words.noLeave, 'FORBIDDEN', 'caro', newLot, { name: 'No', hectares: 1 }),
  when(words.notThere, 'NOT_FOUND', 'ana', 'GET /api/movement/x'),
  when(words.noRoute, 'NOT_FOUND', 'ana', 'GET /api/no-existe'),
  when(words.badJson, 'INVALID_JSON', 'ana', newLot, null, { raw: '{"name":' }),
  when(words.badBody, 'INVALID_BODY', 'ana', newLot, { hectares: 'muchas' }),
  badRain(words.strangeField, { date: examDay, mm: 1, deletedBy: 'yo' }),
  badRain(words.futureDay, { date: '2999-01-01', mm: 1 }),
  badRain(words.tooLarge, { detail: 'x'.repeat(2_000_000) }, 'BODY_TOO_LARGE'),
  when(words.nameTaken, 'NAME_TAKEN', 'ana', newLot, { name: 'EL OMBU A', hectares: 1 }),
  when(words.lotNotEmpty, 'LOT_NOT_EMPTY', 'ana', 'DELETE /api/lot/delete/{org}/{lot}'),
  when(words.notEnough, 'NOT_ENOUGH_ANIMALS', 'ana', 'POST /api/movement/sell/{org}', {
    date: examDay,
    rodeo_id: '{invernada}',
    lot_id: '{bajo}',
    animals: [{ type: '{category Novillo}', count: 99_999 }],
  }),
  when(words.lastOwner, 'LAST_OWNER', 'ana', 'DELETE /api/organization/user/{ana.id}', { organization_id: '{org}' }),
  when(words.resync, 'RESYNC', 'ana', 'GET /api/sync/{org}?since=-1'),
  when(words.otherLife, 'OTHER_LIFE', 'ana', 'GET /api/sync/{org}?since=1&epoch=otra'),
];

async function markCase(group: Group, { as }: World, { what, codes, who, call, more }: Case): Promise<void> {
  const answer = await as(who, call, more);
  const [code] = codes;
  group.mark(
    says.saysProblem(what, code),
    codes.some((one) => isSo(answer, one)),
    gist(answer),
  );
  if (code !== 'INVALID_BODY') return;
  const issues = answer.body.issues as { path?: unknown; message?: unknown }[] | undefined;
  const areNamed = issues?.every(({ path, message }) => typeof path === 'string' && typeof message === 'string');
  group.mark(says.saysIssues(what), (issues?.length ?? 0) > 0 && areNamed === true, gist(answer));
}

/** Checks every refusal that can be provoked from outside (product.md §8, wire.md): status, code, message. */
export async function examineErrors(group: Group, world: World): Promise<void> {
  const { as, ids } = world;
  const body = { email: '{caro.email}', password: '{caro.password}' };
  ids.ended = textAt(await as(null, 'POST /api/auth/log-in', { body }), 'token');
  await as(null, 'POST /api/auth/log-out', { token: '{ended}' });
  for (const one of cases) await markCase(group, world, one);

  const recovery = (email: string) => as(null, 'POST /api/auth/send-recovery-code', { body: { email } });
  const [known, unknown] = [await recovery('{beto.email}'), await recovery('nadie.{beto.email}')];
  const isSame = known.status === 200 && sameBody(known, unknown);
  group.mark(says.sameRecovery, isSame && unknown.status === 200, `${gist(known)} / ${gist(unknown)}`);

  const again = await as('ana', 'DELETE /api/lot/delete/{org}/{loma}');
  group.mark(says.alreadyDeleted, again.body.ok === true && again.body.alreadyDeleted === true, gist(again));
}
