import type { Transaction } from 'dexie';
import { movementRow, type MovementRow } from './rows.ts';

/** Rows of one step: a whole farm does not go through the memory of a cheap phone at once. */
const rowsAtOnce = 500;

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, index) => word === b[index]);

/** The row as the app of today would write it; null where it is so already. */
function renewed(row: MovementRow): MovementRow | null {
  const scope = row.key.slice(0, -(row.movement.id.length + 1));
  const fresh = movementRow(scope, row.movement);
  return sameWords(row.places, fresh.places) ? null : fresh;
}

/**
 * Gives movements of an older layout the words by which they are found today: their supplies, cycle, 'A revisar'. Only rows that change are
 * written.
 */
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
