import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Committed, WriteShared } from '../../src/server/database/commit.ts';
import { allHandlers } from '../../src/server/handlers.ts';
import { refuse, write } from '../../src/server/kernel/call.ts';
import type { AnyHandler } from '../../src/server/kernel/composed.ts';
import { createCore } from '../../src/server/kernel/core.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { shareWrites } from '../../src/server/kernel/write-queue.ts';
import { faulty, type Fault, lostRace } from '../support/faulty-transactions.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, recordingPorts } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
let other: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
  const { body } = await farm.as('ana', 'POST', '/api/organization', { name: 'Otro campo' });
  other = (body['organization'] as { id: string }).id;
});

const date = '2026-11-20';
interface Sent {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
}
const rain = (mm: number, { key = randomUUID() as string, organization = org } = {}): Sent => ({
  path: `/api/movement/weather/rain/${organization}`,
  body: { date, mm, cid: randomUUID() },
  key,
});
const death = (count: number): Sent => {
  const animals = [{ type: farm.cat('Vaca'), count }];
  const place = { lot_id: farm.lots.ombu, rodeo_id: farm.rodeos.cria };
  return {
    path: `/api/movement/death/${org}`,
    body: { date, ...place, animals, cid: randomUUID() },
    key: randomUUID(),
  };
};
const seqOf = async (id = org): Promise<number> =>
  (await farm.db.selectFrom('organizations').select('seq').where('id', '=', id).executeTakeFirstOrThrow()).seq;
const cows = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Vaca'));

/** What was done and said, in its order. */
let said: { commits: Committed[]; effects: number[]; undone: number[]; bugs: unknown[]; tried: number[] };
/** What a rain of so many millimetres does besides. */
let odd: (mm: number) => void;
/** No transaction ends for its length, however slow the machine is. */
let sharedMs: number;
/** How many transactions of farms stood. */
let stood: number;

beforeEach(() => {
  said = { commits: [], effects: [], undone: [], bugs: [], tried: [] };
  odd = () => undefined;
  sharedMs = 600_000;
  stood = 0;
});

const handlers = (): Readonly<Record<string, AnyHandler>> => {
  const { ports } = recordingPorts();
  const secrets = { access: new Uint8Array(32), refresh: new Uint8Array(32) };
  const all = allHandlers({ secrets, newId: randomUUID, publicUrl: '', ...ports });
  const known = all['create.RAIN'];
  if (known?.kind !== 'write') throw new Error('Rain is no write');
  const rains = write<never>(async (call, commit) => {
    const { mm } = call.body as { readonly mm: number };
    said.tried.push(mm);
    commit.ifUndone(async () => void said.undone.push(mm));
    call.afterCommit(() => said.effects.push(mm));
    const answer = await known.run(call, commit);
    odd(mm);
    return answer;
  });
  return { ...all, 'create.RAIN': rains };
};

/** What stands before the writes. */
type Held = (write: WriteShared) => WriteShared;

/** A backend of its own on the farm's database, whose transactions fail as they are told. */
async function openCore(fault: Fault = () => null, held: Held = (write) => write) {
  const userId = farm.userIds.ana;
  const { id: sessionId } = await farm.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const counting: Fault = (stands) => {
    const error = fault(stands);
    if (stands && !error) stood += 1;
    return error;
  };
  const farmDb = faulty(farm.farmDb, counting);
  const core = createCore({
    db: farm.db,
    farmDb,
    writeShared: held(shareWrites(farmDb, sharedMs)),
    handlers: handlers(),
    newId: randomUUID,
    now: () => farm.clock.now,
    leastAppVersion: '',
    onRefused: () => undefined,
    authenticate: async () => ({ userId, sessionId, isSuperAdmin: false }),
    onBug: (error) => said.bugs.push(error),
    onCommit: (committed) => said.commits.push(committed),
  });
  return ({ path, body, key }: Sent): Promise<CoreResponse> => {
    const headers = { authorization: 'Bearer of Ana', 'idempotency-key': key };
    return core.dispatch({ method: 'POST', path, query: {}, headers, body });
  };
}
/** Sends writes so that all of them wait for the same transaction, in their order. */
async function sendAll(sent: readonly Sent[], fault?: Fault): Promise<CoreResponse[]> {
  const begin: (() => void)[] = [];
  let hear = (): void => undefined;
  const send = await openCore(fault, (write) => (request, work) => {
    const done = new Promise<void>((resolve) => begin.push(resolve)).then(() => write(request, work));
    hear();
    return done;
  });
  const answers: Promise<CoreResponse>[] = [];
  for (const one of sent) {
    const isHeard = new Promise<void>((resolve) => (hear = resolve));
    answers.push(send(one));
    await isHeard;
  }
  for (const go of begin) go();
  return await Promise.all(answers);
}
const statuses = (answers: readonly CoreResponse[]): number[] => answers.map(({ status }) => status);
const seqsOf = (answers: readonly CoreResponse[]): (number | null)[] =>
  answers.map(({ headers }) => (headers['x-sync-seq'] === undefined ? null : Number(headers['x-sync-seq'])));
