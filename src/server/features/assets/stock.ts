import type * as z from 'zod/mini';
import { dayAt } from '../../../domain/dates.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import type { ReviewReason } from '../../../domain/movements/movement.ts';
import { lateDay } from '../../../domain/movements/prepare.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import type { assetForm, stocktakeForm } from '../../../domain/supplies/asset.ts';
import { batchesOf, fromThousandths, inThousandths } from '../../../domain/supplies/stock.ts';
import { entriesOf } from '../../../domain/supplies/uses.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import type { AssetRow } from '../../database/tables-supplies.ts';
import { type Call, type Commit, refuse } from '../../frame/call.ts';
import { namesOf } from '../../frame/names.ts';
import { sightOf } from '../../frame/present-movement.ts';
import { presentStored, writeMovement } from '../../frame/write-movement.ts';
import { assetById } from './book.ts';

export type AssetForm = z.infer<typeof assetForm>;
type Initial = Pick<AssetForm, 'quantity' | 'batches' | 'date' | 'supplier' | 'total' | 'offline'>;
type Payload = Readonly<Record<string, unknown>>;

interface StockRecord {
  readonly id: string;
  readonly type: 'ASSET' | 'ASSET_BATCH' | 'ASSET_CONSUMPTION';
  readonly payload: Payload;
  readonly isFieldRecord: boolean;
  readonly reasons?: readonly ReviewReason[];
}

/** Writes a movement of an item's stock, in the words of its kind: it is edited and deleted like any other. */
async function record(
  call: Call,
  commit: Commit,
  asset: AssetRow,
  stock: StockRecord,
): Promise<Record<string, unknown>> {
  const { id, type, payload, isFieldRecord, reasons = [] } = stock;
  const kind: RecordedKind = recordedKind(type) ?? refuse('SERVER_ERROR');
  const issues = lateDay(payload['date'], dayAt(call.now));
  if (issues.length > 0) refuse('INVALID_BODY', { issues });
  const { entries } = kind.supplies
    ? entriesOf(kind.supplies, payload, new Map([[asset.id, asset]]))
    : refuse('SERVER_ERROR');
  return await writeMovement(call, commit, {
    id,
    type,
    date: String(payload['date']),
    lot: null,
    rodeo: null,
    payload,
    animals: [],
    postings: [],
    reference: kind.summary(payload as never, await namesOf(commit.trx, commit.organizationId)),
    review: reasons.length > 0 ? { reasons } : null,
    isFieldRecord,
    supplies: entries,
  });
}

/** What there is of a new item, as an intake: in one quantity, or a line for each of its batches. */
export async function writeInitialStock(
  call: Call,
  commit: Commit,
  asset: AssetRow,
  { quantity = 0, batches = [], date, supplier, total, offline }: Initial,
  newId: () => string,
): Promise<void> {
  const seesMoney = (await sightOf(commit.trx, commit.organizationId, call.role)) === 'with-money';
  const item = { asset_id: asset.id, name: asset.name, unit: asset.unit };
  const said = {
    date: date ?? dayAt(call.now),
    ...(supplier && { supplier }),
    ...(total && seesMoney && { total }),
  };
  const isFieldRecord = offline === true;
  if (batches.length > 0) {
    const lines = batches.map(({ number, expires, quantity: held }) => ({
      ...item,
      quantity: held,
      batch: number,
      ...(expires && { expires }),
    }));
    await record(call, commit, asset, { id: newId(), type: 'ASSET_BATCH', payload: { ...said, lines }, isFieldRecord });
  } else if (inThousandths(quantity) > 0) {
    const payload = { ...said, ...item, quantity };
    await record(call, commit, asset, { id: newId(), type: 'ASSET', payload, isFieldRecord });
  }
}

/**
 * Books what a count of the store room found: the difference to what the person saw, else to the book of that day. Nothing where both
 * agree. A hand's count stands at once and waits for the office's look. Gives the movement, if one was needed.
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
    type: difference > 0 ? 'ASSET' : 'ASSET_CONSUMPTION',
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
    reasons: roleMay(call.role ?? 'user', 'record-unreviewed') ? [] : ['role'],
  });
}

/** What the book shows of an item at the end of a day: of one batch of it (`batchesOf`), or of all. */
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
