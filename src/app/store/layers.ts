import type { Movement } from '../../domain/movements/movement.ts';
import type { Row, Tables } from './disk.ts';
import { type MovementRow, orderKey, scopeOf } from './rows.ts';
import type { MovementQuery, SyncState } from './store.ts';

/**
 * The sets of rows that screens read as one. What `over` says of a movement goes: a long page of the feed becomes visible in one small
 * transaction, and its rows are put among the others afterwards, a few at a time.
 */
export interface Layers {
  readonly scope: string;
  readonly over: string | null;
}

/** A movement that the feed took away, over one that still stands below it. */
export interface GoneRow extends Row {
  readonly isGone: true;
}

/** Whether a row of the upper set holds a movement. */
export const isThere = (row: MovementRow | GoneRow): row is MovementRow => 'movement' in row;

/** The set that screens read: during a first load, what has arrived of it. */
export function readLayers(organizationId: string, { cursor, snapshot, generation, staged }: SyncState): Layers {
  if (cursor === null && snapshot) return { scope: scopeOf(organizationId, snapshot.generation), over: null };
  const over = staged?.isShown ? scopeOf(organizationId, staged.generation) : null;
  return { scope: scopeOf(organizationId, generation), over };
}

/** Confirmed movements by their ids. */
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

/** The rows of these movements in one set. */
export const rowsById = async (
  tables: Tables,
  scope: string,
  ids: readonly string[],
): Promise<(MovementRow | GoneRow | undefined)[]> => await tables.movements.get(ids.map((id) => `${scope}/${id}`));

/** Newest first, by the narrowest index that the question allows. Days are inclusive. */
export async function readMovements(
  tables: Tables,
  { scope, over }: Layers,
  query: MovementQuery,
): Promise<readonly Movement[]> {
  if (over === null) return await readSet(tables, scope, query);
  const newer = await readSet(tables, over, query);
  const older = await readBelow(tables, scope, over, query);
  return [...newer, ...older].toSorted((a, b) => (orderKey(a) < orderKey(b) ? 1 : -1)).slice(0, query.limit);
}

/** What the lower set has of the answer, without the movements of which the upper one speaks. */
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

async function readSet(tables: Tables, scope: string, query: MovementQuery): Promise<Movement[]> {
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
