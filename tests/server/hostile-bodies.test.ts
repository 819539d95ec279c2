import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { headers as headerNames } from '../../src/contract/constants.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import type { RecordedType } from '../../src/domain/movements/types.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { isOnPostgres } from '../support/postgres.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  farm = await createFieldFarm();
  const { body } = await farm.record('ana', 'weather/rain', { date: '2026-11-01', mm: 3 });
  const movement = (body['movement'] as { id: string }).id;
  ids = { org: farm.organizationId, movement, lot: farm.lots.ombu, rodeo: farm.rodeos.cria, campo: farm.campo };
});

/**
 * How many hostile values each field is given in this run, the next of the list every day. Before a release all of them at once, and made
 * ones beyond: `HOSTILE_VALUES=500`.
 */
const perField = Number(process.env['HOSTILE_VALUES'] ?? 20);
const today = Number(process.env['HOSTILE_DAY'] ?? Math.floor(Date.now() / 86_400_000));

/** A share of what may be tried: another one in each place, and on each day. */
const shareOf = <T>(all: readonly T[], place: number, most = perField): readonly T[] =>
  Array.from({ length: Math.min(most, all.length) }, (_, index) => (today + place) * most + index).flatMap((at) =>
    all.slice(at % all.length, (at % all.length) + 1),
  );

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** What has brought down servers before: null signs, halves of signs, depth, size, and numbers at the end of their range. */
const known: readonly unknown[] = [
  '\0',
  'a\0b',
  '\uD800',
  '\uDC00x',
  'x'.repeat(70_000),
  deep(2000),
  { __proto: deep(500), toString: 'x', constructor: 1 },
  `'; drop table users; --`,
  '%00%',
  '\u202Eabc\u2066',
  2 ** 53,
  -1e308,
  1e-320,
  -0,
  null,
  '',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00.000Z',
  [null, '\0', { a: '\0' }],
  '00000000-0000-0000-0000-000000000000',
];
const more = (count: number, seed: number): readonly unknown[] =>
  count <= 0
    ? []
    : fc.sample(fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.string({ unit: 'binary', maxLength: 300 }), fc.double()), {
        numRuns: count,
        seed,
      });

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
const shapeOf = (body: NonNullable<Endpoint['body']>): Schema =>
  z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Schema;

/** Something that a schema takes, as far as its words say: the other fields of a body, so that one hostile field is reached. */
function sampleOf(schema: Schema, name = ''): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first) return sampleOf(first, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object') return sampleObject(schema);
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items ?? {}, name));
  if (schema.type === 'boolean') return false;
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1);
  const [thing = ''] = /^[a-z]+(?=_id)/.exec(name) ?? [];
  if (name === 'organization_id') return ids['org'];
  if (/_ids?$/.test(name)) return ids[thing] ?? ids['lot'];
  if (/date|_on$|start|end/.test(name)) return '2026-10-01';
  if (schema.format === 'email') return 'ana@campo.test';
  if (schema.format === 'uuid') return '5f0c1f5e-7b3a-4f5c-9d57-0f9f0f2f9a11';
  return 'x'.repeat(Math.max(6, schema.minLength ?? 0));
}
const sampleObject = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {}, name)]));

/** The body of a call as somebody would send it who means no harm. */
function bodyOf({ name, endpoint }: (typeof allEndpoints)[number]): Record<string, unknown> {
  const shape = endpoint.body ? shapeOf(endpoint.body) : {};
  const sample = sampleOf(shape);
  const example = endpoint.kind ? farm.example(endpoint.kind as RecordedType) : {};
  return { ...(typeof sample === 'object' && sample), ...(name.startsWith('create.') ? example : {}) };
}
const fieldsOf = (row: (typeof allEndpoints)[number]): readonly string[] => {
  const shape = row.endpoint.body ? shapeOf(row.endpoint.body) : {};
  const parts = [shape, ...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  return [
    ...new Set([...parts.flatMap(({ properties }) => Object.keys(properties ?? {})), ...Object.keys(bodyOf(row))]),
  ];
};
const addressOf = ({ path }: Endpoint, word: string | null = null): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (word !== null && name !== 'org') return encodeURIComponent(word);
    const segment = path.split('/')[2] ?? '';
    return ids[name] ?? ids[segment] ?? ids['movement'] ?? '';
  });

