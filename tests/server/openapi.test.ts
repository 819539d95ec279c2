import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import { problems } from '../../src/contract/problems.ts';
import { callGroups, summaryOf } from '../../src/contract/sentences-calls.ts';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';

let folder: string;
let server: RunningServer;
let base: string;
let openApi: Json;
let page: string;

type Json = Readonly<Record<string, unknown>>;

/** A part of the document; a missing one is an empty object, which no fact below takes for the right one. */
const part = (whole: unknown, ...names: string[]): Json => {
  let found: unknown = whole;
  for (const name of names) found = (found as Json | undefined)?.[name];
  return (found ?? {}) as Json;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0' });
  server = await compose(settings, join(folder, 'none'));
  base = await server.listen();
  openApi = (await (await fetch(`${base}/api/openapi.json`)).json()) as Json;
  page = await (await fetch(`${base}/api/docs`)).text();
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Every object of the document with the way to it. */
function* objectsIn(value: unknown, way = '#'): Generator<readonly [string, Json]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [way, value as Json];
  for (const [name, inner] of Object.entries(value)) {
    yield* objectsIn(inner, `${way}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const pointed = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((whole, name) => part(whole)[name.replaceAll('~1', '/').replaceAll('~0', '~')], openApi);

interface Operation extends Json {
  readonly operationId: string;
  readonly parameters: readonly Json[];
  readonly responses: Readonly<Record<string, Json>>;
  readonly security: readonly Json[];
}

const operations = (): { way: string; path: string; operation: Operation }[] =>
  Object.entries(part(openApi, 'paths')).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) => {
      const way = `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '*')}`;
      return { way, path, operation };
    }),
  );

const addresses = allEndpoints.flatMap(({ name, endpoint }) =>
  [endpoint.path, ...endpoint.aliases].map((path) => ({
    name,
    endpoint,
    way: `${endpoint.method} ${path.replace(/\{\w+\}/g, '*')}`,
  })),
);

describe('The description of the API', () => {
  test('is an OpenAPI 3.1 document, and says so', async () => {
    expect(openApi).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/) as string,
      info: { title: expect.any(String) as string, version: expect.any(String) as string },
    });
    const known = ['openapi', 'info', 'jsonSchemaDialect', 'servers', 'paths', 'components', 'security', 'tags'];
    expect(Object.keys(openApi).filter((name) => !known.includes(name))).toEqual([]);
    const { headers, body } = await fetch(`${base}/api/openapi.json`);
    await new Response(body).arrayBuffer();
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('has every address of the table, and no other', () => {
    const described = operations().map(({ way }) => way);
    expect(described.toSorted()).toEqual(addresses.map(({ way }) => way).toSorted());
  });

  test('names no two paths that differ in their parameters alone', () => {
    const shapes = Object.keys(part(openApi, 'paths')).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(shapes.filter((shape) => !shape.startsWith('/'))).toEqual([]);
  });

  test('declares every parameter of every path, once, and asks for it', () => {
    for (const { way, path, operation } of operations()) {
      const inPath = operation.parameters.filter((parameter) => parameter['in'] === 'path');
      expect([way, inPath.map(({ name }) => name)]).toEqual([way, [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1])]);
      expect(inPath.every(({ required, schema }) => required === true && schema)).toBe(true);
      const names = operation.parameters.map((parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('gives each operation an id of its own, a summary, a group and answers', () => {
    const all = operations().map(({ operation }) => operation);
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
    const groups = (openApi['tags'] as { name: string }[]).map(({ name }) => name);
    for (const operation of all) {
      expect(operation['summary']).toMatch(/\S/);
      expect(groups).toEqual(expect.arrayContaining(operation['tags'] as string[]));
      expect(Object.keys(operation.responses).every((status) => /^[1-5]\d\d$/.test(status))).toBe(true);
      expect(operation.responses).toHaveProperty('200');
      for (const answer of Object.values(operation.responses)) {
        expect(answer['$ref'] ?? answer['description']).toMatch(/\S/);
      }
    }
  });

  test('points at nothing that is not in it', () => {
    const references = [...objectsIn(openApi)].flatMap(([way, { $ref }]) =>
      typeof $ref === 'string' ? [[way, $ref] as const] : [],
    );
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(([, reference]) => !reference.startsWith('#/') || !pointed(reference))).toEqual([]);
  });

  test('writes its schemas in JSON Schema’s own types', () => {
    const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
    const wrong = [...objectsIn(openApi)]
      .filter(([way]) => /\/schema(s\/[^/]+)?(\/(properties\/[^/]+|items|anyOf\/\d+))*$/.test(way))
      .filter(([, { type, required }]) => {
        const named = [type ?? []].flat() as string[];
        return named.some((name) => !types.has(name)) || (required !== undefined && !Array.isArray(required));
      });
    expect(wrong).toEqual([]);
  });

  const schemesOf = { none: [], bearer: ['bearer'], 'super-admin': ['bearer'], 'one-time': ['oneTime'] };

  test('says for each call whether it asks for a token', () => {
    const schemes = Object.keys(part(openApi, 'components', 'securitySchemes'));
    for (const { way, endpoint } of addresses) {
      const operation = operations().find((one) => one.way === way)?.operation;
      const asked = operation?.security.flatMap((row) => Object.keys(row)) ?? ['missing'];
      expect([way, asked]).toEqual([way, schemesOf[endpoint.who]]);
      expect(schemes).toEqual(expect.arrayContaining(asked));
    }
  });

  test('tells of the body of every call that takes one', () => {
    for (const { way, endpoint } of addresses) {
      const operation = operations().find((one) => one.way === way)?.operation;
      expect([way, operation && 'requestBody' in operation]).toEqual([way, endpoint.body !== null]);
    }
  });

  test('says how files travel: as parts of a form, and as bytes with their parts', () => {
    const { post } = part(openApi, 'paths', '/api/invoice/{org}/upload');
    const form = part(post, 'requestBody', 'content', 'multipart/form-data', 'schema', 'properties');
    const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
    expect(form).toMatchObject({ files: { type: 'array', items: bytes }, invoice_id: { type: 'string' } });
    for (const path of ['/audio/{id}', '/api/invoice/{org}/file/{fileId}']) {
      const { responses } = part(openApi, 'paths', path, 'get') as unknown as Operation;
      const content = { 'application/octet-stream': { schema: bytes } };
      expect(responses).toMatchObject({ 200: { content }, 206: { content }, 416: {} });
    }
    expect(part(openApi, 'paths', '/audio/{id}', 'get')['x-super-admin']).toBe(true);
  });

  test('knows every refusal by its code', () => {
    expect(part(openApi, 'components', 'schemas', 'Refusal', 'properties', 'code')['enum']).toEqual(
      Object.keys(problems),
    );
    const statuses = new Set(Object.values(problems).map(({ status }) => `Refusal${status}`));
    expect(Object.keys(part(openApi, 'components', 'responses')).toSorted()).toEqual([...statuses].toSorted());
  });

  test('takes a lot, and answers it, as the table does', () => {
    const { post } = part(openApi, 'paths', '/api/lot/create/{org}');
    const body = part(post, 'requestBody', 'content', 'application/json', 'schema');
    expect(body).toMatchObject({ type: 'object', required: ['name', 'hectares'], additionalProperties: false });
    const answer = part(post, 'responses', '200', 'content', 'application/json', 'schema', 'properties');
    expect(answer).toMatchObject({ ok: { const: true }, lot: { $ref: '#/components/schemas/Lot' } });
    const lot = part(openApi, 'components', 'schemas', 'Lot');
    expect(lot).toMatchObject({ properties: { hectares: { type: 'number' }, campo_id: {} } });
  });
});

describe('The words of the reference', () => {
  test.each(allEndpoints.map(({ name, endpoint }) => [name, endpoint] as const))(
    'say what %s does',
    (name, endpoint) => {
      expect(summaryOf(name, endpoint)).toMatch(/^[A-ZÁÉÍÓÚ]/);
      expect(Object.keys(callGroups)).toContain(endpoint.path.replace(/^\/api\//, '/').split('/')[1]);
    },
  );
});

describe('The reference page', () => {
  test('is a page in Spanish with every call on it', async () => {
    const { headers, body } = await fetch(`${base}/api/docs`);
    // Unread, it would keep the server from closing.
    await new Response(body).arrayBuffer();
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toContain('<html lang="es-AR">');
    for (const path of Object.keys(part(openApi, 'paths'))) expect(page).toContain(`<code>${path}</code>`);
    for (const { operation } of operations()) expect(page).toContain(`<span>${String(operation['summary'])}</span>`);
  });

  test('shows what a call asks for and answers, field by field', () => {
    const create = page.slice(page.indexOf('<code>/api/lot/create/{org}</code>')).split('</details>')[0] ?? '';
    for (const field of ['org', 'name', 'hectares', 'animals.type', 'lot.animals.category']) {
      expect(create).toContain(`<code>${field}</code>`);
    }
    expect(create).toContain('Administrador o dueño');
  });

  test('needs nothing from outside and runs nothing: its policy lets it', async () => {
    expect(page).not.toMatch(/<script|style=|<style|\son\w+=|https?:\/\//);
    const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]);
    expect(links).toEqual(['/api/docs.css']);
    const style = await fetch(`${base}/api/docs.css`);
    await style.arrayBuffer();
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(style.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('is well-formed: every element that opens closes', () => {
    for (const name of ['details', 'summary', 'table', 'tr', 'td', 'section', 'main', 'h2']) {
      expect(page.split(`<${name}>`).length).toBe(page.split(`</${name}>`).length);
    }
  });
});
