import type { FastifyInstance, FastifyReply } from 'fastify';
import { referenceSentences as words } from '../../contract/sentences-calls.ts';
import { contractVersion, headers } from '../../contract/constants.ts';
import { openApiDocument } from '../../contract/openapi.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

type Named = Readonly<Record<string, Schema>>;
type SchemaRow = readonly [name: string, kind: string, note: string];

const deepest = 3;

/** A value's kind in a word or two: `string (uuid)`, `Lot[]`, `number | null`, `"m" | "h"`. */
function kindOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(kindOf))].join(' | ');
  if (schema.items) return `${kindOf(schema.items)}[]`;
  const type = [schema.type ?? []].flat().join(' | ');
  return schema.format ? `${type} (${schema.format})` : type;
}

/** What a value is made of: an object's fields, a list's items, what a `$ref` names. */
function inside(schema: Schema, named: Named): Schema | null {
  if (schema.$ref) return named[schema.$ref.split('/').at(-1) ?? ''] ?? null;
  if (schema.items) return inside(schema.items, named);
  const choice = (schema.anyOf ?? schema.oneOf)?.find((one) => one.properties ?? one.$ref ?? one.items);
  if (choice) return inside(choice, named);
  return schema.properties ? schema : null;
}

/** A schema's fields as rows, nested ones with dots, three deep. */
function schemaRows(schema: Schema, named: Named, before = '', depth = 1): SchemaRow[] {
  const whole = inside(schema, named);
  return Object.entries(whole?.properties ?? {}).flatMap(([name, field]) => {
    const note = whole?.required?.includes(name) ? words.required : '';
    const row: SchemaRow = [`${before}${name}`, kindOf(field), note];
    return depth < deepest ? [row, ...schemaRows(field, named, `${before}${name}.`, depth + 1)] : [row];
  });
}

interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly 'x-least-role'?: keyof typeof words.least;
  readonly 'x-super-admin'?: true;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { readonly name?: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
interface ReferenceDocument {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

const who = (operation: Operation): string => {
  const least = operation['x-least-role'];
  if (least) return words.least[least];
  if (operation['x-super-admin']) return words.superAdmin;
  const [scheme] = operation.security;
  if (!scheme) return words.nobody;
  return 'oneTime' in scheme ? words.oneTime : words.anybody;
};

const table = (title: string, rows: readonly (readonly [string, string, string])[]): string => {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ([name, kind, note]) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(kind)}</td><td>${escaped(note)}</td></tr>`,
  );
  return `<h4>${escaped(title)}</h4><table>${lines.join('')}</table>`;
};

const fieldsIn = (content: Content | undefined, document: ReferenceDocument) => {
  const schema = Object.values(content ?? {})[0]?.schema;
  return schema ? schemaRows(schema, document.components.schemas) : [];
};

function call(method: string, path: string, operation: Operation, document: ReferenceDocument): string {
  const parameters = operation.parameters.flatMap(({ name, description }) =>
    name ? [[name, '', description ?? ''] as const] : [],
  );
  const refusals = Object.keys(operation.responses).filter((status) => status !== '200');
  const older = operation.deprecated ? ` <em>${escaped(words.olderPath)}</em>` : '';
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> <span>${escaped(operation.summary)}</span>${older}</summary>
<p>${escaped(who(operation))}</p>
${table(words.parameters, parameters)}
${table(words.asks, fieldsIn(operation.requestBody?.content, document))}
${table(words.answers, fieldsIn(operation.responses['200']?.content, document))}
<p>${escaped(words.problems)}: ${refusals.join(', ')}</p></details>`;
}

/** The reference as a page without scripts or anything from outside: it opens under the strictest policy, and on paper. */
function referencePage(document: ReferenceDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = document.tags.map(({ name }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    const list = own.map(({ method, path, operation }) => call(method, path, operation, document));
    return `<section><h2>${escaped(name)}</h2>${list.join('\n')}</section>`;
  });
  return `<!doctype html>
<html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(words.title)}</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>${escaped(words.title)} <small>${escaped(document.info.version)}</small></h1>
<p>${escaped(words.intro)}</p><p>${escaped(words.everywhere)}</p>
${groups.join('\n')}
</main></body></html>
`;
}

/** The look of the reference page: a file of its own, because the page's policy lets no style stand inside it. */
const referenceStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 small { font-weight: normal; opacity: .7; }
h2 { margin: 2rem 0 .5rem; border-bottom: 2px solid currentColor; }
h4 { margin: 1rem 0 .25rem; }
details { border-bottom: 1px solid #8886; padding: .25rem 0; }
summary { cursor: pointer; min-height: 2.5rem; padding: .5rem 0; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4.5rem; }
summary span { opacity: .8; }
table { border-collapse: collapse; width: 100%; }
td { border-top: 1px solid #8884; padding: .25rem .5rem .25rem 0; vertical-align: top; overflow-wrap: anywhere; }
@media print { details > * { display: block; } }
`;

/** Serves the API's description: /api/openapi.json, and /api/docs for people. Made on the first request. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  let made: { readonly json: string; readonly page: string } | null = null;
  const reference = () => {
    if (made) return made;
    const document = openApiDocument();
    made = { json: JSON.stringify(document), page: referencePage(document as unknown as ReferenceDocument) };
    return made;
  };
  const send = (reply: FastifyReply, type: string, text: string): FastifyReply =>
    reply
      .headers({ 'content-type': type, 'cache-control': 'no-cache', [headers.contract]: contractVersion })
      .send(text);
  app.get('/api/openapi.json', (_request, reply) => send(reply, 'application/json; charset=utf-8', reference().json));
  app.get('/api/docs', (_request, reply) => send(reply, 'text/html; charset=utf-8', reference().page));
  app.get('/api/docs.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', referenceStyle));
}
