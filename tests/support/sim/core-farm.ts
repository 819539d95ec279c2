import type { Issue } from '../../../src/domain/validation.ts';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { headers as headerNames } from '../../../src/contract/constants.ts';
import { headersOf } from '../../../src/app/net/http.ts';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import type { Cell } from '../../../src/domain/movements/ledger.ts';
import type { Committed } from '../../../src/server/database/commit.ts';
import { examine } from '../../../src/server/database/doctor.ts';
import type { CoreResponse } from '../../../src/server/kernel/exchange.ts';
import type { Mutation } from './bugs.ts';
import { uuidFrom } from './device.ts';
import { seeded } from './random.ts';
import { aroundDatabase, aroundNet } from './server-bugs.ts';
import type { FarmIds, SimFarm, Truth } from './sim-farm.ts';
import {
  bearServer,
  dayStart,
  inheritFile,
  newFolder,
  type SimRequest,
  type Person,
  simPeople,
  type SimServer,
  startServer,
} from './sim-server.ts';

type Row = Readonly<Record<string, unknown>>;

interface DayOfServer {
  readonly seed: number;
  readonly bug: Mutation | null;
  /** The server's clock, which phones' clocks agree with. */
  readonly now: () => number;
}

/** Where a block of days is lived: the file that each of them begins with, its farm settled. */
export interface Ground {
  readonly openFarm: (day: DayOfServer) => Promise<SimFarm>;
  readonly close: () => void;
}

/** The farm that a file begins with. */
interface Settled {
  readonly organizationId: string;
  readonly ids: FarmIds;
  readonly before: ReadonlySet<string>;
}

/** Who makes that farm, when, and what is on it. */
export interface Plot {
  readonly people?: readonly Person[];
  /** Its owner. */
  readonly owner: string;
  readonly at: string;
  readonly newId: () => string;
  readonly settle: (server: SimServer) => Promise<Omit<Settled, 'before'>>;
}

const simPlot = (): Plot => {
  const random = seeded(-1);
  return { owner: simPeople.ana, at: dayStart, newId: () => uuidFrom(random, 4), settle };
};