/** Sends it as Ana; gives what it was answered where that is a bug. */
async function send(endpoint: Endpoint, body: unknown, address = addressOf(endpoint), headers = {}): Promise<unknown> {
  const { status } = await farm.as('ana', endpoint.method, address, body, headers);
  return status < 500 ? null : [endpoint.method, address, status, JSON.stringify(body)?.slice(0, 300)];
}

const withBody = allEndpoints.filter(({ endpoint }) => endpoint.body !== null && endpoint.carries === null);

describe('A hostile value in a field is refused or taken, and nothing breaks', () => {
  test.each(withBody.map((row) => [`${row.endpoint.method} ${row.endpoint.path}`, row] as const))(
    '%s',
    async (_address, row) => {
      const base = bodyOf(row);
      const broken: unknown[] = [];
      for (const [place, field] of fieldsOf(row).entries()) {
        const values = [...shareOf(known, place), ...more(perField - known.length, today + place)];
        const calls = values.flatMap((value) => [
          () => send(row.endpoint, { ...base, [field]: value }),
          () => sendFromField(row.endpoint, base, field, value),
        ]);
        broken.push(...(await together(calls)));
      }
      expect(broken.filter((one) => one !== null)).toEqual([]);
      expect(farm.bugs).toEqual([]);
    },
    600_000,
  );
});

/** How many calls are under way at once: PostgreSQL is waited for, the embedded database works in this very process. */
const lanes = isOnPostgres() ? 4 : 1;

/** Makes calls by so many lanes; gives what each came to. */
async function together(calls: readonly (() => Promise<unknown>)[]): Promise<readonly unknown[]> {
  const [left, outcomes]: [(() => Promise<unknown>)[], unknown[]] = [[...calls], []];
  const lane = async (): Promise<void> => {
    for (let call = left.shift(); call; call = left.shift()) outcomes.push(await call());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

/** The same as a record of the field, which is judged more kindly: what it says is kept where it can be. */
const sendFromField = async (endpoint: Endpoint, base: object, field: string, value: unknown): Promise<unknown> =>
  endpoint.kind === undefined
    ? null
    : await send(endpoint, { ...base, offline: true, [field]: value }, addressOf(endpoint), {
        [headerNames.idempotencyKey]: crypto.randomUUID(),
      });

describe('A hostile word in an address, a question or a header is refused, and nothing breaks', () => {
  // What was kept of all that is long, and read here again and again.
  beforeAll(() => farm.db.deleteFrom('refused').execute());
  const words = ['%', '\0', 'a\0b', '\uFFFD', 'x'.repeat(5000), '..', `'`, '-1', '1e999', '{}', '9'.repeat(40), 'ñ🐄'];

  const questions = 'since mark epoch page limit cursor type from to digest q lot_id'.split(' ');
  const questionOf = (name: string, word: string): string => new URLSearchParams({ [name]: word }).toString();
  const told = [headerNames.idempotencyKey, headerNames.epoch, headerNames.known, headerNames.healing];

  test.each(
    allEndpoints
      .filter(({ endpoint }) => endpoint.method === 'GET')
      .map((row, place) => [row.endpoint.path, row, place] as const),
  )(
    'GET %s',
    async (_path, { endpoint }, place) => {
      const broken: unknown[] = [];
      const asked: (readonly [string, object])[] = [
        ...shareOf(words, place).map((word) => [addressOf(endpoint, word), {}] as const),
        ...questions.flatMap((name, at) =>
          shareOf(words, place + at).map((word) => [`${addressOf(endpoint)}?${questionOf(name, word)}`, {}] as const),
        ),
        ...told.flatMap((name, at) =>
          shareOf(words, place + at).map((word) => [addressOf(endpoint), { [name]: word }] as const),
        ),
      ];
      for (const [address, headers] of asked) broken.push(await send(endpoint, undefined, address, headers));
      expect(broken.filter((one) => one !== null)).toEqual([]);
      expect(farm.bugs).toEqual([]);
    },
    120_000,
  );
});

closesInOrder(() => farm);
