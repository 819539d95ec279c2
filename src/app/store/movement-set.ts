import type { Movement } from '#domain/movements/movement.ts';
import { type Row, startingWith, type Tables } from './disk.ts';
import {
  hideHistory,
  historyById,
  historyRains,
  placesIn,
  readBlocks,
  readContents,
  readHistory,
  readPage,
  seenOf,
  wordsOf,
} from './history.ts';
import { movementRow, type MovementRow, orderKey, type Rain, rainOf, scopeOf } from './rows.ts';
import type { MovementQuery, SyncState } from './store.ts';
import { asksFor } from './hash-set.ts';

/** A movement that the feed removed, over one that still exists below. */
export interface GoneRow extends Row {
  readonly isGone: true;
}

export const isThere = (row: MovementRow | GoneRow): row is MovementRow => 'movement' in row;

export async function rowsById(
  tables: Tables,
  scope: string,
  ids: readonly string[],
): Promise<(MovementRow | GoneRow | undefined)[]> {
  const rows = await tables.movements.get<MovementRow | GoneRow>(ids.map((id) => `${scope}/${id}`));
  const older = await historyById(
    tables,
    scope,
    ids.filter((_, index) => rows[index] === undefined),
  );
  if (older.size === 0) return rows;
  return ids.map((id, index) => {
    const movement = older.get(id);
    return rows[index] ?? (movement && movementRow(scope, movement));
  });
}

