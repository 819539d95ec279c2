import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { WireOperation } from '../../src/contract/seal.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { knownDevices, sealedBy } from '../support/seals.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

interface Result {
  readonly key: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
const birth = (cid: string) => ({
  date: '2026-11-20',
  lot_id: farm.lots.ombu,
  rodeo_id: farm.rodeos.cria,
  animals: [{ type: farm.cat('Ternero al pie'), count: 2 }],
  cid,
  offline: true,
});
const path = () => `/api/movement/birth/${org}`;
const devices = knownDevices(() => farm);
const bring = async (who: PersonName, author: string, operation: WireOperation): Promise<Result> => {
  const sealed = await sealedBy(devices, { organizationId: org, author }, operation);
  const answer = await farm.as(who, 'POST', `/api/sync/${org}/ops`, { operations: [{ ...sealed, author }] });
  expect(answer.status).toBe(200);
  return (answer.body['results'] as [Result])[0];
};
const stored = (id: string) =>
  farm.db.selectFrom('movements').select(['created_by', 'payload']).where('id', '=', id).executeTakeFirst();
const calves = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Ternero al pie'));

describe('A record that a companion brings home', () => {
  const [key, cid] = [randomUUID(), randomUUID()];

  test('stands under its author’s name and says who brought it', async () => {
    const result = await bring('beto', farm.userIds.caro, { key, method: 'POST', path: path(), body: birth(cid) });
    expect(result.status).toBe(200);
    const row = await stored(cid);
    expect(row?.created_by).toBe(farm.userIds.caro);
    expect(JSON.parse(row?.payload ?? '{}')).toMatchObject({ carried_by: farm.userIds.beto });
    expect(await calves()).toBe(2);
  });

  test('counts once when its author’s own phone comes too', async () => {
    const own = await farm.as('caro', 'POST', path(), birth(cid), { 'idempotency-key': key });
    expect(own.status).toBe(200);
    expect(own.headers['idempotency-status']).toBe('replayed');
    expect(await calves()).toBe(2);
  });

  test('is acknowledged to its author’s phone', async () => {
    const { body } = await farm.as('caro', 'GET', `/api/sync/${org}?since=0`);
    expect((body['acks'] as { key: string }[]).map((ack) => ack.key)).toContain(key);
  });

  test('counts once too when the author was first', async () => {
    const [first, id] = [randomUUID(), randomUUID()];
    await farm.as('caro', 'POST', path(), birth(id), { 'idempotency-key': first });
    const result = await bring('beto', farm.userIds.caro, {
      key: first,
      method: 'POST',
      path: path(),
      body: birth(id),
    });
    expect(result.status).toBe(200);
    expect(await calves()).toBe(4);
    expect((await stored(id))?.payload).not.toContain('carried_by');
  });
});

describe('A record that was refused and is corrected on two phones', () => {
  const id = randomUUID();
  const corrected = (count: number) => ({
    ...birth(id),
    animals: [{ type: farm.cat('Ternero al pie'), count }],
  });
  const again = (count: number) =>
    farm.as('caro', 'POST', path(), corrected(count), { 'idempotency-key': randomUUID() });
  const asStored = async () => (await again(2)).body['movement'] as Readonly<Record<string, unknown>>;

  test('stands as it came first; what the other phone says is kept beside it, to be looked at', async () => {
    const before = await calves();
    const first = { key: randomUUID(), method: 'POST', path: path(), body: corrected(2) };
    expect((await bring('beto', farm.userIds.caro, first)).status).toBe(200);
    expect((await again(3)).status).toBe(200);
    expect(await calves()).toBe(before + 2);
    expect(await asStored()).toMatchObject({
      animals: [{ count: 2 }],
      review: { reasons: ['carried', 'conflict'] },
      metadata: { conflict: { before: { animals: [{ count: 2 }] }, after: { animals: [{ count: 3 }] } } },
    });
  });

  test('and tried again as it was refused, says nothing that the office has not seen', async () => {
    const [key, cid] = [randomUUID(), randomUUID()];
    const wrong = { ...birth(cid), animals: [{ type: 'nothing', count: 1 }] };
    const refused = await farm.as('caro', 'POST', path(), wrong, { 'idempotency-key': key });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const body = { ...birth(cid), detail: 'Al amanecer' };
    await farm.as('ana', 'POST', `/api/refused/${org}/${key}/apply`, { body });
    const right = { ...body, detail: 'De noche' };
    await farm.db
      .updateTable('refused')
      .set({ body: JSON.stringify(right) })
      .where('key', '=', key)
      .execute();
    const again = await farm.as('caro', 'POST', path(), right, { 'idempotency-key': randomUUID() });
    expect(again.body['movement']).toMatchObject({ detail: 'Al amanecer' });
    expect(again.body['movement']).not.toHaveProperty('review');
  });

  test('is not touched by anybody else who knows its id', async () => {
    const before = await stored(id);
    const other = await farm.as('beto', 'POST', path(), corrected(5), { 'idempotency-key': randomUUID() });
    expect(other.body['movement']).toMatchObject({ animals: [{ count: 2 }] });
    const edits = await farm.db.selectFrom('edits').select('edited_by').where('movement_id', '=', id).execute();
    expect(edits).toEqual([{ edited_by: farm.userIds.caro }]);
    expect(await stored(id)).toEqual(before);
  });

  test('is looked at once, whatever comes again', async () => {
    await again(2);
    await again(3);
    const edits = await farm.db.selectFrom('edits').select('n').where('movement_id', '=', id).execute();
    expect(edits).toHaveLength(1);
  });
});

describe('A name on a record opens no door', () => {
  const operation = () => ({ key: randomUUID(), method: 'POST', path: path(), body: birth(randomUUID()) });

  test('of a stranger: he is nobody here', async () => {
    expect((await bring('beto', farm.userIds.dana, operation())).status).toBe(404);
    expect((await bring('beto', 'nobody', operation())).status).toBe(404);
  });

  test('of the owner: a hand brings only what a hand may do', async () => {
    const removal = { key: randomUUID(), method: 'DELETE', path: `/api/lot/delete/${org}/${farm.lots.bajo}` };
    expect((await bring('caro', farm.userIds.ana, removal)).status).toBe(403);
    expect((await bring('ana', farm.userIds.caro, { ...removal, key: randomUUID() })).status).toBe(403);
  });

  test('and a refused one waits for the office as its bringer’s, with the name that he said', async () => {
    const wrong = operation();
    const body = { ...wrong.body, animals: [{ type: 'nothing', count: 1 }] };
    expect((await bring('beto', farm.userIds.caro, { ...wrong, body })).status).toBeGreaterThanOrEqual(400);
    const kept = await farm.db
      .selectFrom('refused')
      .select(['user_id', 'author_id'])
      .where('key', '=', wrong.key)
      .execute();
    expect(kept).toEqual([{ user_id: farm.userIds.beto, author_id: farm.userIds.caro }]);
  });
});

closesInOrder(() => farm);
