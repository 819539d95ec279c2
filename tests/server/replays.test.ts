import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import { keptAnswers } from '../../src/server/database/migrations/0011-kept-answers.ts';
import type { WireOperation } from '../../src/contract/seal.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { knownDevices, sealedBy } from '../support/seals.ts';
import { closesInOrder, createTestServer, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

const again = (key: string) => ({ 'idempotency-key': key });
const storedOf = (key: string) => farm.db.selectFrom('operations').selectAll().where('key', '=', key).execute();
const animals = () => [{ type: farm.cat('Novillito'), count: 3 }];
const sale = (cid: string) => ({ ...farm.example('SELL'), animals: animals(), cid, offline: true, total: '1234.50' });
const devices = knownDevices(() => farm);
const bring = async (who: PersonName, author: PersonName, operation: WireOperation) => {
  const sealer = { organizationId: org, author: farm.userIds[author] };
  const operations = [{ ...(await sealedBy(devices, sealer, operation)), author: sealer.author }];
  const { body } = await farm.as(who, 'POST', `/api/sync/${org}/ops`, { operations });
  return (body['results'] as [{ status: number; seq: number; body: Record<string, unknown> }])[0];
};
const setRole = (who: PersonName, role: 'owner' | 'admin' | 'user') =>
  farm.db.updateTable('memberships').set({ role }).where('user_id', '=', farm.userIds[who]).execute();
const setFinance = (shown: boolean) =>
  farm.as('ana', 'PUT', `/api/organization/${org}`, { settings: { show_finance_to_admins: shown } });

describe('A link that lets somebody in', () => {
  const key = randomUUID();
  const asked = () => ({
    organization_id: org,
    email: 'socio@campo.test',
    first_name: 'Saúl',
    last_name: 'Sosa',
    role: 'owner',
  });
  const add = (who: PersonName) => farm.as(who, 'POST', '/api/organization/add-user-admin', asked(), again(key));
  const enter = (url: unknown) => {
    const fragment = new URLSearchParams(String(url).split('#')[1]);
    const body = { email: fragment.get('email'), password: 'dos tranqueras verdes' };
    const bearer = { authorization: `Bearer ${String(fragment.get('token'))}` };
    return farm.as(null, 'POST', '/api/auth/admin/set-initial-password', body, bearer);
  };

  test('is given to nobody who brings the key of who made it', async () => {
    const first = await add('ana');
    expect(first.body['activation_url']).toContain('#token=');
    expect(await add('beto')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await add('beto')).body).not.toHaveProperty('activation_url');
  });

  test('is not kept; its key gives another, and the first opens nothing any more', async () => {
    expect(await storedOf(key)).toEqual([]);
    const [one, two] = [await add('ana'), await add('ana')];
    expect(two.body['activation_url']).not.toBe(one.body['activation_url']);
    expect((await enter(one.body['activation_url'])).status).toBe(401);
    expect((await enter(two.body['activation_url'])).status).toBe(200);
    const everything = await farm.db.selectFrom('operations').select('body').execute();
    expect(JSON.stringify(everything)).not.toMatch(/activation_url|refresh_token|reset_token/);
  });
});

