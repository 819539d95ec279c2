import * as z from 'zod/mini';
import { categorySchema } from '../domain/farm/categories.ts';
import { campoSchema, lotSchema, rodeoSchema } from '../domain/farm/places.ts';
import { movementSchema } from '../domain/movements/movement.ts';
import { constants, contractVersion, headers } from './constants.ts';
import type { Endpoint } from './endpoint.ts';
import { allEndpoints } from './endpoints.ts';
import { memberSchema, organizationSchema } from './endpoints/account.ts';
import { type ProblemCode, problems } from './problems.ts';
import { callGroups, referenceSentences as words, summaryOf } from './sentences-calls.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
const asBytes = { 'application/octet-stream': { schema: bytes } };

function bodyContent({ carries }: Endpoint, schema: JsonObject): JsonObject {
  if (carries === 'bytes') return asBytes;
  if (carries !== 'form') return { 'application/json': { schema } };
  const properties = schema.properties as JsonObject;
  const files = { ...(properties.files as JsonObject), items: bytes };
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...properties, files } } } };
}

function successes({ carries }: Endpoint, schema: JsonObject): JsonObject {
  const marks = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    'X-Api-Contract': { $ref: '#/components/headers/Contract' },
  };
  if (carries !== 'file')
    return { 200: { description: words.success, headers: marks, content: { 'application/json': { schema } } } };
  const range = { 'Content-Range': { schema: { type: 'string' } } };
  return {
    200: { description: words.success, headers: marks, content: asBytes },
    206: { description: words.partOfFile, headers: { ...marks, ...range }, content: asBytes },
    416: { description: words.noSuchPart, headers: { ...marks, ...range } },
  };
}

interface QueryParameter {
  readonly name: string;
  readonly schema: JsonObject;
}

const textQuery = (name: string): QueryParameter => ({ name, schema: { type: 'string' } });
const day = (name: string): QueryParameter => ({ name, schema: { type: 'string', format: 'date' } });
const whole = (name: string): QueryParameter => ({ name, schema: { type: 'integer', minimum: 0 } });

const pageQueries = [textQuery('cursor'), whole('limit')];

/** Query parameters by call (wire.md §Movements, §Sync). */
const queryParameters: Readonly<Record<string, readonly QueryParameter[] | undefined>> = {
  movements: [textQuery('type'), day('from'), day('to'), textQuery('lot_id'), textQuery('rodeo_id'), ...pageQueries],
  cycles: pageQueries,
  invoices: pageQueries,
  notes: pageQueries,
  tasks: pageQueries,
  conversations: pageQueries,
  conversation: pageQueries,
  pull: [whole('since'), textQuery('mark'), textQuery('epoch'), textQuery('sight'), whole('limit'), whole('digest')],
  snapshot: [textQuery('page'), whole('segments')],
  deleteMovement: [whole('offline')],
};

const codesOf = (status: number): ProblemCode[] =>
  (Object.keys(problems) as ProblemCode[]).filter((code) => problems[code].status === status);

const statuses = [...new Set(Object.values(problems).map(({ status }) => status))].toSorted((a, b) => a - b);

/** wire.md §Everywhere. */
const refusalSchema = {
  type: 'object',
  required: ['ok', 'code', 'message'],
  properties: {
    ok: { type: 'boolean', const: false },
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

const problemComponents = (schemas: JsonObject) => ({
  schemas: { ...schemas, Refusal: refusalSchema },
  responses: Object.fromEntries(
    statuses.map((status) => [
      `Refusal${status}`,
      {
        description: codesOf(status)
          .map((code) => `${code}: ${problems[code].message}`)
          .join('. '),
        ...(status === 429 && { headers: { 'Retry-After': { schema: { type: 'integer' } } } }),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Refusal' },
                { type: 'object', properties: { code: { enum: codesOf(status) } } },
              ],
            },
          },
        },
      },
    ]),
  ),
});

function statusesOf(endpoint: Endpoint): number[] {
  const isWrite = endpoint.method !== 'GET';
  const names = endpoint.path.includes('{') || endpoint.farm !== null;
  const asked: readonly (readonly [number, boolean])[] = [
    [400, true],
    [401, endpoint.who !== 'none' || endpoint.path.startsWith('/api/auth/')],
    [403, endpoint.least !== null || endpoint.who === 'super-admin' || endpoint.path.startsWith('/api/auth/')],
    [404, names],
    [409, isWrite],
    [410, endpoint.path.startsWith('/api/sync/')],
    [413, isWrite],
    [415, isWrite],
    [422, isWrite],
    [424, isWrite && endpoint.farm !== null],
    [429, true],
    [500, true],
    [503, true],
  ];
  return asked.filter(([status, applies]) => applies && statuses.includes(status)).map(([status]) => status);
}

const refusalsOf = (endpoint: Endpoint): JsonObject =>
  Object.fromEntries(
    statusesOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  );

