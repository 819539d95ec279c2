import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, createTestServer, openBackend, testPassword } from '../support/server.ts';

let farm: FieldFarm;

beforeAll(async () => {
  farm = await createFieldFarm();
});

const death = (count = 1) => ({
  date: '2026-03-01',
  lot_id: farm.lots.ombu,
  rodeo_id: farm.rodeos.cria,
  animals: [{ type: farm.cat('Vaca'), count }],
});
const cows = (): Promise<number> => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Vaca'));
const die = (body: object, key: string, who: 'ana' | 'beto' = 'ana') =>
  farm.record(who, 'death', body, { 'idempotency-key': key });
const seq = async (): Promise<number> => {
  const row = await farm.db
    .selectFrom('organizations')
    .select('seq')
    .where('id', '=', farm.organizationId)
    .executeTakeFirstOrThrow();
  return row.seq;
};

describe('A record that is sent twice', () => {
  test('counts once, and the second answer is the first, marked as such', async () => {
    const [before, key] = [await cows(), randomUUID()];
    const first = await die(death(), key);
    const announced = farm.commits.length;
    const second = await die(death(), key.toUpperCase());
    expect(first.headers).toMatchObject({ 'idempotency-status': 'created' });
    expect(second.headers).toMatchObject({
      'idempotency-status': 'replayed',
      'x-sync-seq': first.headers['x-sync-seq'],
    });
    expect(second.body).toEqual(first.body);
    expect(await cows()).toBe(before - 1);
    expect(farm.commits).toHaveLength(announced);
  });

  test('at the same moment fifty times counts once', async () => {
    const [before, key] = [await cows(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => die(death(), key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotency-status'] === 'created')).toHaveLength(1);
    expect(await cows()).toBe(before - 1);
  });

  test('with its parts in another order is still the same record', async () => {
    const key = randomUUID();
    const { animals, ...rest } = death();
    await die({ ...rest, animals }, key);
    expect((await die({ animals, ...rest }, key)).headers['idempotency-status']).toBe('replayed');
  });

  test('a hundred days later counts once', async () => {
    const key = randomUUID();
    const server = await createTestServer();
    const address = `/api/lot/create/${server.organizationId}`;
    const lot = { name: 'El Ceibo', hectares: 3 };
    const headers = { 'idempotency-key': key };
    const first = await server.as('ana', 'POST', address, lot, headers);
    server.clock.now += 100 * 86_400_000;
    const person = { email: 'ana@campo.test', password: testPassword };
    const { token } = (await server.as(null, 'POST', '/api/auth/log-in', person)).body;
    const again = await server.as(null, 'POST', address, lot, { ...headers, authorization: `Bearer ${String(token)}` });
    expect(again.headers['idempotency-status']).toBe('replayed');
    expect(again.body).toEqual(first.body);
    await server.close();
  });

  test('with other data under the same key is refused, and nothing happens', async () => {
    const key = randomUUID();
    await die(death(), key);
    const [before, at] = [await cows(), await seq()];
    expect(await die(death(2), key)).toMatchObject({
      status: 422,
      body: { ok: false, code: 'IDEMPOTENCY_MISMATCH', message: 'Este envío ya se usó con otros datos' },
    });
    expect([await cows(), await seq()]).toEqual([before, at]);
  });

  test('under a key of another farm is that farm’s own', async () => {
    const key = randomUUID();
    await die(death(), key);
    const made = await farm.as('dana', 'POST', '/api/organization', { name: 'Lo de Dana' });
    const { id } = made.body['organization'] as { id: string };
    const answer = await farm.as(
      'dana',
      'POST',
      `/api/lot/create/${id}`,
      { name: 'Uno', hectares: 1 },
      { 'idempotency-key': key },
    );
    expect(answer.headers['idempotency-status']).toBe('created');
  });

  test('without a key, but with the id that the phone gave it, counts once', async () => {
    const before = await cows();
    const body = { ...death(), cid: randomUUID() };
    const first = await farm.record('ana', 'death', body);
    const second = await farm.record('ana', 'death', body);
    expect(second.body['movement']).toEqual(first.body['movement']);
    expect((first.body['movement'] as { id: string }).id).toBe(body.cid);
    expect(await cows()).toBe(before - 1);
  });

  test('and was refused the first time is judged anew', async () => {
    const key = randomUUID();
    const body = { ...death(), rodeo_id: farm.rodeos.invernada };
    expect(await die(body, key)).toMatchObject({ status: 422, body: { code: 'NOT_ENOUGH_ANIMALS' } });
    const [animal] = body.animals;
    await farm.record('ana', 'purchase', { ...body, animals: [{ ...animal, count: 1 }] });
    expect(await die(body, key)).toMatchObject({ status: 200, headers: { 'idempotency-status': 'created' } });
  });

  test('under something that is no key is refused as such', async () => {
    const answer = await die(death(), 'uno');
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'INVALID_BODY', issues: [{ path: 'Idempotency-Key' }] },
    });
  });
});

describe('A server that dies', () => {
  test('after the commit and before the answer has written the record and its key together', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dies-'));
    const path = join(folder, 'farm.sqlite');
    const key = randomUUID();
    const server = await createTestServer('2026-11-21T12:00:00Z', path);
    const address = `/api/lot/create/${server.organizationId}`;
    const lot = { name: 'El Ceibo', hectares: 3 };
    const headers = { 'idempotency-key': key };
    const lost = await server.as('ana', 'POST', address, lot, headers);
    await server.close();
    const again = await openBackend(path, server.clock);
    const found = await again.send(server.tokens.ana, 'POST', address, lot, headers);
    expect(found.headers['idempotency-status']).toBe('replayed');
    expect(found.body).toEqual(lost.body);
    await again.close();
    await rm(folder, { recursive: true });
  });

  test('in the middle of the work has written nothing of it', async () => {
    const [before, at, key] = [await cows(), await seq(), randomUUID()];
    await farm.db.schema.alterTable('operations').renameTo('operations_away').execute();
    const broken = await die(death(), key);
    await farm.db.schema.alterTable('operations_away').renameTo('operations').execute();
    expect(broken).toMatchObject({
      status: 500,
      body: { ok: false, code: 'SERVER_ERROR', message: 'Error inesperado del servidor' },
    });
    expect(JSON.stringify(broken.body)).not.toMatch(/operations|select|sqlite/i);
    expect(farm.bugs.splice(0)).toHaveLength(1);
    expect([await cows(), await seq()]).toEqual([before, at]);
    expect((await die(death(), key)).headers['idempotency-status']).toBe('created');
    expect(await cows()).toBe(before - 1);
  });
});

closesInOrder(() => farm);
