import type { RunStatement } from '../statement.ts';

/** A lot's counts by time: an earlier record has them derived anew (domain.md §3.7). */
export async function countsOfLot(run: RunStatement): Promise<void> {
  await run(`create index counts_of_lot on movements (organization_id, lot_id, date) where type = 'AUDIT_RECORD'`);
}
