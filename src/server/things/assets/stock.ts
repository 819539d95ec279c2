import type * as z from 'zod/mini';
import { type assetForm, dayAt } from '../../../domain/index.ts';
import { asset as intake, assetBatch } from '../../../domain/movements/kinds/supplies.ts';
import type { RecordedType } from '../../../domain/movements/types.ts';
import { inThousandths } from '../../../domain/supplies/stock.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { visibilityOf } from '../../herd/present/present-movement.ts';
import { record } from './record.ts';

export type AssetForm = z.infer<typeof assetForm>;
export type Initial = Pick<AssetForm, 'quantity' | 'batches' | 'date' | 'supplier' | 'total' | 'offline'>;

/** The opening intake of an item, as its kind has it. */
export interface Intake {
  readonly type: RecordedType;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The opening stock as an intake: one quantity, or a line per batch. Null if there is none. */
export function intakeOf(
  asset: Pick<AssetRow, 'id' | 'name' | 'unit'>,
  { quantity = 0, batches = [], date, supplier, total }: Initial,
): Intake | null {
  const item = { asset_id: asset.id, name: asset.name, unit: asset.unit };
  const said = { ...(date && { date }), ...(supplier && { supplier }), ...(total && { total }) };
  if (batches.length > 0) {
    const lines = batches.map(({ number, expires, quantity: held }) => ({
      ...item,
      quantity: held,
      batch: number,
      ...(expires && { expires }),
    }));
    return { type: assetBatch.type, payload: { ...said, lines } };
  }
  return inThousandths(quantity) > 0 ? { type: intake.type, payload: { ...said, ...item, quantity } } : null;
}

export async function writeInitialStock(
  call: Call,
  commit: Commit,
  asset: AssetRow,
  initial: Initial,
  newId: () => string,
): Promise<void> {
  const intake = intakeOf(asset, initial);
  if (!intake) return;
  const visibility = await visibilityOf(commit.trx, commit.organizationId, call.role);
  // A price from who may not see prices any more is kept and reviewed.
  const reasons = initial.total && visibility === 'without-money' ? (['price'] as const) : [];
  const payload = { date: dayAt(call.now), ...intake.payload };
  const isFieldRecord = initial.offline === true;
  await record(call, commit, asset, { id: newId(), type: intake.type, payload, isFieldRecord, reasons });
}
