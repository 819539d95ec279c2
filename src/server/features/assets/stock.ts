import type * as z from 'zod/mini';
import { dayAt } from '../../../domain/dates.ts';
import type { assetForm } from '../../../domain/supplies/asset.ts';
import { inThousandths } from '../../../domain/supplies/stock.ts';
import type { AssetRow } from '../../database/tables-supplies.ts';
import type { Call, Commit } from '../../frame/call.ts';
import { sightOf } from '../../frame/present-movement.ts';
import { record } from './record.ts';

export type AssetForm = z.infer<typeof assetForm>;
type Initial = Pick<AssetForm, 'quantity' | 'batches' | 'date' | 'supplier' | 'total' | 'offline'>;
/** What there is of a new item, as an intake: in one quantity, or a line for each of its batches. */
export async function writeInitialStock(
  call: Call,
  commit: Commit,
  asset: AssetRow,
  { quantity = 0, batches = [], date, supplier, total, offline }: Initial,
  newId: () => string,
): Promise<void> {
  const sight = await sightOf(commit.trx, commit.organizationId, call.role);
  // A price that its author may not see any more is kept for those who may, and looked at.
  const reasons = total && sight === 'without-money' ? (['price'] as const) : [];
  const item = { asset_id: asset.id, name: asset.name, unit: asset.unit };
  const said = {
    date: date ?? dayAt(call.now),
    ...(supplier && { supplier }),
    ...(total && { total }),
  };
  const isFieldRecord = offline === true;
  if (batches.length > 0) {
    const lines = batches.map(({ number, expires, quantity: held }) => ({
      ...item,
      quantity: held,
      batch: number,
      ...(expires && { expires }),
    }));
    await record(call, commit, asset, {
      id: newId(),
      type: 'ASSET_BATCH',
      payload: { ...said, lines },
      isFieldRecord,
      reasons,
    });
  } else if (inThousandths(quantity) > 0) {
    const payload = { ...said, ...item, quantity };
    await record(call, commit, asset, { id: newId(), type: 'ASSET', payload, isFieldRecord, reasons });
  }
}
