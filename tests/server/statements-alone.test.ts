import { randomUUID } from 'node:crypto';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../src/server/database/tables.ts';
import { allHandlers } from '../../src/server/handlers.ts';
import { authenticate } from '../../src/server/kernel/authenticate.ts';
import { type Core, createCore } from '../../src/server/kernel/core.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { isOnPostgres } from '../support/postgres.ts';
import { closesInOrder, type PersonName, recordingPorts } from '../support/server.ts';

/** Every statement of a call from its admission on, besides begin and commit. */
const made: RootOperationNode[] = [];
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    made.push(node);
    return node;
  },
  transformResult: async ({ result }) => result,
};
const counted = (db: Db): Db => db.withPlugin(counting);

let farm: FieldFarm;
let core: Core;
beforeAll(async () => {
  farm = await createFieldFarm();
  const [db, farmDb] = [counted(farm.db), counted(farm.farmDb)];
  const secrets = { access: new Uint8Array(32).fill(1), refresh: new Uint8Array(32).fill(2) };
  core = createCore({
    db,
    farmDb,
    handlers: allHandlers({ secrets, newId: randomUUID, publicUrl: '', ...recordingPorts().ports }),
    newId: randomUUID,
    now: () => farm.clock.now,
    leastAppVersion: '',
    onRefused: () => undefined,
    authenticate: (token, now, place) => authenticate(db, secrets, token, now, place),
    onBug: (error) => farm.bugs.push(error),
    onCommit: () => undefined,
  });
});

const send = (who: PersonName, method: string, path: string, body: unknown, key: string = randomUUID()) =>
  core.dispatch({
    method,
    path,
    query: {},
    headers: { authorization: `Bearer ${farm.tokens[who]}`, 'idempotency-key': key },
    body,
  });

const birthOf = (more: object) => ({
  lot_id: farm.lots.bajo,
  rodeo_id: farm.rodeos.cria,
  date: '2026-11-20',
  animals: ['Ternero al pie', 'Ternera al pie'].map((name) => ({ type: farm.categories[name], count: 2 })),
  ...more,
});
const bear = (who: PersonName, more: object): Promise<CoreResponse> =>
  send(who, 'POST', `/api/movement/birth/${farm.organizationId}`, birthOf(more));

/** The statements of a birth after another like it. */
async function statementsOf(who: PersonName, more: () => object): Promise<number> {
  expect(await bear(who, more())).toMatchObject({ status: 200 });
  made.length = 0;
  expect(await bear(who, more())).toMatchObject({ status: 200 });
  return made.length;
}

const recordOf = () => ({ cid: randomUUID(), offline: true, recorded_at: '2026-11-20T10:00:00.000Z' });

describe('A birth by itself, of two categories', () => {
  test.each([
    ['that a phone saved', recordOf],
    ['from the office', () => ({})],
    ['from the office, with an id of its own', () => ({ cid: randomUUID() })],
  ])('%s is ten statements at most with its admission, eight where each is a trip', async (_what, more) => {
    expect(await statementsOf('ana', more)).toBeLessThanOrEqual(isOnPostgres() ? 8 : 10);
  });
});

describe('A death by itself', () => {
  const die = (more: object) =>
    send('ana', 'POST', `/api/movement/death/${farm.organizationId}`, {
      lot_id: farm.lots.ombu,
      rodeo_id: farm.rodeos.cria,
      date: '2026-11-20',
      animals: [{ type: farm.cat('Vaca'), count: 1 }],
      ...more,
    });

  test.each([
    ['that a phone saved', recordOf],
    ['from the office', () => ({})],
    ['of a day long ago, with others after it', () => ({ ...recordOf(), date: '2026-02-01' })],
  ])('%s is ten statements at most too, and no more with what came after it', async (_what, more) => {
    for (let n = 0; n < 3; n += 1) expect(await die(more())).toMatchObject({ status: 200 });
    made.length = 0;
    expect(await die(more())).toMatchObject({ status: 200 });
    expect(made.length).toBeLessThanOrEqual(isOnPostgres() ? 8 : 10);
  });
});

describe('What few statements must not lose', () => {
  let cid: string;
  beforeEach(() => {
    cid = randomUUID();
  });
  const stored = () =>
    farm.db.selectFrom('movements').select(['id', 'organization_id']).where('id', '=', cid).execute();

  test('a record that came before, under another key, is one record', async () => {
    const [first, second] = [await bear('ana', { ...recordOf(), cid }), await bear('ana', { ...recordOf(), cid })];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.movement).toMatchObject({ id: cid, version: 1 });
    expect(await stored()).toHaveLength(1);
  });

  test('an id of another farm is refused and tells nothing of it', async () => {
    const other = await send('dana', 'POST', '/api/organization', { name: 'La Otra' });
    const { id: org, categories } = other.body.organization as { id: string; categories: { id: string }[] };
    const lot = await send('dana', 'POST', `/api/lot/create/${org}`, { name: 'Uno', hectares: 1 });
    const theirs = { lot_id: (lot.body.lot as { id: string }).id, date: '2026-11-20', cid };
    const animals = [{ type: categories[0]?.id, count: 1 }];
    expect(await send('dana', 'POST', `/api/movement/birth/${org}`, { ...theirs, animals })).toMatchObject({
      status: 200,
    });
    const answer = await bear('ana', { ...recordOf(), cid });
    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(JSON.stringify(answer.body)).not.toContain(org);
    expect(await stored()).toEqual([{ id: cid, organization_id: org }]);
  });

  test('whoever left the team is refused with the next call, and so is a session that ended', async () => {
    expect(await bear('caro', recordOf())).toMatchObject({ status: 200 });
    const left = { removed_at: new Date(farm.clock.now - 60_000).toISOString() };
    const caro = farm.db.updateTable('memberships').where('user_id', '=', farm.userIds.caro);
    await caro.set(left).execute();
    expect(await bear('caro', {})).toMatchObject({ status: 404 });
    await caro.set({ removed_at: null }).execute();
    const sessions = farm.db.updateTable('sessions').where('user_id', '=', farm.userIds.caro);
    await sessions.set({ ended_at: new Date(farm.clock.now).toISOString() }).execute();
    expect(await bear('caro', recordOf())).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } });
  });

  test('a stranger, and a member of a deleted farm, are nobody there', async () => {
    expect(await bear('dana', recordOf())).toMatchObject({ status: 404 });
    const place = farm.db.updateTable('organizations').where('id', '=', farm.organizationId);
    await place.set({ deleted_at: new Date(farm.clock.now).toISOString() }).execute();
    expect(await bear('ana', recordOf())).toMatchObject({ status: 404 });
    await place.set({ deleted_at: null }).execute();
  });
});

closesInOrder(() => farm);
