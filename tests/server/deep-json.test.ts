import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { quietEdge } from '../support/quiet-edge.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let edge: FastifyInstance;
beforeAll(async () => {
  farm = await createFieldFarm();
  edge = await quietEdge(farm.core);
});
afterAll(() => edge.close());

const key = '5f0c1f5e-7b3a-4f5c-9d57-0f9f0f2f9a11';
/** Sends a body as the very bytes. */
const post = (url: string, payload: string) =>
  edge.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${farm.tokens.beto}`,
      'idempotency-key': key,
    },
  });
const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const deaths = (): string => `/api/movement/death/${farm.organizationId}`;
const batch = (): string => `/api/sync/${farm.organizationId}/ops`;
const operation = (body: string): string =>
  `{"operations":[{"key":"${key}","method":"POST","path":"/api/movement/death/x","body":${body}}]}`;

describe('JSON that is deeper than anything of ours', () => {
  test.each([
    ['a record of the field', deaths, `{"offline":true,"detail":${lists(100_000)}}`],
    ['a record with objects', deaths, objects(40_000)],
    ['an operation of a batch', batch, operation(lists(100_000))],
    ['a call without a body', () => '/api/auth/log-out', lists(100_000)],
    ['what never ends', deaths, '['.repeat(100_000)],
    [
      'what the office corrects',
      () => `/api/refused/${farm.organizationId}/${key}/apply`,
      `{"body":{"a":${lists(100_000)}}}`,
    ],
  ])('in %s is refused, and is no bug', async (_what, path, payload) => {
    const answer = await post(path(), payload);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'INVALID_JSON']);
    expect(farm.bugs).toEqual([]);
  });

  test('begins behind sixty-four: brackets inside of words are words', async () => {
    const detail = `${'[{'.repeat(200)}"[\\`;
    const body = { date: '2026-06-01', lot_id: farm.lots.ombu, rodeo_id: farm.rodeos.cria, detail };
    const animals = [{ type: farm.cat('Vaca'), count: 1 }];
    expect((await post(deaths(), JSON.stringify({ ...body, animals }))).statusCode).toBe(200);
    expect((await post(batch(), lists(64))).json<{ code: string }>().code).toBe('INVALID_BODY');
    expect((await post(batch(), lists(65))).json<{ code: string }>().code).toBe('INVALID_JSON');
  });
});

describe('Null signs', () => {
  test.each([
    ['an operation of a batch', batch, operation('{"cid":"a\\u0000","detail":"\\u0000","offline":true}')],
    ['a record', deaths, '{"detail":"\\u0000","lot_id":"a\\u0000"}'],
    ['a log-in', () => '/api/auth/log-in', '{"email":"a\\u0000@campo.test","password":"\\u0000"}'],
  ])('in %s are refused, and are no bug', async (_what, path, payload) => {
    const answer = await post(path(), payload);
    const results = answer.json<{ results?: readonly { status: number }[] }>().results ?? [];
    const statuses = [answer.statusCode, ...results.map(({ status }) => status)];
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(farm.bugs).toEqual([]);
  });
});

closesInOrder(() => farm);
