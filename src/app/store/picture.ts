import type { SyncTable } from '../../contract/endpoints/sync.ts';
import type { Member } from '../../contract/endpoints/account.ts';
import type { Category } from '../../domain/farm/categories.ts';
import type { Campo, Lot, Rodeo } from '../../domain/farm/places.ts';
import type { Cell } from '../../domain/movements/ledger.ts';
import type { Movement } from '../../domain/movements/movement.ts';
import { seenTables, startingWith, type Tables } from './disk.ts';
import { readLinks } from './invoice-links.ts';
import { readNow } from './outbox-rows.ts';
import { type MovementRow, type RainRow, scopeOf, type ThingRow } from './rows.ts';
import type { Ask, MovementQuery, Picture, SyncState } from './store.ts';

/** Tables that a picture reads: one transaction over all of them. `notes`: the stamp (stamped-disk.ts). */
export const pictureTables = [...seenTables, 'notes'] as const;

/** The set that screens read: during a first load, what has arrived of it. */
export const readScope = (organizationId: string, sync: SyncState): string =>
  scopeOf(organizationId, sync.cursor === null && sync.snapshot ? sync.snapshot.generation : sync.generation);

/** What every picture holds, whatever it was asked for. */
export type Base = Omit<Picture, 'things' | 'movements' | 'lastByLot' | 'rain' | 'invoicesOf'>;

/** A list of small things. */
export const listIn = async <T>(tables: Tables, scope: string, name: SyncTable): Promise<readonly T[]> =>
  (await tables.things.range<ThingRow>(startingWith(`${scope}/${name}/`))).map((row) => row.thing as T);

/** Reads it, inside one transaction. */
export async function readBase(tables: Tables, organizationId: string, scope: string): Promise<Base> {
  const now = await readNow(tables, organizationId);
  const list = <T>(name: SyncTable): Promise<readonly T[]> => listIn<T>(tables, scope, name);
  const cells = await list<{ lot_id: string | null; rodeo_id: string | null; category_id: string; head: number }>(
    'cells',
  );
  return {
    ...now,
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
    byId: await movementsById(
      tables,
      scope,
      now.ops.map((op) => op.entityId),
    ),
  };
}

/** What only this picture was asked for. `lots`: where they were read in the same transaction. */
export const readAsked = async (tables: Tables, scope: string, ask: Ask, lots: readonly Lot[] | undefined) => ({
  byId: ask.ids ? await movementsById(tables, scope, ask.ids) : new Map<string, Movement>(),
  movements: ask.movements ? await readMovements(tables, scope, ask.movements) : [],
  lastByLot: ask.lastByLot
    ? await lastDays(tables, scope, lots ?? (await listIn<Lot>(tables, scope, 'lots')))
    : new Map<string, string>(),
  rain: ask.rainYear === undefined ? new Map<string, number>() : await readRain(tables, scope, ask.rainYear),
  invoicesOf: await readLinks(tables, scope, ask.invoicesOf ?? []),
});

async function movementsById(tables: Tables, scope: string, ids: readonly string[]): Promise<Map<string, Movement>> {
  const wanted = [...new Set(ids)];
  const rows = await tables.movements.get<MovementRow>(wanted.map((id) => `${scope}/${id}`));
  return new Map(rows.flatMap((row) => (row ? [[row.movement.id, row.movement]] : [])));
}

/** Newest first, by the narrowest index that the question allows. Days are inclusive. */
async function readMovements(tables: Tables, scope: string, query: MovementQuery): Promise<Movement[]> {
  const { index, prefix } = indexFor(scope, query);
  const ends = [`${query.to ?? '9999-99-99'}|\uffff`, query.after ?? '\uffff'];
  const found = await tables.movements.range<MovementRow>({
    index,
    from: `${prefix}${query.from ?? ''}`,
    to: `${prefix}${ends.toSorted()[0] ?? ''}`,
    reverse: true,
    limit: query.limit,
  });
  return found.map((row) => row.movement);
}

function indexFor(scope: string, { inReview, cycleId, lotId, rodeoId, assetId, type }: MovementQuery) {
  if (inReview) return { index: 'places', prefix: `${scope}/V/` };
  if (cycleId !== undefined) return { index: 'places', prefix: `${scope}/C/${cycleId}/` };
  if (assetId !== undefined) return { index: 'places', prefix: `${scope}/A/${assetId}/` };
  if (lotId !== undefined) return { index: 'places', prefix: `${scope}/L/${lotId}/` };
  if (rodeoId !== undefined) return { index: 'places', prefix: `${scope}/R/${rodeoId}/` };
  if (type !== undefined) return { index: 'byType', prefix: `${scope}/${type}/` };
  return { index: 'order', prefix: `${scope}/` };
}

/** One short question a lot, all asked at once: a thousand one after the other would keep the screen waiting for seconds. */
async function lastDays(tables: Tables, scope: string, lots: readonly Lot[]): Promise<Map<string, string>> {
  const newest = await Promise.all(lots.map((lot) => readMovements(tables, scope, { lotId: lot.id, limit: 1 })));
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
