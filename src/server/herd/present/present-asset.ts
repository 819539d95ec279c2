import { batchesOf, type BatchSum, fromThousandths, unitCost } from '../../../domain/supplies/stock.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import type { Visibility } from './present-movement.ts';
import { rowsWhere, type Trx } from '../../database/tables.ts';
import { groupBy, inChunks } from '../../rows/stored.ts';

/** Items for the wire: stock by batch from the kept sums, and the last price for those who see money. */
export async function presentAssets(
  db: Trx,
  organizationId: string,
  rows: readonly AssetRow[],
  visibility: Visibility,
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const sums = await sumsOf(db, organizationId, ids);
  const costs = visibility === 'with-money' ? await lastCosts(db, organizationId, ids) : null;
  return rows.map((row) => {
    const own = sums.get(row.id) ?? [];
    const total = own.reduce((sum, one) => sum + one.thousandths, 0);
    return {
      ...row,
      cid: row.id,
      deleted: row.deleted === 1,
      batches: batchesOf(own).map(({ number, expires, thousandths }) => ({
        number,
        expires,
        quantity: fromThousandths(thousandths),
      })),
      quantity: fromThousandths(Math.max(0, total)),
      missing: fromThousandths(Math.max(0, -total)),
      ...(costs && { unit_cost: costs.get(row.id) ?? null }),
    };
  });
}

async function sumsOf(db: Trx, organizationId: string, ids: readonly string[]): Promise<Map<string, BatchSum[]>> {
  const rows = await inChunks(ids, (some) =>
    rowsWhere(db, 'asset_stocks', { organization_id: organizationId })
      .selectAll()
      .where('asset_id', 'in', some)
      .orderBy('batch')
      .execute(),
  );
  const sums = rows.map(({ batch, ...row }) => ({ ...row, number: batch === '' ? null : batch }));
  return groupBy(sums, (row) => row.asset_id);
}

/** The last purchase price per unit (domain.md §2.5, costo_unitario). */
async function lastCosts(db: Trx, organizationId: string, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await rowsWhere(db, 'asset_entries', { organization_id: organizationId, kind: 'ingreso' })
    .select(['asset_id', 'cost', 'thousandths'])
    .where('asset_id', 'in', ids)
    .where('cost', 'is not', null)
    .orderBy('date')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.asset_id, unitCost(row.cost ?? '0', row.thousandths)]));
}
