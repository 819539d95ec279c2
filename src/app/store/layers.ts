import type { Movement } from '#domain/movements/movement.ts';
import type { Tables } from './disk.ts';
import { isThere, newestOf, readSet, rowsById } from './movement-set.ts';
import { orderKey, scopeOf } from './rows.ts';
import type { MovementQuery, SyncState } from './store.ts';

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

/** Confirmed movements by id. */
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
