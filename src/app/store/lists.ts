import type { Change, SyncTable } from '#contract/endpoints/sync.ts';
import { movementSchema } from '#domain/movements/movement.ts';
import { confirmedShape, writeChanges } from './confirmed-rows.ts';
import { startingWith, type Tables } from './disk.ts';
import { allMovements } from './movement-set.ts';
import { putConfirmed, putSync, readNow } from './outbox-rows.ts';
import { scopeOf, type ThingRow } from './rows.ts';
import type { Op } from './op.ts';
import type { WholeLists } from './store.ts';

/** The epoch of a backend without the sync extension. */
export const noEpoch = 'none';

/**
 * Whole lists of a backend without a feed. Only differences are written, for writing is slow (offline.md §2.5). 'stale' while another tab
 * sends a record: its row may be in the list and would show twice.
 */
export async function applyWholeLists(
  tables: Tables,
  organizationId: string,
  { lists, confirmed, at }: WholeLists,
): Promise<'applied' | 'stale'> {
  const { ops, sync } = await readNow(tables, organizationId);
  if (ops.some((op) => op.state === 'inflight' && op.method === 'POST')) return 'stale';
  const scope = scopeOf(organizationId, sync.generation);
  for (const [table, rows] of lists) {
    const before = await rowsOf(tables, scope, table);
    await writeChanges(tables, scope, differencesOf(table, before, rows));
  }
  const shown = new Set([...lists.values()].flatMap((rows) => rows.map((row) => row.id)));
  const isProved = (op: Op): boolean =>
    op.state === 'acked' && (confirmed.has(op.opId) || shown.has(op.ack?.serverId ?? op.entityId));
  const isMoving = (op: Op): boolean => op.state === 'parked';
  const keep = ops.filter(isMoving).map((op): Op => ({ ...op, state: 'pending', nextAt: Date.parse(at) }));
  await putConfirmed(tables, { keep, archive: ops.filter(isProved) });
  await putSync(tables, organizationId, {
    ...sync,
    epoch: noEpoch,
    cursor: (sync.cursor ?? 0) + 1,
    wantEpoch: null,
    snapshot: null,
    shape: confirmedShape,
    lastPulledAt: at,
  });
  return 'applied';
}

type StoredRows = ReadonlyMap<string, unknown>;

async function rowsOf(tables: Tables, scope: string, table: SyncTable): Promise<StoredRows> {
  if (table === 'movements') {
    return new Map((await allMovements(tables, scope)).map((movement) => [movement.id, movement]));
  }
  const prefix = `${scope}/${table}/`;
  const rows = await tables.things.range<ThingRow>(startingWith(prefix));
  return new Map(rows.map(({ key, thing }) => [key.slice(prefix.length), thing]));
}

function differencesOf(table: SyncTable, before: StoredRows, after: readonly Change[]): Change[] {
  const there = new Set(after.map(({ id }) => id));
  const gone = [...before.keys()].filter((id) => !there.has(id)).map((id): Change => ({ table, id, row: null }));
  const asStored = ({ row }: Change): unknown => {
    const read = table === 'movements' ? movementSchema.safeParse(row) : null;
    return read?.success ? read.data : row;
  };
  const isNew = (change: Change): boolean => JSON.stringify(before.get(change.id)) !== JSON.stringify(asStored(change));
  return [...gone, ...after.filter(isNew)];
}