/** What these movements add to the rain sums, where they do. */
export async function rainsOf(
  tables: Tables,
  scope: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Rain>> {
  // What is among the rows is hidden in the history: both are asked for at once.
  const [rows, older] = await Promise.all([
    tables.movements.get<MovementRow | GoneRow>(ids.map((id) => `${scope}/${id}`)),
    historyRains(tables, scope, ids),
  ]);
  const rains = new Map(older);
  for (const [index, id] of ids.entries()) {
    const row = rows[index];
    const rain = row && isThere(row) ? rainOf(row.movement) : null;
    if (rain) rains.set(id, rain);
  }
  return rains;
}

/** Puts movements among the rows of a set and hides them in its history. */
export async function putMovements(tables: Tables, scope: string, movements: readonly Movement[]): Promise<void> {
  await tables.movements.put(movements.map((movement) => movementRow(scope, movement)));
  await hideHistory(
    tables,
    scope,
    movements.map(({ id }) => id),
  );
}

export async function removeMovements(tables: Tables, scope: string, ids: readonly string[]): Promise<void> {
  await tables.movements.remove(ids.map((id) => `${scope}/${id}`));
  await hideHistory(tables, scope, ids);
}

/** Every movement of a set, unordered. */
export async function allMovements(tables: Tables, scope: string): Promise<readonly Movement[]> {
  const rows = await tables.movements.range<MovementRow>(startingWith(`${scope}/`));
  const all = rows.map(({ movement }) => movement);
  for (const page of await readContents(tables, scope)) all.push(...(await readPage(tables, page)));
  return all;
}

/** Newest first, by the narrowest index. Days are inclusive. */
export async function readSet(tables: Tables, scope: string, query: MovementQuery): Promise<readonly Movement[]> {
  const { index, word } = placeFor(query);
  const { limit } = query;
  const prefix = word === null ? `${scope}/` : `${scope}/${word}/`;
  const from = query.from ?? '';
  const to = [`${query.to ?? '9999-99-99'}|\uffff`, query.after ?? '\uffff'].toSorted()[0] ?? '';
  const range = { index, from: `${prefix}${from}`, to: `${prefix}${to}`, reverse: true, limit };
  // The history's contents too, or they would be a trip of their own.
  const [rows] = await Promise.all([tables.movements.range<MovementRow>(range), readContents(tables, scope)]);
  const newer = rows.map(({ movement }) => movement);
  const last = newer[limit - 1];
  const asked = index === 'byType' ? `T/${word}` : word;
  const older = await readHistory(tables, scope, { word: asked, from: last ? orderKey(last) : from, to, limit });
  if (older.length === 0) return newer;
  return newestOf([...newer, ...older], limit);
}

const newestOf = (movements: readonly Movement[], limit: number): readonly Movement[] =>
  movements
    .map((movement) => ({ order: orderKey(movement), movement }))
    .toSorted((a, b) => (a.order < b.order ? 1 : -1))
    .slice(0, limit)
    .map(({ movement }) => movement);

/** The index to use, and the word before the order in its keys. */
function placeFor({ inReview, cycleId, lotId, rodeoId, assetId, type }: MovementQuery): {
  readonly index: 'order' | 'byType' | 'places';
  readonly word: string | null;
} {
  if (inReview) return { index: 'places', word: 'V' };
  if (cycleId !== undefined) return { index: 'places', word: `C/${cycleId}` };
  if (assetId !== undefined) return { index: 'places', word: `A/${assetId}` };
  if (lotId !== undefined) return { index: 'places', word: `L/${lotId}` };
  if (rodeoId !== undefined) return { index: 'places', word: `R/${rodeoId}` };
  if (type !== undefined) return { index: 'byType', word: type };
  return { index: 'order', word: null };
}

/**
 * The sets of rows that screens read as one; `over` wins. A long feed page shows at once this way, and is merged later, a few rows at a
 * time.
 */
export interface Layers {
  readonly scope: string;
  readonly over: string | null;
}

/** The set that screens read: during a first load, what has arrived. */
export function readLayers(organizationId: string, { cursor, snapshot, generation, staged }: SyncState): Layers {
  if (cursor === null && snapshot) return { scope: scopeOf(organizationId, snapshot.generation), over: null };
  const over = staged?.isShown ? scopeOf(organizationId, staged.generation) : null;
  return { scope: scopeOf(organizationId, generation), over };
}

export async function movementsById(
  tables: Tables,
  { scope, over }: Layers,
  ids: readonly string[],
): Promise<Map<string, Movement>> {
  const wanted = [...new Set(ids)];
  const rows = await rowsById(tables, scope, wanted);
  const newer = over === null ? [] : await rowsById(tables, over, wanted);
  const found = wanted.flatMap((_, index) => newer[index] ?? rows[index] ?? []);
  return new Map(found.filter(isThere).map(({ movement }) => [movement.id, movement]));
}

/** Newest first, by the narrowest index. Days are inclusive. */
export async function readMovements(
  tables: Tables,
  { scope, over }: Layers,
  query: MovementQuery,
): Promise<readonly Movement[]> {
  if (over === null) return await readSet(tables, scope, query);
  const newer = await readSet(tables, over, query);
  const older = await readBelow(tables, scope, over, query);
  return newestOf([...newer, ...older], query.limit);
}

/** The lower set's part of the answer, without movements that the upper one overrides. */
async function readBelow(tables: Tables, scope: string, over: string, query: MovementQuery): Promise<Movement[]> {
  const kept: Movement[] = [];
  let { after = null } = query;
  for (;;) {
    const found = await readSet(tables, scope, { ...query, after });
    const ids = found.map(({ id }) => id);
    const newer = await rowsById(tables, over, ids);
    kept.push(...found.filter((_, index) => newer[index] === undefined));
    const last = found.at(-1);
    if (!last || found.length < query.limit || kept.length >= query.limit) return kept;
    after = orderKey(last);
  }
}

/** The day of each lot's newest movement, queried together: one by one, a thousand would take seconds. */
export async function lastDaysIn(
  tables: Tables,
  scope: string,
  lotIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wordOf = (id: string): string => `L/${id}`;
  const asked = lotIds.map((id) => ({ ...startingWith(`${scope}/${wordOf(id)}/`), index: 'places', reverse: true }));
  const rows = await Promise.all(asked.map((range) => tables.movements.range<MovementRow>({ ...range, limit: 1 })));
  const older = await newestIn(tables, scope, lotIds.map(wordOf));
  return new Map(
    lotIds.flatMap((id, index): [string, string][] => {
      const days = (rows[index] ?? []).map(({ movement }): string => movement.date);
      const day = older.get(wordOf(id))?.split('|')[0];
      const last = [...days, ...(day === undefined ? [] : [day])].toSorted().at(-1);
      return last === undefined ? [] : [[id, last]];
    }),
  );
}

/** The order key of each word's newest movement, where there is one; each block is read at most once. */
async function newestIn(tables: Tables, scope: string, words: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const asked = words.map((word) => ({ word, isIn: asksFor(word) }));
  const found = new Map<string, string>();
  const places = placesIn(await readContents(tables, scope)).toSorted((a, b) =>
    a.head.newest < b.head.newest ? 1 : -1,
  );
  for (const place of places) {
    const open = asked.filter(({ word }) => (found.get(word) ?? '') < place.head.newest);
    if (open.length === 0) break;
    const wanted = new Set(open.filter(({ isIn }) => isIn(place.head.words)).map(({ word }) => word));
    const [movements = []] = wanted.size === 0 ? [] : await readBlocks(tables, [place]);
    for (const movement of seenOf(place, movements)) {
      const order = orderKey(movement);
      const newer = wordsOf(movement).filter((word) => wanted.has(word) && (found.get(word) ?? '') < order);
      for (const word of newer) found.set(word, order);
    }
  }
  return found;
}
