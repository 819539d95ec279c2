import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, testPassword } from '../support/server.ts';

const minute = 60_000;
const hour = 60 * minute;

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

const seq = async (): Promise<number> => {
  const { seq: last } = await farm.db
    .selectFrom('organizations')
    .select('seq')
    .where('id', '=', farm.organizationId)
    .executeTakeFirstOrThrow();
  return last;
};
const rain = (mm: number) =>
  farm.record('ana', 'weather/rain', { date: '2026-11-20', mm }, { 'idempotency-key': randomUUID() });
const logIn = async () => {
  const { status, body } = await farm.as(null, 'POST', '/api/auth/log-in', {
    email: 'ana@campo.test',
    password: testPassword,
  });
  expect(status).toBe(200);
  return { token: String(body['token']), refresh: String(body['refresh_token']) };
};
const refresh = (token: string) =>
  farm.as(null, 'POST', '/api/auth/refresh-token', { refresh_token: token }, { 'idempotency-key': randomUUID() });
const asUser = (token: string) => farm.as(null, 'GET', '/api/user', undefined, { authorization: `Bearer ${token}` });

describe('A server whose clock', () => {
  test.each([
    ['is set back by an hour', -hour],
    ['is set back by a day', -24 * hour],
    ['is set on by ten minutes', 10 * minute],
  ])('%s goes on: nobody is asked for the password, and the feed keeps its order', async (_jump, ms) => {
    const before = await seq();
    const { token } = await logIn();
    const first = await rain(1);
    farm.clock.now += ms;
    const second = await rain(2);
    expect([first.status, second.status, (await asUser(token)).status]).toEqual([200, 200, 200]);
    expect(await seq()).toBe(before + 2);
    const { body } = await farm.as('ana', 'GET', `/api/sync/${farm.organizationId}?since=${before}`);
    const changed = (body['changes'] as { table: string; row: { metadata: { mm?: number } } }[]).filter(
      ({ table }) => table === 'movements',
    );
    expect(changed.map(({ row }) => row.metadata.mm)).toEqual([1, 2]);
    farm.clock.now -= ms;
  });

  test('jumps on by two hours gives every phone a new token for its own, without a password', async () => {
    const pair = await logIn();
    farm.clock.now += 2 * hour;
    expect((await asUser(pair.token)).status).toBe(401);
    const renewed = await refresh(pair.refresh);
    expect(renewed.status).toBe(200);
    expect((await asUser(String(renewed.body['token']))).status).toBe(200);
    farm.clock.now -= 2 * hour;
    // Back again: what was given in the meantime is good, it was made under a later clock.
    expect((await asUser(String(renewed.body['token']))).status).toBe(200);
    expect((await refresh(String(renewed.body['refresh_token']))).status).toBe(200);
  });

  test('is late or early by less than a minute refuses no token that was good', async () => {
    const { token } = await logIn();
    farm.clock.now += 15 * minute + 50_000;
    expect((await asUser(token)).status).toBe(200);
    farm.clock.now += 20_000;
    expect((await asUser(token)).status).toBe(401);
    farm.clock.now -= 16 * minute + 10_000;
  });
});

closesInOrder(() => farm);
