import { referenceSentences as words } from '../../../contract/sentences-calls.ts';
import { type Schema, schemaRows } from './schema-rows.ts';

/** The parts of the OpenAPI document that the page shows. */
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
export interface ReferenceDocument {
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
export function referencePage(document: ReferenceDocument): string {
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
