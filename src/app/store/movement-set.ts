import type { Movement } from '#domain/movements/movement.ts';
import { type Row, startingWith, type Tables } from './disk.ts';
import { hideHistory, historyById, historyRains, readContents, readHistory, readPage } from './history.ts';
import { movementRow, type MovementRow, orderKey, type Rain, rainOf } from './rows.ts';
import type { MovementQuery } from './store.ts';

/** A movement that the feed removed, over one that still exists below (layers.ts). */
export interface GoneRow extends Row {
  readonly isGone: true;
}

export const isThere = (row: MovementRow | GoneRow): row is MovementRow => 'movement' in row;

/** Movements of a set by id, from the rows or the history. */
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
  const rows = await tables.movements.get<MovementRow | GoneRow>(ids.map((id) => `${scope}/${id}`));
  const rains = new Map(
    await historyRains(
      tables,
      scope,
      ids.filter((_, index) => rows[index] === undefined),
    ),
  );
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

/** Removes movements from a set. */
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
  const rows = await tables.movements.range<MovementRow>(range);
  const newer = rows.map(({ movement }) => movement);
  const last = newer[limit - 1];
  const asked = index === 'byType' ? `T/${word}` : word;
  const older = await readHistory(tables, scope, { word: asked, from: last ? orderKey(last) : from, to, limit });
  if (older.length === 0) return newer;
  return newestOf([...newer, ...older], limit);
}

/** The newest `limit` of these. */
export const newestOf = (movements: readonly Movement[], limit: number): readonly Movement[] =>
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