/** Makes the file once: founding a farm takes longer than most of a day. */
export async function openGround(plot = simPlot()): Promise<Ground> {
  const folder = newFolder();
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const first = join(folder, 'first');
  mkdirSync(first);
  const { people, newId } = plot;
  const now = (): number => Date.parse(plot.at);
  const server = await bearServer({ folder: first, people, newId, now, around: (database) => database });
  const farm = await plot.settle(server);
  const start = await truthOf(server, plot.owner, farm.organizationId);
  const before = new Set([...start.movements, ...start.lots].map((row) => String(row['id'])));
  await server.close();
  let days = 0;
  return {
    openFarm: async (day) => {
      const own = join(folder, `day-${(days += 1)}`);
      mkdirSync(own);
      inheritFile(first, own);
      return await liveOn(own, plot, { ...farm, before }, day);
    },
    close: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** The core's answer as the phone's network port hands it on. */
export function asReply({ status, headers, body }: CoreResponse): Reply {
  const marks = {
    seq: numberOf(headers[headerNames.seq]),
    epoch: headers[headerNames.epoch] ?? null,
    mark: headers[headerNames.mark] ?? null,
    replayed: headers[headerNames.idempotencyStatus] === 'replayed',
    serverTimeMs: null,
  };
  if (body['ok'] === true) return { outcome: 'answer', status, body, marks };
  const retryAfter = headers['retry-after'];
  const problem = {
    code: String(body['code']),
    status,
    message: typeof body['message'] === 'string' ? body['message'] : null,
    issues: Array.isArray(body['issues']) ? (body['issues'] as Issue[]) : [],
    retryAfterMs: retryAfter === undefined ? null : Number(retryAfter) * 1000,
    requestId: null,
    ...(Array.isArray(body['kept']) && { kept: body['kept'] as string[] }),
  };
  return { outcome: 'refused', problem, marks };
}

/** A call that is taken. */
export async function must(
  server: SimServer,
  who: string,
  method: string,
  path: string,
  rest: { readonly body?: unknown; readonly query?: Record<string, string> } = {},
): Promise<Row> {
  const answer = await server.call(who, { method, path, ...rest });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const idOf = (body: Row, part: string): string => String((body[part] as Row)['id']);

/** The farm that a day starts with: Ana's, with Beto as admin, two lots, two rodeos, a campo, and the animals that were bought. */
async function settle(server: SimServer): Promise<Omit<Settled, 'before'>> {
  const post = (path: string, body: unknown): Promise<Row> => must(server, simPeople.ana, 'POST', path, { body });
  const org = idOf(await post('/api/organization', { name: 'La Esperanza' }), 'organization');
  const beto = { organization_id: org, user_id: simPeople.beto, role: 'admin' as const, created_at: dayStart };
  await server
    .db()
    .insertInto('memberships')
    .values({ ...beto, removed_at: null })
    .execute();
  const categories = await server.db().selectFrom('categories').select(['id', 'name']).execute();
  const idOfName = (name: string): string => categories.find((category) => category.name === name)?.id ?? '';
  const sur = idOf(await post(`/api/campo/${org}`, { name: 'Campo Sur' }), 'campo');
  const lot = async (name: string): Promise<string> =>
    idOf(await post(`/api/lot/create/${org}`, { name, hectares: 100, animals: [] }), 'lot');
  const rodeo = async (name: string): Promise<string> => idOf(await post(`/api/rodeo/${org}`, { name }), 'rodeo');
  const [ombu, bajo] = [await lot('El Ombú'), await lot('El Bajo')];
  const [cria, invernada] = [await rodeo('Cría'), await rodeo('Invernada')];
  const [vaca, novillito] = [idOfName('Vaca'), idOfName('Novillito')];
  const buy = (lot_id: string, rodeo_id: string, type: string, count: number): Promise<Row> =>
    post(`/api/movement/purchase/${org}`, { date: '2026-11-20', lot_id, rodeo_id, animals: [{ type, count }] });
  await buy(ombu, cria, vaca, 60);
  await buy(bajo, invernada, novillito, 80);
  return {
    organizationId: org,
    ids: { ombu, cria, invernada, sur, vaca, novillito, ternero: idOfName('Ternero al pie') },
  };
}

/** A day's farm on a file of its own. A bug stands around the database or around the wire, never in the lines that ship. */
async function liveOn(
  folder: string,
  { people, owner }: Plot,
  { organizationId, ids, before }: Settled,
  { seed, bug, now }: DayOfServer,
): Promise<SimFarm> {
  const random = seeded(-1 - seed);
  const newId = (): string => uuidFrom(random, 4);
  const server = await startServer({ folder, people, newId, now, around: aroundDatabase(bug) });
  const listeners = new Set<(message: unknown) => void>();
  const overtaken = new Set<string>();
  let said = 0;
  const plain: SimFarm['call'] = async (request, userId) => {
    const answer = await server.call(userId, asSent(request));
    const fresh = server.commits.slice(said);
    said = server.commits.length;
    for (const commit of fresh) announce(listeners, commit);
    for (const key of overtakenIn(request, answer.body)) overtaken.add(key);
    return asReply(answer);
  };
  return {
    organizationId,
    people: [simPeople.ana, simPeople.beto, simPeople.ana],
    ids,
    before,
    listeners,
    unforeseen: server.bugs,
    call: aroundNet(bug, plain, { db: server.db, organizationId }),
    backup: async () => {
      const copy = await server.copy(random() < 0.5);
      return () => server.putBack(copy);
    },
    examine: () => examine(server.db()),
    truth: async () => {
      const truth = await truthOf(server, owner, organizationId);
      return { ...truth, keys: new Set([...truth.keys, ...overtaken]) };
    },
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

interface Told {
  readonly superseded?: boolean;
  readonly results?: readonly { readonly key: string; readonly body: Told }[];
}

/**
 * Keys of edits that newer words had overtaken. They make no commit, so that a server which goes back to a copy of the same history forgets
 * that it answered them, and nobody notices; asked again it would say the same.
 */
function overtakenIn({ idempotencyKey }: Pick<Request, 'idempotencyKey'>, body: Told): readonly string[] {
  const many = (body.results ?? []).flatMap((one) => (one.body?.superseded ? [one.key] : []));
  return body.superseded && idempotencyKey !== undefined ? [idempotencyKey, ...many] : many;
}

/** The phone's call as its network port puts it on the wire. */
const asSent = ({ method, path, query, body, ...asked }: Omit<Request, 'token'>): SimRequest => ({
  method,
  path,
  query,
  body,
  headers: headersOf(asked),
});

/** What the live side says of a commit. */
function announce(listeners: SimFarm['listeners'], commit: Committed): void {
  for (const { action, payload } of commit.announcements) {
    const { seq, mark, epoch, key, organizationId: organization_id } = commit;
    const message = { action, organization_id, ...payload, seq, prev_seq: seq - 1, mark, epoch, key };
    for (const listener of listeners) listener(message);
  }
}

/** What the server says of the farm from its beginning, and its ledger of keys. */
async function truthOf(server: SimServer, who: string, org: string): Promise<Truth> {
  const rows = new Map<string, Map<string, Row>>();
  let since = 0;
  for (let more = true; more;) {
    const page = await must(server, who, 'GET', `/api/sync/${org}`, { query: { since: String(since) } });
    for (const { table, id, row } of page['changes'] as { table: string; id: string; row: Row | null }[]) {
      const list = rows.get(table) ?? new Map<string, Row>();
      rows.set(table, list);
      if (row === null) list.delete(id);
      else list.set(id, row);
    }
    since = Number(page['to']);
    more = page['more'] === true;
  }
  const { digest } = await must(server, who, 'GET', `/api/sync/${org}`, {
    query: { since: String(since), digest: '1' },
  });
  const list = (table: string): Row[] => [...(rows.get(table)?.values() ?? [])];
  return {
    seq: since,
    movements: list('movements'),
    lots: list('lots'),
    cells: list('cells').map((row): Cell => ({
      lot: row['lot_id'] as string | null,
      rodeo: row['rodeo_id'] as string | null,
      category: String(row['category_id']),
      head: Number(row['head']),
    })),
    digests: digest as Readonly<Record<string, string>>,
    ...(await keysOf(server, org)),
  };
}

/** Which keys are answered for, and which had an effect that stands: as each commit said it, of those that this history holds. */
async function keysOf(server: SimServer, org: string): Promise<Pick<Truth, 'keys' | 'applied'>> {
  const answered = await server.db().selectFrom('operations').select('key').where('scope', '=', org).execute();
  const held = await server.db().selectFrom('commits').select('mark').where('organization_id', '=', org).execute();
  const marks = new Set(held.map(({ mark }) => mark));
  const effects = server.commits.filter(({ mark, organizationId }) => organizationId === org && marks.has(mark));
  const inOrder = effects.toSorted((a, b) => a.seq - b.seq);
  return {
    keys: new Set(answered.map(({ key }) => key)),
    applied: inOrder.flatMap(({ key }) => (key === null ? [] : [key])),
  };
}
