import type * as z from 'zod/mini';
import { dayAt, roleMay, type stocktakeForm } from '../../../domain/index.ts';
import { asset as intake, assetConsumption as use } from '../../../domain/movements/kinds/supplies.ts';
import { batchesOf, fromThousandths, inThousandths } from '../../../domain/supplies/stock.ts';
import { type Call, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { presentStored } from '../../herd/book/write-movement.ts';
import { assetById } from './book.ts';
import { record } from './record.ts';

/**
 * Books the difference between a stock count and what the person saw, else the stock that day. A hand's is reviewed.
 * Returns the movement; null if they agree.
 */
export async function takeStock(
  call: Call<z.infer<typeof stocktakeForm>>,
  commit: Commit,
  newId: () => string,
): Promise<Record<string, unknown> | null> {
  const { asset_id, counted, expected, batch, date = dayAt(call.now), reason, detail, cid, offline } = call.body;
  const asset = await assetById(commit, asset_id);
  if (asset.deleted === 1 && !offline) return refuse('NOT_FOUND');
  if (cid) {
    const earlier = await commit.trx
      .selectFrom('movements')
      .select('organization_id')
      .where('id', '=', cid)
      .executeTakeFirst();
    if (earlier && earlier.organization_id !== commit.organizationId) refuse('CONFLICT');
    if (earlier) return (await presentStored(commit, [cid]))[0] ?? null;
  }
  const seen = expected ?? fromThousandths(await bookAt(commit, asset_id, batch, date));
  const difference = inThousandths(counted) - inThousandths(seen);
  if (difference === 0) return null;
  return await record(call, commit, asset, {
    id: cid ?? newId(),
    type: difference > 0 ? intake.type : use.type,
    payload: {
      date,
      asset_id,
      name: asset.name,
      unit: asset.unit,
      quantity: fromThousandths(Math.abs(difference)),
      entry_kind: 'ajuste',
      counted,
      expected: seen,
      ...(batch && { batch }),
      ...(reason && { reason }),
      ...(detail && { detail }),
    },
    isFieldRecord: offline === true,
    reasons: roleMay(roleOf(call), 'record-unreviewed') ? [] : ['role'],
  });
}

/** The stock at the end of a day, of one batch (`batchesOf`) or of all. */
async function bookAt(
  { trx, organizationId }: Commit,
  id: string,
  batch: string | undefined,
  day: string,
): Promise<number> {
  const rows = await trx
    .selectFrom('asset_entries')
    .select((select) => [
      'batch',
      select.fn.min<string | null>('expires').as('expires'),
      select.fn.sum<number>('thousandths').as('thousandths'),
    ])
    .where('organization_id', '=', organizationId)
    .where('asset_id', '=', id)
    .where('date', '<=', day)
    .groupBy('batch')
    .execute();
  if (!batch) return rows.reduce((sum, row) => sum + row.thousandths, 0);
  const sums = rows.map((row) => ({ ...row, number: row.batch === '' ? null : row.batch }));
  return batchesOf(sums).find((one) => one.number === batch)?.thousandths ?? 0;
}
