import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedBySender } from '../../src/server/database/migrations/0012-refused-by-sender.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, createTestServer, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});
beforeEach(async () => {
  await farm.db.deleteFrom('refused').execute();
});

/** That much never rained: it is refused whoever sends it. */
const flood = (mm: number, cid: string = randomUUID()) => ({ date: '2026-11-20', mm, offline: true, cid });
const path = () => `/api/movement/weather/rain/${org}`;
const own = (who: PersonName, key: string, body: object) =>
  farm.record(who, 'weather/rain', body, { 'idempotency-key': key });
const bring = async (who: PersonName, author: PersonName, key: string, body: object) => {
  const operations = [{ key, method: 'POST', path: path(), body, author: farm.userIds[author] }];
  const answer = await farm.as(who, 'POST', `/api/sync/${org}/ops`, { operations });
  return (answer.body['results'] as [{ status: number; body: Readonly<Record<string, unknown>> }])[0];
};
interface Waiting {
  readonly id: string;
  readonly author: { readonly id: string };
  readonly said_author?: { readonly id: string; readonly first_name: string };
  readonly body: { readonly mm: number };
}
const waiting = async (): Promise<readonly Waiting[]> =>
  (await farm.as('ana', 'GET', `/api/refused/${org}`)).body['refused'] as Waiting[];
const shown = async () =>
  (await waiting()).map(({ author, said_author, body }) => [author.id, said_author?.id, body.mm]);
const apply = (id: string, body: object) => farm.as('ana', 'POST', `/api/refused/${org}/${id}/apply`, { body });

describe('What a companion sends in a colleague’s name and is refused', () => {
  test('is his own before the office, with the name that he says', async () => {
    const key = randomUUID();
    expect((await bring('caro', 'beto', key, flood(9999))).status).toBe(403);
    expect(await waiting()).toMatchObject([
      { id: key, author: { first_name: 'Caro' }, said_author: { id: farm.userIds.beto, first_name: 'Beto' } },
    ]);
  });

  test('takes up his own room, and nobody else’s', async () => {
    const [{ id: session_id }] = (await farm.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', farm.userIds.caro)
      .execute()) as [{ id: string }];
    for (let count = 0; count < 20; count += 1) await bring('caro', 'beto', randomUUID(), flood(9000 + count));
    const rows = await farm.db.selectFrom('refused').select(['user_id', 'session_id']).distinct().execute();
    expect(rows).toEqual([{ user_id: farm.userIds.caro, session_id }]);
  });

  test('does not take the place of what the colleague himself brings under that key, whoever comes first', async () => {
    const [planted, true_] = [flood(9001), flood(9002)];
    for (const isFirst of [true, false]) {
      const key = randomUUID();
      if (isFirst) await bring('caro', 'beto', key, planted);
      await own('beto', key, true_);
      if (!isFirst) await bring('caro', 'beto', key, planted);
      const rows = await shown();
      expect(rows).toHaveLength(2);
      expect(rows).toContainEqual([farm.userIds.beto, undefined, 9002]);
      expect(rows).toContainEqual([farm.userIds.caro, farm.userIds.beto, 9001]);
      await farm.db.deleteFrom('refused').execute();
    }
  });

  test('and is let go, does not end what the colleague brings later', async () => {
    const key = randomUUID();
    await bring('caro', 'beto', key, flood(9001));
    await farm.as('ana', 'DELETE', `/api/refused/${org}/${key}`);
    await own('beto', key, flood(9002));
    expect(await shown()).toEqual([[farm.userIds.beto, undefined, 9002]]);
  });

  test('and both are taken by the office, stand both', async () => {
    const key = randomUUID();
    await bring('caro', 'beto', key, flood(9001));
    await own('beto', key, flood(9002));
    const [first, second] = await waiting();
    for (const [one, mm] of [[first, 3] as const, [second, 4] as const])
      expect((await apply(one?.id ?? '', { ...one?.body, mm })).status).toBe(200);
    const rains = await farm.db
      .selectFrom('movements')
      .select(['created_by', 'payload'])
      .where('type', '=', 'RAIN')
      .execute();
    const said = rains.map(({ created_by, payload }) => [
      created_by,
      (JSON.parse(payload) as Readonly<Record<string, unknown>>)['carried_by'],
    ]);
    expect(said).toContainEqual([farm.userIds.beto, farm.userIds.caro]);
    expect(said).toContainEqual([farm.userIds.beto, undefined]);
    expect(await waiting()).toEqual([]);
  });
});

describe('The same record that both bring', () => {
  test('is one, and its author’s', async () => {
    const [key, body] = [randomUUID(), flood(9003)];
    await bring('caro', 'beto', key, body);
    await own('beto', key, body);
    expect(await shown()).toEqual([[farm.userIds.beto, undefined, 9003]]);
    await bring('caro', 'beto', key, body);
    expect(await shown()).toEqual([[farm.userIds.beto, undefined, 9003]]);
  });

  test('is let go by whose it is said to be, when he has recorded it anew', async () => {
    const key = randomUUID();
    await bring('caro', 'beto', key, flood(9004));
    expect((await farm.as('caro', 'DELETE', `/api/refused/${org}/${randomUUID()}`)).status).toBe(404);
    expect((await farm.as('beto', 'DELETE', `/api/refused/${org}/${key}`)).body['alreadyDeleted']).toBe(false);
    expect(await waiting()).toEqual([]);
  });
});

describe('A database of before', () => {
  test('gives what companions brought back to them', async () => {
    const server = await createTestServer();
    const { db, userIds, organizationId } = server;
    const sessionOf = async (who: PersonName) =>
      (await db.selectFrom('sessions').select('id').where('user_id', '=', userIds[who]).executeTakeFirstOrThrow()).id;
    await sql`drop table refused`.execute(db);
    await sql`create table refused (
      organization_id text, key text, user_id text, session_id text, method text, path text, body text, cid text,
      type text, code text, message text, issues text, recorded_at text, received_at text, position integer, from_lost_phone integer,
      state text, decided_by text, decided_at text)`.execute(db);
    await sql`create index refused_waiting on refused (organization_id, user_id)`.execute(db);
    for (const [key, session] of [
      ['carried', await sessionOf('caro')],
      ['own', await sessionOf('beto')],
    ])
      await sql`insert into refused values (${organizationId}, ${key}, ${userIds.beto}, ${session}, 'POST', '/', '{}', null,
        null, 'CONFLICT', '', '[]', null, '2026-11-21T12:00:00Z', 0, 0, 'en_espera', null, null)`.execute(db);
    for (const statement of refusedBySender) await sql.raw(statement).execute(db);
    const rows = await db.selectFrom('refused').select(['id', 'user_id', 'author_id']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: 'carried', user_id: userIds.caro, author_id: userIds.beto },
      { id: 'own', user_id: userIds.beto, author_id: null },
    ]);
    await server.close();
  });
});

closesInOrder(() => farm);