const upTo = (many: number): number[] => Array.from({ length: many }, (_, index) => index + 1);

describe('Single writes of a farm that come at once', () => {
  test('share few transactions, in the order in which they came, each with a commit of its own', async () => {
    const before = await seqOf();
    const answers = await sendAll(upTo(60).map((mm) => rain(mm)));
    expect(statuses(answers)).toEqual(upTo(60).map(() => 200));
    expect(seqsOf(answers)).toEqual(upTo(60).map((number) => before + number));
    expect(said.commits.map(({ seq }) => seq)).toEqual(upTo(60).map((number) => before + number));
    expect(stood).toBe(2);
  });

  test('wait for nobody: one that is alone has a transaction at once', async () => {
    const send = await openCore();
    expect((await send(rain(1))).status).toBe(200);
    expect(stood).toBe(1);
  });

  test('are refused each by itself, by what stands after those before it', async () => {
    const [before, had] = [await seqOf(), await cows()];
    const answers = await sendAll([death(had - 3), rain(1), death(5), death(2)]);
    expect(statuses(answers)).toEqual([200, 200, 422, 200]);
    expect(answers[2]?.body['code']).toBe('NOT_ENOUGH_ANIMALS');
    expect([await cows(), await seqOf(), stood]).toEqual([1, before + 3, 1]);
  });

  test('are done once under a key that comes twice at once, and not at all under one that says something else', async () => {
    const [first, before] = [rain(3), await seqOf()];
    const answers = await sendAll([first, first, rain(4, { key: first.key }), rain(5)]);
    expect(statuses(answers)).toEqual([200, 200, 422, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers.map(({ headers }) => headers['idempotency-status'])).toEqual([
      'created',
      'replayed',
      undefined,
      'created',
    ]);
    expect(answers[2]?.body['code']).toBe('IDEMPOTENCY_MISMATCH');
    expect(await seqOf()).toBe(before + 2);
  });

  test('of two farms never share one', async () => {
    const [here, there] = [await seqOf(), await seqOf(other)];
    const answers = await sendAll([
      rain(1),
      rain(2, { organization: other }),
      rain(3),
      rain(4, { organization: other }),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    expect([await seqOf(), await seqOf(other), stood]).toEqual([here + 2, there + 2, 2]);
  });

  test('go into the next transaction where one has lasted long enough', async () => {
    sharedMs = 0;
    const before = await seqOf();
    expect(statuses(await sendAll([rain(1), rain(2), rain(3)]))).toEqual([200, 200, 200]);
    expect([await seqOf(), stood]).toEqual([before + 3, 3]);
  });

  test('leave out an answer that nobody may read again', async () => {
    const person = { organization_id: org, first_name: 'Eva', role: 'user' };
    const invite: Sent = { path: '/api/organization/invite', body: person, key: randomUUID() };
    expect(statuses(await sendAll([rain(1), rain(2), invite, rain(3), rain(4)]))).toEqual([200, 200, 200, 200, 200]);
    expect(stood).toBe(3);
  });
});

describe('A transaction of single writes', () => {
  test('that fails at its commit is answered to each, tells nobody, and what comes again counts once', async () => {
    const [sent, before] = [[rain(1), rain(2), rain(3)], await seqOf()];
    const answers = await sendAll(sent, (stands) => (stands ? null : new Error('disk I/O error')));
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      sent.map(() => [503, 'DATABASE_UNAVAILABLE']),
    );
    expect([said.commits, said.effects, said.undone, await seqOf()]).toEqual([[], [], [], before]);
    expect(statuses(await sendAll(sent))).toEqual([200, 200, 200]);
    expect([await seqOf(), said.effects]).toEqual([before + 3, [1, 2, 3]]);
  });

  test('that fails at its commit says no refusal either: what it rested on may not stand', async () => {
    const had = await cows();
    const answers = await sendAll([death(had), death(1)], (stands) => (stands ? null : new Error('disk I/O error')));
    expect([statuses(answers), await cows()]).toEqual([[503, 503], had]);
  });

  test('whose answer is lost after the commit counts once when all come again', async () => {
    const [sent, before] = [[rain(1), rain(2)], await seqOf()];
    expect(statuses(await sendAll(sent, (stands) => (stands ? new Error('disk I/O error') : null)))).toEqual([
      503, 503,
    ]);
    expect(await seqOf()).toBe(before + 2);
    const again = await sendAll(sent);
    expect(again.map(({ headers }) => headers['idempotency-status'])).toEqual(['replayed', 'replayed']);
    expect([await seqOf(), said.undone, said.effects]).toEqual([before + 2, [], []]);
  });

  test('that loses a race begins anew, with nothing left over of its first try', async () => {
    odd = (mm) => void (mm === 2 && refuse('CONFLICT'));
    let races = 1;
    const before = await seqOf();
    const answers = await sendAll([rain(1), rain(2), rain(3)], (stands) =>
      stands || races-- <= 0 ? null : lostRace(),
    );
    expect([statuses(answers), seqsOf(answers)]).toEqual([
      [200, 409, 200],
      [before + 1, null, before + 2],
    ]);
    expect(said.commits.map(({ seq }) => seq)).toEqual([before + 1, before + 2]);
    expect([said.effects, said.undone]).toEqual([
      [1, 3],
      [2, 1, 3, 2],
    ]);
  });

  test('stands up to what nobody foresaw, which is tried once more alone, and costs no other', async () => {
    odd = (mm) => {
      if (mm === 2) throw new Error('nobody foresaw this');
    };
    const before = await seqOf();
    const answers = await sendAll([rain(1), rain(2), rain(3)]);
    expect([statuses(answers), seqsOf(answers)]).toEqual([
      [200, 500, 200],
      [before + 1, null, before + 2],
    ]);
    expect([said.tried, said.undone, said.effects]).toEqual([
      [1, 2, 3, 2],
      [2, 2],
      [1, 3],
    ]);
    expect([await seqOf(), said.bugs.length]).toEqual([before + 2, 1]);
  });
});

describe('What one transaction leaves known to the next', () => {
  const birth = (): Sent => {
    const animals = [{ type: farm.cat('Ternero al pie'), count: 1 }];
    const body = { date, lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.cria, animals, cid: randomUUID() };
    return { path: `/api/movement/birth/${org}`, body, key: randomUUID() };
  };

  test('is forgotten once another process has written: names, heads and counts are those of today', async () => {
    const [mine, theirs] = [await openCore(), await openCore()];
    expect((await mine(birth())).status).toBe(200);
    const { body } = await farm.as('ana', 'PUT', `/api/lot/edit/${org}`, {
      id: farm.lots.bajo,
      name: 'El Bajo de antes',
      hectares: 80.5,
    });
    expect(body['ok']).toBe(true);
    expect((await theirs(birth())).status).toBe(200);
    const answer = await mine(birth());
    expect(JSON.stringify(answer.body)).toContain('El Bajo de antes');
    const counts = said.commits
      .flatMap(({ announcements }) => announcements)
      .filter(({ action }) => action === 'animal-count-changed');
    expect(counts.map(({ payload }) => payload['count'])).toEqual([1, 2, 3]);
  });

  test('holds nothing of a transaction that did not stand', async () => {
    let mayStand = true;
    const mine = await openCore((stands) => (stands || mayStand ? null : new Error('disk I/O error')));
    expect((await mine(birth())).status).toBe(200);
    const before = said.commits.length;
    mayStand = false;
    expect((await mine(birth())).status).toBe(503);
    mayStand = true;
    expect((await mine(birth())).status).toBe(200);
    const counts = said.commits
      .slice(before)
      .flatMap(({ announcements }) => announcements)
      .filter(({ action }) => action === 'animal-count-changed');
    const heads = await farm.heads(farm.lots.bajo, farm.rodeos.cria, farm.cat('Ternero al pie'));
    expect(counts.map(({ payload }) => payload['count'])).toEqual([heads]);
  });
});

closesInOrder(() => farm);
