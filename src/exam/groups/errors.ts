import { type ProblemCode, problems } from '../../contract/problems.ts';
import type { Group } from '../book.ts';
import { examDay } from '../bodies.ts';
import { examSentences as says } from '../sentences.ts';
import { type Answer, type Asked, gist } from '../wire.ts';
import type { Person, World } from '../world.ts';

const words = says.problems;

interface Case {
  readonly what: string;
  readonly code: ProblemCode;
  readonly asked: Asked;
  /** Equivalent codes. */
  readonly or?: readonly ProblemCode[];
  /** The message may differ from the table. */
  readonly ownWords?: true;
}

const isSo = (answer: Answer, code: ProblemCode, ownWords: boolean): boolean =>
  answer.isJson &&
  answer.status === problems[code].status &&
  answer.body.ok === false &&
  answer.body.code === code &&
  (ownWords ? typeof answer.body.message === 'string' : answer.body.message === problems[code].message);

async function markCase(group: Group, world: World, { what, code, asked, or = [], ownWords }: Case): Promise<void> {
  const answer = await world.ask(asked);
  const holds = [code, ...or].some((one) => isSo(answer, one, ownWords ?? false));
  group.mark(says.saysProblem(what, code), holds, gist(answer));
  if (code !== 'INVALID_BODY') return;
  const issues = answer.body.issues as { path?: unknown; message?: unknown }[] | undefined;
  const areNamed = issues?.every(({ path, message }) => typeof path === 'string' && typeof message === 'string');
  group.mark(says.saysIssues(what), (issues?.length ?? 0) > 0 && areNamed === true, gist(answer));
}

const post = (path: string, token: string | null, body: unknown): Asked => ({ method: 'POST', path, token, body });

function accountCases({ people, ids }: World): Case[] {
  const { ana, caro } = people;
  const user = { method: 'GET', path: '/api/user' };
  const signUp = (changes: Partial<Person>): Asked => {
    const { first_name, last_name, password, phone } = caro;
    const person = { email: `nuevo.${caro.email}`, first_name, last_name, password, phone, ...changes };
    return post('/api/auth/sign-up', null, person);
  };
  const logIn = (email: string, password: string): Asked => post('/api/auth/log-in', null, { email, password });
  return [
    { what: words.noToken, code: 'TOKEN_MISSING', asked: user },
    { what: words.badToken, code: 'TOKEN_INVALID', asked: { ...user, token: 'a.b.c' } },
    { what: words.refreshAsAccess, code: 'TOKEN_INVALID', asked: { ...user, token: ana.refresh } },
    { what: words.endedSession, code: 'SESSION_REVOKED', asked: { ...user, token: ids.ended ?? '' } },
    { what: words.wrongPassword, code: 'WRONG_CREDENTIALS', asked: logIn(caro.email, 'no es esta 123') },
    { what: words.unknownEmail, code: 'WRONG_CREDENTIALS', asked: logIn(`nadie.${caro.email}`, 'no es esta 123') },
    { what: words.takenEmail, code: 'EMAIL_TAKEN', asked: signUp({ email: caro.email }), ownWords: true },
    { what: words.weakPassword, code: 'WEAK_PASSWORD', asked: signUp({ password: '12345678' }), ownWords: true },
    { what: words.badPhone, code: 'INVALID_BODY', or: ['BAD_PHONE'], asked: signUp({ phone: '+54 11 555' }) },
    {
      what: words.reauth,
      code: 'WRONG_PASSWORD',
      asked: post('/api/auth/change-password', caro.token, {
        current_password: 'no es esta 123',
        new_password: 'tranquera nueva 77',
      }),
      ownWords: true,
    },
  ];
}

