import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Committed } from '../../src/server/database/commit.ts';
import { allHandlers } from '../../src/server/handlers.ts';
import { refuse, write } from '../../src/server/kernel/call.ts';
import type { AnyHandler } from '../../src/server/kernel/composed.ts';
import { createCore } from '../../src/server/kernel/core.ts';
import { faulty, type Fault, lostRace } from '../support/faulty-transactions.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, recordingPorts } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
let other: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
  const { body } = await farm.as('dana', 'POST', '/api/organization', { name: 'Otro campo' });
  other = (body['organization'] as { id: string }).id;
});

interface Result {
  readonly key: string;
  readonly status: number;
  readonly seq: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

const date = '2026-11-20';
const operation = (path: string, body: object, key: string = randomUUID()) => ({ key, method: 'POST', path, body });
const rain = (mm: number, key?: string) =>
  operation(`/api/movement/weather/rain/${org}`, { date, mm, offline: true, cid: randomUUID() }, key);
const outgoing = (count: number, cid: string = randomUUID()) => {
  const animals = [{ type: farm.cat('Vaca'), count }];
  const place = { lot_id: farm.lots.ombu, rodeo_id: farm.rodeos.cria };
  return operation(`/api/movement/death/${org}`, { date, ...place, animals, cid });
};
const seqOf = async (id = org): Promise<number> =>
  (await farm.db.selectFrom('organizations').select('seq').where('id', '=', id).executeTakeFirstOrThrow()).seq;
const sessionOf = async (userId: string): Promise<string> =>
  (await farm.db.selectFrom('sessions').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()).id;
const isThere = async (id: string): Promise<boolean> =>
  (await farm.db.selectFrom('movements').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
const cows = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Vaca'));
const resultsOf = (body: Readonly<Record<string, unknown>>): readonly Result[] => body['results'] as Result[];
const send = async (operations: readonly object[]): Promise<readonly Result[]> =>
  resultsOf((await farm.as('ana', 'POST', `/api/sync/${org}/ops`, { operations })).body);

describe('Operations of a batch that share a transaction', () => {
  test('stand without the one among them that is refused after it wrote: it goes back alone', async () => {
    const [before, had, cid] = [await seqOf(), await cows(), randomUUID()];
    const results = await send([rain(1), outgoing(2), outgoing(500, cid), outgoing(3), rain(2)]);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 422, 200, 200]);
    expect(results[2]?.body['code']).toBe('NOT_ENOUGH_ANIMALS');
    expect(results.map(({ seq }) => seq)).toEqual([before + 1, before + 2, null, before + 3, before + 4]);
    expect([await cows(), await isThere(cid), await seqOf()]).toEqual([had - 5, false, before + 4]);
  });

  test('see what those before them made, named and counted', async () => {
    const [lot, calf] = [randomUUID(), farm.cat('Ternero al pie')];
    const birth = () => ({
      date,
      lot_id: lot,
      rodeo_id: farm.rodeos.cria,
      animals: [{ type: calf, count: 2 }],
      cid: randomUUID(),
      offline: true,
    });
    farm.commits.length = 0;
    const results = await send([
      operation(`/api/lot/create/${org}`, { name: 'La Nueva', hectares: 4, cid: lot, offline: true }),
      operation(`/api/movement/birth/${org}`, birth()),
      operation(`/api/movement/birth/${org}`, birth()),
    ]);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(JSON.stringify(results[1]?.body)).toContain('La Nueva');
    const told = farm.commits.flatMap(({ announcements }) => announcements);
    const counts = told.filter(({ action, payload }) => action === 'animal-count-changed' && payload['lot_id'] === lot);
    expect(counts.map(({ payload }) => payload['count'])).toEqual([2, 4]);
  });

  test('read the answers of those before them: words that stood a moment ago are not kept for the office', async () => {
    const cid = randomUUID();
    const made = (name: string) => operation(`/api/rodeo/${org}`, { name, cid });
    const renamed = { ...operation(`/api/rodeo/${org}/${cid}`, { name: 'El segundo nombre' }), method: 'PUT' };
    const results = await send([made('El primer nombre'), renamed, made('El primer nombre')]);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    const kept = await farm.db.selectFrom('refused').select('id').where('cid', '=', cid).execute();
    expect(kept).toEqual([]);
  });

  test('are done once under a key that comes twice, and not at all under one that says something else', async () => {
    const [first, before] = [rain(3), await seqOf()];
    const results = await send([first, first, rain(4, first.key), rain(5)]);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 422, 200]);
    expect(results[1]).toEqual(results[0]);
    expect(results[2]?.body['code']).toBe('IDEMPOTENCY_MISMATCH');
    expect(await seqOf()).toBe(before + 2);
  });

  test('leave out what may not be read again: it is done between them, in its order', async () => {
    const person = { organization_id: org, first_name: 'Eva', role: 'user' };
    const invite = operation('/api/organization/invite', person);
    const before = await seqOf();
    const results = await send([rain(6), invite, rain(7)]);
    expect(results.map(({ status, body }) => [status, body['code']])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ]);
    expect([results[0]?.seq, results[2]?.seq]).toEqual([before + 1, await seqOf()]);
  });

  test('let another farm write meanwhile', async () => {
    const order: string[] = [];
    const many = send(Array.from({ length: 200 }, (_, index) => rain(index + 1))).then((results) => {
      order.push('batch');
      return results;
    });
    const single = farm
      .as('dana', 'POST', `/api/lot/create/${other}`, { name: 'De Dana', hectares: 1 })
      .then(({ status }) => order.push(String(status)));
    const [results] = await Promise.all([many, single]);
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 200));
    expect(order).toEqual(['200', 'batch']);
  });
});

