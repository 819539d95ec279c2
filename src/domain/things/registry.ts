import type * as z from 'zod/mini';
import { kindOf } from '../movements/registry.ts';
import { asset } from './asset.ts';
import { campo } from './campo.ts';
import { category } from './category.ts';
import { cycle } from './cycle.ts';
import type { Thing } from './describe.ts';
import { invoice } from './invoice.ts';
import { lot } from './lot.ts';
import { note } from './note.ts';
import { rodeo } from './rodeo.ts';
import { task } from './task.ts';

/** Everything that people create besides movements, in the order of a first load. */
export const things = {
  campo,
  category,
  rodeo,
  lot,
  asset,
  note,
  task,
  cycle,
  invoice,
} as const satisfies Readonly<Record<string, Thing>>;

type Things = typeof things;
export type ThingName = keyof Things;
export type ThingTable = Things[ThingName]['table'];
export type ThingRows = { readonly [N in ThingName]: z.infer<Things[N]['row']> };

export const allThings: readonly Thing<ThingName, ThingTable>[] = Object.values(things);

/** False for a newer version's things. */
export const isThingName = (name: string): name is ThingName => Object.hasOwn(things, name);

export const thingOf = (name: ThingName): Thing<ThingName, ThingTable> => things[name];

/** Things with hand-written forms, rows and screens. */
export type DescribedName = { [N in ThingName]: Things[N]['fields'] extends null ? N : never }[ThingName];

export type DescribedTable = Things[DescribedName]['table'];

export const plainThings = allThings.filter(({ fields }) => fields !== null);
const plainTables: ReadonlySet<string> = new Set(plainThings.map(({ table }) => table));

export const isPlainTable = (table: string): boolean => plainTables.has(table);

export const carriedThings = allThings.filter((thing): thing is Thing<CarriedName, ThingTable> => thing.carried);
export type CarriedName = { [N in ThingName]: Things[N]['carried'] extends false ? never : N }[ThingName];

/** The table that a field like `lot_id` refers to, or null. */
export function tableNamedBy(field: string): ThingTable | null {
  const name = field.endsWith('_id') ? field.slice(0, -3) : '';
  return isThingName(name) ? thingOf(name).table : null;
}

/** The thing of an API path, or null. */
export const thingAt = (path: string): Thing<ThingName, ThingTable> | null =>
  allThings.find((thing) => thing.path === path.split('/')[2]) ?? null;

/** How lists draw a record or a thing: a record by its kind, a thing in grey. */
export function drawingOf(subject: string, movementType: string | null) {
  if (isThingName(subject)) return { group: 'sistema', icon: thingOf(subject).icon ?? 'dot' } as const;
  const { group, icon } = kindOf(movementType ?? '');
  return { group, icon };
}
