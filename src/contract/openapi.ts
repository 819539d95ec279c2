import * as z from 'zod/mini';
import { categorySchema } from '../domain/farm/categories.ts';
import { campoSchema, lotSchema, rodeoSchema } from '../domain/farm/places.ts';
import { movementSchema } from '../domain/movements/movement.ts';
import { constants, contractVersion, headers } from './constants.ts';
import type { Endpoint } from './endpoint.ts';
import { allEndpoints } from './endpoints.ts';
import { memberSchema, organizationSchema } from './endpoints/account.ts';
import { bodyContent, successes } from './openapi-content.ts';
import { queryParameters } from './openapi-queries.ts';
import { problemComponents, refusalsOf } from './openapi-problems.ts';
import { callGroups, referenceSentences as words, summaryOf } from './sentences-calls.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Shared schemas, written once. */
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
  /** The path or an alias, and the template of its shape. */
  readonly path: string;
  readonly template: string;
  readonly index: number;
}

/** An operation and the named schemas it uses. */
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