describe('The first answer to a key', () => {
  const path = () => `/api/movement/sell/${org}`;

  test('is its author’s, as long as he sees as much as then', async () => {
    const [key, body] = [randomUUID(), sale(randomUUID())];
    const first = await farm.as('beto', 'POST', path(), body, again(key));
    expect(first.body['movement']).toMatchObject({ metadata: { total: '1234.50' } });
    expect((await farm.as('beto', 'POST', path(), body, again(key))).body).toEqual(first.body);
    await setFinance(false);
    const hidden = await farm.as('beto', 'POST', path(), body, again(key));
    await setFinance(true);
    await setRole('beto', 'user');
    const lesser = await farm.as('beto', 'POST', path(), body, again(key));
    await setRole('beto', 'admin');
    const bare = { ok: true, applied: true, key, seq: Number(first.headers['x-sync-seq']) };
    expect([hidden.body, lesser.body]).toEqual([bare, bare]);
    expect(lesser.headers['idempotency-status']).toBe('replayed');
    expect((await farm.as('beto', 'POST', path(), body, again(key))).body).toEqual(first.body);
  });

  test('is hidden from everybody else of the farm: he hears that it was done', async () => {
    const [key, body] = [randomUUID(), sale(randomUUID())];
    const { headers } = await farm.as('ana', 'POST', path(), body, again(key));
    for (const who of ['beto', 'caro'] as const) {
      const { body: heard } = await farm.as(who, 'POST', path(), body, again(key));
      expect(heard).toEqual({ ok: true, applied: true, key, seq: Number(headers['x-sync-seq']) });
    }
  });

  test('is no companion’s who sees less than its author did', async () => {
    const [key, body] = [randomUUID(), sale(randomUUID())];
    const { headers } = await farm.as('ana', 'POST', path(), body, again(key));
    const seq = Number(headers['x-sync-seq']);
    const brought = await bring('caro', 'ana', { key, method: 'POST', path: path(), body });
    expect(brought).toMatchObject({ status: 200, seq });
    expect(brought.body).toEqual({ ok: true, applied: true, key, seq });
  });

  test('is the companion’s who brought it, and its author’s after him', async () => {
    const [key, cid] = [randomUUID(), randomUUID()];
    const body = { ...farm.example('DEATH'), cid, offline: true };
    const operation = { key, method: 'POST', path: `/api/movement/death/${org}`, body };
    const [first, second] = [await bring('beto', 'caro', operation), await bring('beto', 'caro', operation)];
    expect(first.body['movement']).toMatchObject({ id: cid });
    expect(second.body).toEqual(first.body);
    const own = await farm.as('caro', 'POST', operation.path, body, again(key));
    expect(own.body).toEqual(first.body);
  });

  test('to a colleague’s private note is told to nobody, and no note is made', async () => {
    const [key, text] = [randomUUID(), 'Vender en marzo'];
    const note = { text, visibility: 'yo' };
    await farm.as('ana', 'POST', `/api/note/create/${org}`, note, again(key));
    const heard = await farm.as('beto', 'POST', `/api/note/create/${org}`, note, again(key));
    expect([heard.body['applied'], heard.body['note']]).toEqual([true, undefined]);
  });
});

test('No answer that opens something is kept', () => {
  const opening = allEndpoints.filter(({ endpoint: { answer } }) =>
    Object.keys(z.toJSONSchema(answer, { unrepresentable: 'any' }).properties ?? {}).some((name) =>
      /token|_url|secret|^code$|password/.test(name),
    ),
  );
  expect(opening.map(({ name }) => name)).toContain('addUserAdmin');
  expect(opening.filter(({ endpoint }) => !endpoint.isSecret)).toEqual([]);
});

describe('A database of before', () => {
  test('loses the links and tokens that it kept, and says its other answers to owners alone', async () => {
    const server = await createTestServer();
    const row = (key: string, body: object, server_id: string | null) => ({
      scope: server.organizationId,
      key,
      user_id: server.userIds.ana,
      fingerprint: 'f',
      status: 200,
      body: JSON.stringify(body),
      seq: null,
      server_id,
      received_at: new Date(server.clock.now).toISOString(),
    });
    const kept = row('c', { note: { id: 'n', text: '"activation_url":' } }, 'n');
    for (const column of ['role', 'saw_money'])
      await sql`alter table operations drop column ${sql.ref(column)}`.execute(server.db);
    const rows = [row('a', { activation_url: 'x' }, null), row('b', { token: 't', refresh_token: 'r' }, null), kept];
    // As the version before wrote them.
    for (const one of rows)
      await server.db
        .insertInto('operations')
        .values(one as never)
        .execute();
    for (const statement of keptAnswers) await sql.raw(statement).execute(server.db);
    const left = await server.db.selectFrom('operations').select(['key', 'role', 'saw_money']).execute();
    expect(left).toEqual([{ key: 'c', role: null, saw_money: null }]);
    await server.close();
  });
});

closesInOrder(() => farm);
