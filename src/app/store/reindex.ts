import type { Transaction } from 'dexie';
import { movementRow, type MovementRow } from './rows.ts';

/** Per step: a cheap phone cannot hold a whole farm in memory. */
const rowsAtOnce = 500;

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, index) => word === b[index]);

/** The row as today's app would write it; null if unchanged. */
function renewed(row: MovementRow): MovementRow | null {
  const scope = row.key.slice(0, -(row.movement.id.length + 1));
  const fresh = movementRow(scope, row.movement);
  return sameWords(row.places, fresh.places) ? null : fresh;
}

/** Adds today's index words (supplies, cycle, 'A revisar') to movements of an older layout. Writes only changed rows. */
export async function reindexMovements(transaction: Transaction): Promise<void> {
  const table = transaction.table<MovementRow, string>('movements');
  let last = '';
  for (;;) {
    const rows = await table.where(':id').above(last).limit(rowsAtOnce).toArray();
    const stale = rows.map(renewed).filter((row) => row !== null);
    if (stale.length > 0) await table.bulkPut(stale);
    const end = rows.at(-1);
    if (!end || rows.length < rowsAtOnce) return;
    last = end.key;
  }
}
