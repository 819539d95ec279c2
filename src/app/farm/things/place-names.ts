import { choosable, distinctNames, type NameOf, things } from '#domain';
import { goneWord } from '#domain/things/describe.ts';
import { useLiveForForm } from '#platform';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Names by table. */
export interface PlaceNames {
  readonly options: (table: string) => readonly Option[];
  /** A deleted id reads as what it was. */
  readonly nameOf: NameOf;
}

const gone: Readonly<Record<string, string>> = Object.fromEntries(
  [things.lot, things.rodeo, things.campo, things.category].map((thing) => [thing.table, goneWord(thing)]),
);

/** The farm's places by name; undefined while loading. */
export function usePlaceNames(): PlaceNames | undefined {
  return useLiveForForm(async (views) => {
    const [lots, rodeos, campos, categories] = [
      await views.lots(),
      await views.rodeos(),
      await views.campos(),
      await views.categories(),
    ];
    const byTable: Readonly<Record<string, ReadonlyMap<string, string>>> = {
      lots: distinctNames(lots.map(({ lot }) => lot)),
      rodeos: distinctNames(rodeos.map(({ rodeo }) => rodeo)),
      campos: new Map(campos.map(({ id, name }) => [id, name])),
      categories: new Map(choosable(categories, []).map(({ id, name }) => [id, name])),
    };
    return {
      options: (table) => [...(byTable[table] ?? [])].map(([value, label]) => ({ value, label })),
      nameOf: (table, id) => byTable[table]?.get(id) ?? gone[table] ?? null,
    };
  });
}
