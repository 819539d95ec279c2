import { referenceSentences as words } from '../../../contract/sentences-calls.ts';

/** A JSON Schema, as far as the page shows it. */
export interface Schema {
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
export type SchemaRow = readonly [name: string, kind: string, note: string];

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
export function schemaRows(schema: Schema, named: Named, before = '', depth = 1): SchemaRow[] {
  const whole = inside(schema, named);
  return Object.entries(whole?.properties ?? {}).flatMap(([name, field]) => {
    const note = whole?.required?.includes(name) ? words.required : '';
    const row: SchemaRow = [`${before}${name}`, kindOf(field), note];
    return depth < deepest ? [row, ...schemaRows(field, named, `${before}${name}.`, depth + 1)] : [row];
  });
}