describe('A transaction of a batch', () => {
  let said: { commits: Committed[]; effects: number[]; undone: number[]; bugs: unknown[]; tried: number[] };
  beforeEach(() => {
    said = { commits: [], effects: [], undone: [], bugs: [], tried: [] };
  });
  /** What a rain of so many millimetres does besides. */
  let odd: (mm: number) => void = () => undefined;

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

  /** No transaction ends for its length, however slow the machine is. */
  let sharedMs = 600_000;

  const bring = async (operations: readonly object[], fault: Fault = () => null, isLoggedIn = () => true) => {
    const sessionId = await sessionOf(farm.userIds.ana);
    const actor = { userId: farm.userIds.ana, sessionId, isSuperAdmin: false };
    const core = createCore({
      db: farm.db,
      farmDb: faulty(farm.farmDb, fault),
      handlers: handlers(),
      newId: randomUUID,
      now: () => farm.clock.now,
      leastAppVersion: '',
      sharedMs,
      onRefused: () => undefined,
      authenticate: async () => (isLoggedIn() ? actor : refuse('SESSION_REVOKED')),
      onBug: (error) => said.bugs.push(error),
      onCommit: (committed) => said.commits.push(committed),
    });
    const headers = { authorization: 'Bearer of Ana' };
    const path = `/api/sync/${org}/ops`;
    return await core.dispatch({ method: 'POST', path, query: {}, headers, body: { operations } });
  };
  const statuses = (answer: Awaited<ReturnType<typeof bring>>): number[] =>
    resultsOf(answer.body).map(({ status }) => status);

  test('that fails at its commit says nothing, tells nobody and is taken when it comes again', async () => {
    odd = () => undefined;
    const [sent, before] = [[rain(1), rain(2)], await seqOf()];
    const answer = await bring(sent, (stands) => (stands ? null : new Error('disk I/O error')));
    expect([answer.status, answer.body['code']]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    expect([said.commits, said.effects, await seqOf()]).toEqual([[], [], before]);
    // Whether it stands is not known: a row may name what was written outside.
    expect(said.undone).toEqual([]);
    expect(statuses(await bring(sent))).toEqual([200, 200]);
    expect([await seqOf(), said.commits.length, said.effects]).toEqual([before + 2, 2, [1, 2]]);
  });

  test('whose answer is lost after the commit counts once when it comes again', async () => {
    odd = () => undefined;
    const [sent, before] = [[rain(1), rain(2)], await seqOf()];
    const answer = await bring(sent, (stands) => (stands ? new Error('disk I/O error') : null));
    expect([answer.status, await seqOf()]).toEqual([503, before + 2]);
    expect(statuses(await bring(sent))).toEqual([200, 200]);
    expect([await seqOf(), said.undone, said.effects]).toEqual([before + 2, [], []]);
  });

  test('that loses a race begins anew, with nothing left over of its first try', async () => {
    odd = (mm) => void (mm === 2 && refuse('CONFLICT'));
    let races = 1;
    const before = await seqOf();
    const answer = await bring([rain(1), rain(2), rain(3)], (stands) => (stands || races-- <= 0 ? null : lostRace()));
    expect(statuses(answer)).toEqual([200, 409, 200]);
    expect(resultsOf(answer.body).map(({ seq }) => seq)).toEqual([before + 1, null, before + 2]);
    expect([said.commits.map(({ seq }) => seq), said.effects]).toEqual([
      [before + 1, before + 2],
      [1, 3],
    ]);
    // The refused one of each try at once, and both others of the try that was lost.
    expect(said.undone).toEqual([2, 1, 3, 2]);
  });

  test('takes back at once what a refused operation left outside, and nothing of the others', async () => {
    odd = (mm) => void (mm === 2 && refuse('CONFLICT'));
    expect(statuses(await bring([rain(1), rain(2), rain(3)]))).toEqual([200, 409, 200]);
    expect([said.undone, said.effects]).toEqual([[2], [1, 3]]);
  });

  test('stands up to what nobody foresaw, which is tried once more alone, and goes on after it', async () => {
    odd = (mm) => {
      if (mm === 2) throw new Error('nobody foresaw this');
    };
    const before = await seqOf();
    const answer = await bring([rain(1), rain(2), rain(3)]);
    expect(statuses(answer)).toEqual([200, 500, 200]);
    expect([said.tried, said.undone, said.effects]).toEqual([
      [1, 2, 2, 3],
      [2, 2],
      [1, 3],
    ]);
    expect(said.bugs.map(String)).toEqual(['Error: nobody foresaw this']);
    expect(await seqOf()).toBe(before + 2);
  });

  test('tells of each commit in its order, after it stands', async () => {
    odd = () => expect(said.commits).toEqual([]);
    const before = await seqOf();
    expect(statuses(await bring([rain(1), rain(2), rain(3)]))).toEqual([200, 200, 200]);
    expect(said.commits.map(({ seq }) => seq)).toEqual([before + 1, before + 2, before + 3]);
    expect([await seqOf(), said.bugs]).toEqual([before + 3, []]);
  });

  test('is of who calls then: a session that ended between two of them ends what comes after', async () => {
    odd = () => undefined;
    let asked = 0;
    const before = await seqOf();
    const sent = Array.from({ length: 60 }, (_, index) => rain(index + 1));
    const all = statuses(
      await bring(
        sent,
        () => null,
        () => (asked += 1) <= 2,
      ),
    );
    expect(all).toEqual(Array.from({ length: 60 }, (_, index) => (index < 50 ? 200 : 401)));
    expect(await seqOf()).toBe(before + 50);
  });

  test('is short: what comes after it has lasted long enough goes into the next', async () => {
    odd = () => undefined;
    sharedMs = 0;
    let commits = 0;
    const before = await seqOf();
    const answer = await bring([rain(1), rain(2), rain(3)], (stands) => {
      commits += stands ? 1 : 0;
      return null;
    });
    expect([statuses(answer), commits, await seqOf()]).toEqual([[200, 200, 200], 3, before + 3]);
  });
});

closesInOrder(() => farm);