function farmCases({ people, ids }: World): Case[] {
  const { ana, caro } = people;
  const org = ids.org ?? '';
  const lots = `/api/lot/create/${org}`;
  const rain = (body: object): Asked => post(`/api/movement/weather/rain/${org}`, ana.token, body);
  const novillos = [{ type: ids['category Novillo'], count: 99_999 }];
  const sale = { date: examDay, rodeo_id: ids.invernada, lot_id: ids.bajo, animals: novillos };
  const roleOfAna = `/api/organization/user/${ana.id}`;
  return [
    { what: words.noLeave, code: 'FORBIDDEN', asked: post(lots, caro.token, { name: 'No', hectares: 1 }) },
    { what: words.notThere, code: 'NOT_FOUND', asked: { method: 'GET', path: '/api/movement/x', token: ana.token } },
    { what: words.noRoute, code: 'NOT_FOUND', asked: { method: 'GET', path: '/api/no-existe', token: ana.token } },
    { what: words.badJson, code: 'INVALID_JSON', asked: { ...post(lots, ana.token, null), raw: '{"name":' } },
    { what: words.badBody, code: 'INVALID_BODY', asked: post(lots, ana.token, { hectares: 'muchas' }) },
    { what: words.strangeField, code: 'INVALID_BODY', asked: rain({ date: examDay, mm: 1, deletedBy: 'yo' }) },
    { what: words.futureDay, code: 'INVALID_BODY', asked: rain({ date: '2999-01-01', mm: 1 }) },
    { what: words.tooLarge, code: 'BODY_TOO_LARGE', asked: rain({ detail: 'x'.repeat(2_000_000) }) },
    {
      what: words.nameTaken,
      code: 'NAME_TAKEN',
      asked: post(lots, ana.token, { name: 'EL OMBU A', hectares: 1 }),
      ownWords: true,
    },
    {
      what: words.lotNotEmpty,
      code: 'LOT_NOT_EMPTY',
      asked: { method: 'DELETE', path: `/api/lot/delete/${org}/${ids.lot}`, token: ana.token },
      ownWords: true,
    },
    {
      what: words.notEnough,
      code: 'NOT_ENOUGH_ANIMALS',
      asked: post(`/api/movement/sell/${org}`, ana.token, sale),
      ownWords: true,
    },
    {
      what: words.lastOwner,
      code: 'LAST_OWNER',
      asked: { method: 'DELETE', path: roleOfAna, token: ana.token, body: { organization_id: org } },
      ownWords: true,
    },
  ];
}

const syncCases = ({ people: { ana }, ids: { org } }: World): Case[] => [
  {
    what: words.resync,
    code: 'RESYNC',
    asked: { method: 'GET', path: `/api/sync/${org}?since=-1`, token: ana.token },
  },
  {
    what: words.otherLife,
    code: 'OTHER_LIFE',
    asked: { method: 'GET', path: `/api/sync/${org}?since=1&epoch=otra`, token: ana.token },
  },
];

async function endSession({ ask, people, ids }: World): Promise<void> {
  const { email, password } = people.caro;
  const { body } = await ask(post('/api/auth/log-in', null, { email, password }));
  ids.ended = String(body.token);
  await ask(post('/api/auth/log-out', ids.ended, undefined));
}

/** Checks every refusal that can be provoked from outside (product.md §8, wire.md): status, code, message. */
export async function examineErrors(group: Group, world: World): Promise<void> {
  await endSession(world);
  for (const one of [...accountCases(world), ...farmCases(world), ...syncCases(world)])
    await markCase(group, world, one);

  const { ask, people, ids } = world;
  const recovery = (email: string) => ask(post('/api/auth/send-recovery-code', null, { email }));
  const [known, unknown] = [await recovery(people.beto.email), await recovery(`nadie.${people.beto.email}`)];
  const isSame = known.status === 200 && JSON.stringify(known.body) === JSON.stringify(unknown.body);
  group.mark(says.sameRecovery, isSame && unknown.status === 200, `${gist(known)} / ${gist(unknown)}`);

  const path = `/api/lot/delete/${ids.org}/${ids.loma}`;
  const again = await ask({ method: 'DELETE', path, token: people.ana.token });
  group.mark(says.alreadyDeleted, again.body.ok === true && again.body.alreadyDeleted === true, gist(again));
}
