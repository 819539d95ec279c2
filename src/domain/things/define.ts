import * as z from 'zod/mini';
import { arrival, maybe } from '../schemas.ts';
import type { IconName } from '../icon-names.ts';
import type { Field } from '../movements/fields.ts';
import type { Capability } from '../people/permissions.ts';
import { storedShape } from '../office/schemas.ts';
import {
  type Described,
  describeThing,
  rowNews,
  type Said,
  type Schema,
  textOf,
  type Thing,
  type ThingFields,
  type ThingNews,
  type ThingRights,
} from './describe.ts';

const controls = ['text', 'integer', 'quantity', 'money', 'day', 'time', 'choice', 'flag'] as const;
const namingControls = ['lot', 'rodeo', 'campo', 'category'] as const;
export type ThingControl = (typeof controls)[number] | (typeof namingControls)[number];

/** Optional fields are null on the wire. */
type Shown<V> = undefined extends V ? Exclude<V, undefined> | null : V;
type RowOf<F extends ThingFields> = {
  readonly [K in keyof typeof storedShape]: z.infer<(typeof storedShape)[K]>;
} & { readonly [K in keyof F]: Shown<z.infer<F[K]['schema']>> } & Said;

interface Declared<N extends string, T extends string, F extends ThingFields> {
  readonly name: N;
  readonly table: T;
  readonly path?: string;
  readonly words: Described<N, T, Schema, ThingNews, object>['words'];
  readonly fields: F;
  /** The field with its name. */
  readonly calledBy: keyof F & string;
  /** Names are unique among those not deleted. */
  readonly isUnique?: boolean;
  readonly may: Omit<ThingRights, 'see'> & { readonly see?: Capability };
  readonly carried?: boolean;
  readonly shown?: readonly (keyof F & string)[];
  readonly icon: IconName;
  readonly screen: NonNullable<Thing['screen']>;
  readonly example: NonNullable<Thing['example']>;
}

/** Who may not see it is told nothing: others fetch it. */
const hiddenNews = { created: 'refetch', updated: 'refetch', deleted: 'remove' } as const;

/** Everything but numbers and flags is a string: a newer server may have more options. */
function shownSchema({ control, required }: Field): Schema {
  const value = control === 'flag' ? z.boolean() : isNumber(control) ? z.number() : z.string();
  return required ? value : z.nullable(value);
}
const isNumber = (control: string): boolean => control === 'integer' || control === 'quantity';

const free = (schema: Schema): Schema => maybe(schema);
const mapped = <V>(fields: ThingFields, of: (field: Field) => V): Readonly<Record<string, V>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field)]));

/** * Declares a thing by its fields, from which all else derives. Throws at startup for an unsupported control. */
export function defineThing<const N extends string, const T extends string, const F extends ThingFields>(
  thing: Declared<N, T, F>,
): Thing<N, T, z.ZodMiniType<RowOf<F>>, ThingNews, object, F> {
  const { fields, calledBy, isUnique = false, shown = [], may, ...rest } = thing;
  for (const [name, { control }] of Object.entries(fields)) {
    if (![...controls, ...namingControls].includes(control as ThingControl))
      throw new Error(`${thing.name}.${name}: a thing has no field of ${control}`);
  }
  const described = describeThing({
    ...rest,
    form: z.strictObject({
      ...mapped(fields, (field) => (field.required ? field.schema : free(field.schema))),
      ...arrival,
    }),
    changes: z.strictObject({
      ...mapped(fields, (field) => (field.required ? z.optional(field.schema) : free(field.schema))),
      ...arrival,
    }),
    row: z.looseObject({ ...storedShape, ...mapped(fields, shownSchema) }) as Schema as z.ZodMiniType<RowOf<F>>,
    blank: mapped(fields, () => null),
    may,
    nameOf: (row) => textOf(row[calledBy]),
    news: may.see === undefined ? rowNews : hiddenNews,
    isPaged: true,
  });
  return { ...described, fields, shown, unique: isUnique ? calledBy : null };
}
