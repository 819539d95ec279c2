import type { SyncTable } from '#contract/endpoints/sync.ts';
import type { Member } from '#contract/endpoints/account.ts';
import type { Category } from '#domain/farm/categories.ts';
import type { Campo, Lot, Rodeo } from '#domain/farm/places.ts';
import type { Cell } from '#domain/movements/ledger.ts';
import type { Movement } from '#domain/movements/movement.ts';
import { keyValues, seenTables, startingWith, type Tables } from './disk.ts';
import { historyTables } from './history.ts';
import { readLinks } from './invoice-links.ts';
import type { AskRows } from './known-answers.ts';
import { lastDaysIn } from './last-days.ts';
import { type Layers, movementsById, readMovements } from './layers.ts';
import type { RainRow, ThingRow } from './rows.ts';
import type { Ask, MovementQuery, Picture } from './store.ts';

/** What a picture reads in one transaction. `keyValues`: the version (versioned-disk.ts). */
export const pictureTables = [...seenTables, ...historyTables, keyValues] as const;

/** The lists in every picture. */
export type Base = Pick<Picture, 'lots' | 'categories' | 'rodeos' | 'campos' | 'members' | 'cells'>;

export const listIn = async <T>(tables: Tables, scope: string, name: SyncTable): Promise<readonly T[]> =>
  (await tables.things.range<ThingRow>(startingWith(`${scope}/${name}/`))).map((row) => row.thing as T);

export async function readBase(tables: Tables, scope: string): Promise<Base> {
  const list = <T>(name: SyncTable): Promise<readonly T[]> => listIn<T>(tables, scope, name);
  const cells = await list<{ lot_id: string | null; rodeo_id: string | null; category_id: string; head: number }>(
    'cells',
  );
  return {
    lots: await list<Lot>('lots'),
    categories: await list<Category>('categories'),
    rodeos: await list<Rodeo>('rodeos'),
    campos: await list<Campo>('campos'),
    members: await list<Member>('members'),
    cells: cells.map((row): Cell => ({
      lot: row.lot_id,
      rodeo: row.rodeo_id,
      category: row.category_id,
      head: row.head,
    })),
  };
}

/** What only this picture asks for. `lots`: if read in the same transaction. */
export async function readAsked(
  tables: Tables,
  seen: Layers,
  { ids, movements, lastByLot, rainYear, invoicesOf = [] }: Ask,
  { lots, askRows }: { readonly lots: readonly Lot[] | undefined; readonly askRows: AskRows },
) {
  const { scope } = seen;
  const newest = async (): Promise<ReadonlyMap<string, string>> =>
    await lastDays(tables, seen, lots ?? (await listIn<Lot>(tables, scope, 'lots')));
  return {
    byId: ids ? await askRows(['ids', ids], () => movementsById(tables, seen, ids)) : new Map<string, Movement>(),
    movements: movements ? await askMovements(tables, seen, movements, askRows) : [],
    lastByLot: lastByLot ? await askRows(['lastByLot'], newest) : new Map<string, string>(),
    rain:
      rainYear === undefined
        ? new Map<string, number>()
        : await askRows(['rain', rainYear], () => readRain(tables, scope, rainYear)),
    invoicesOf: await readLinks(tables, scope, invoicesOf),
  };
}

/** Movements, cached. */
export const askMovements = (
  tables: Tables,
  seen: Layers,
  query: MovementQuery,
  askRows: AskRows,
): PromiseLike<readonly Movement[]> => askRows(['movements', query], () => readMovements(tables, seen, query));

async function lastDays(tables: Tables, seen: Layers, lots: readonly Lot[]): Promise<ReadonlyMap<string, string>> {
  if (seen.over === null)
    return await lastDaysIn(
      tables,
      seen.scope,
      lots.map(({ id }) => id),
    );
  const newest = await Promise.all(lots.map((lot) => readMovements(tables, seen, { lotId: lot.id, limit: 1 })));
  return new Map(
    lots.flatMap((lot, index): [string, string][] => {
      const [movement] = newest[index] ?? [];
      return movement ? [[lot.id, movement.date]] : [];
    }),
  );
}

async function readRain(tables: Tables, scope: string, year: string): Promise<Map<string, number>> {
  const rows = await tables.rain.range<RainRow>(startingWith(`${scope}/${year}-`));
  return new Map(rows.map((row) => [row.key.slice(scope.length + 1), row.hundredths / 100]));
}
