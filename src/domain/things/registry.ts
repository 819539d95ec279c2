import type * as z from 'zod/mini';
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

/** Everything that people make on a farm beside movements, in the order of a first load: what every list of things is read off. */
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
/** Each thing as its lists show it. */
export type ThingRows = { readonly [N in ThingName]: z.infer<Things[N]['row']> };

/** Every declaration, whatever it is of. */
export const allThings: readonly Thing<ThingName, ThingTable>[] = Object.values(things);

/** Whether this version knows a thing of this name: a newer one may have left acts on others. */
export const isThingName = (name: string): name is ThingName => Object.hasOwn(things, name);

/** The declaration of a thing by its name. */
export const thingOf = (name: ThingName): Thing<ThingName, ThingTable> => things[name];

/** Things whose forms, rows and screens are written by hand. */
export type DescribedName = { [N in ThingName]: Things[N]['fields'] extends null ? N : never }[ThingName];

/** Their lists, which have tables of their own on the server. */
export type DescribedTable = Things[DescribedName]['table'];

/** Things that are made of fields: their server side, screens and tests are all read off their declarations. */
export const plainThings = allThings.filter(({ fields }) => fields !== null);
const plainTables: ReadonlySet<string> = new Set(plainThings.map(({ table }) => table));

/** Whether rows of this list are of a thing that is made of fields. */
export const isPlainTable = (table: string): boolean => plainTables.has(table);

/** Things that one phone may hand over to another; the narrow type says what is never among them. */
export const carriedThings = allThings.filter((thing): thing is Thing<CarriedName, ThingTable> => thing.carried);
export type CarriedName = { [N in ThingName]: Things[N]['carried'] extends false ? never : N }[ThingName];

/** The list of the thing that a field like `lot_id` names; null where it names none. */
export function tableNamedBy(field: string): ThingTable | null {
  const name = field.endsWith('_id') ? field.slice(0, -3) : '';
  return isThingName(name) ? thingOf(name).table : null;
}

/** What the thing at this place of the API is; null where it is no thing. */
export const thingAt = (path: string): Thing<ThingName, ThingTable> | null =>
  allThings.find((thing) => thing.path === path.split('/')[2]) ?? null;