const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  Campo: campoSchema,
  Category: categorySchema,
  Lot: lotSchema,
  Member: memberSchema,
  Movement: movementSchema,
  Organization: organizationSchema,
  Rodeo: rodeoSchema,
})) {
  named.add(schema, { id });
}
const unnamed = z.registry<{ id: string }>();

const less = (whole: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(whole).filter(([part]) => part !== name));

interface Written {
  readonly schema: JsonObject;
  readonly parts: JsonObject;
}

/** JSON Schema 2020-12, as in OpenAPI 3.1; named parts apart. */
function written(schema: z.ZodMiniType, io: 'input' | 'output'): Written {
  const metadata = io === 'output' ? named : unnamed;
  const made = z.toJSONSchema(schema, { io, metadata, unrepresentable: 'any' }) as JsonObject;
  const pointed = JSON.parse(JSON.stringify(made).replaceAll('#/$defs/', '#/components/schemas/')) as JsonObject;
  const { $defs, ...rest } = pointed;
  const parts = Object.entries(($defs ?? {}) as Readonly<Record<string, JsonObject>>);
  return {
    schema: less(rest, '$schema'),
    parts: Object.fromEntries(parts.map(([id, part]) => [id, less(part, 'id')])),
  };
}

const parameterNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** `wanted`: the shared template; to OpenAPI, `/asset/{org}` and `/asset/{id}` are the same. */
function parametersOf(name: string, own: string, wanted: string, endpoint: Endpoint): JsonObject[] {
  const said = parameterNames(own);
  const inPath = parameterNames(wanted).map((parameter, index) => ({
    name: parameter,
    in: 'path',
    required: true,
    description: words.parameterWords[said[index] ?? parameter] ?? parameter,
    schema: { type: 'string' },
  }));
  const asked = (queryParameters[name] ?? []).map((query) => ({ ...query, in: 'query', required: false }));
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  return [...inPath, ...asked, ...(endpoint.method === 'GET' || endpoint.who !== 'bearer' ? [] : [key])];
}

const securityOf = ({ who }: Endpoint): readonly JsonObject[] => {
  if (who === 'none') return [];
  return [who === 'one-time' ? { oneTime: [] } : { bearer: [] }];
};

const groupOf = (path: string): string => {
  const parts = path.split('/');
  const part = (parts[1] === 'api' ? parts[2] : parts[1]) ?? '';
  return callGroups[part] ?? part;
};

interface Place {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly template: string;
  readonly index: number;
}

function operationAt({ name, endpoint, path, template, index }: Place): { operation: JsonObject; parts: JsonObject } {
  const body = endpoint.body && written(endpoint.body, 'input');
  const answer = written(endpoint.answer, 'output');
  const operation = {
    operationId: `${name.replace('.', '_')}${index === 0 ? '' : `_${index + 1}`}`,
    summary: summaryOf(name, endpoint) ?? name,
    tags: [groupOf(endpoint.path)],
    ...(index > 0 && { deprecated: true }),
    ...(endpoint.least && { 'x-least-role': endpoint.least }),
    ...(endpoint.who === 'super-admin' && { 'x-super-admin': true }),
    ...(endpoint.kind && { 'x-movement-type': endpoint.kind }),
    security: securityOf(endpoint),
    parameters: parametersOf(name, path, template, endpoint),
    ...(body && { requestBody: { required: true, content: bodyContent(endpoint, body.schema) } }),
    responses: {
      ...successes(endpoint, answer.schema),
      ...refusalsOf(endpoint),
    },
  };
  return { operation, parts: { ...body?.parts, ...answer.parts } };
}

/** All paths; those of one shape share the first template. */
function places(): Place[] {
  const templates = new Map<string, string>();
  return allEndpoints.flatMap(({ name, endpoint }) =>
    [endpoint.path, ...endpoint.aliases].map((path, index) => {
      const shape = path.replace(/\{\w+\}/g, '{}');
      const template = templates.get(shape) ?? path;
      templates.set(shape, template);
      return { name, endpoint, path, template, index };
    }),
  );
}

const text = { type: 'string' };

const components = (schemas: JsonObject): JsonObject => ({
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    oneTime: { type: 'http', scheme: 'bearer', description: words.oneTime },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: words.idempotencyKey,
      schema: { type: 'string', format: 'uuid' },
    },
  },
  headers: {
    RequestId: { description: headers.requestId, schema: text },
    Contract: { description: headers.contract, schema: text },
  },
  ...problemComponents(schemas),
});

/** The OpenAPI 3.1 document, derived from the calls (wire.md §Everywhere). */
export function openApiDocument(): JsonObject {
  const paths: Record<string, Record<string, unknown>> = {};
  let schemas: JsonObject = {};
  for (const place of places()) {
    const { operation, parts } = operationAt(place);
    paths[place.template] = { ...paths[place.template], [place.endpoint.method.toLowerCase()]: operation };
    schemas = { ...schemas, ...parts };
  }
  const tags = [...new Set(allEndpoints.map(({ endpoint }) => groupOf(endpoint.path)))];
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: words.title, version: contractVersion, description: `${words.everywhere} ${constants.socketPath}` },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: components(schemas),
  };
}
