import {
  type assetForm,
  dayAt,
  lateDay,
  recordedKind,
  type RecordedType,
  type ReviewReason,
  roleMay,
} from '../../../domain/index.ts';
import { entriesOf } from '../../../domain/supplies/uses.ts';
import { asset as intake, assetBatch, assetConsumption as use } from '../../../domain/movements/kinds/supplies.ts';
import { batchesOf, fromThousandths, inThousandths } from '../../../domain/supplies/stock.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import { farmRows } from '../../database/tables.ts';
import { type Call, type CallTo, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { kindOfDifference, stockBefore } from '../../herd/book/stock-counts.ts';
import { recordedAt, writeMovement } from '../../herd/book/write-movement.ts';
import { namesOf, presentStored, seesMoney } from '../../herd/present/present-movement.ts';
import { arrivedBefore, isoOf, refuseIssues, rowOf, type Scope } from '../../rows/stored.ts';
import type * as z from 'zod/mini';

type Payload = Readonly<Record<string, unknown>>;

interface StockRecord {
  readonly id: string;
  readonly type: RecordedType;
  readonly payload: Payload;
  readonly isFieldRecord: boolean;
  readonly reasons?: readonly ReviewReason[];
  readonly recordedAt?: string;
}

/** Records a stock movement of a kind, edited and deleted like any other. */
async function record(
  call: Call,
  commit: Commit,
  asset: AssetRow,
  stock: StockRecord,
): Promise<Record<string, unknown>> {
  const { id, type, payload, isFieldRecord, reasons = [], recordedAt: at } = stock;
  const kind = recordedKind(type) ?? refuse('SERVER_ERROR');
  refuseIssues(lateDay(payload.date, dayAt(call.now)));
  const { entries } = kind.supplies
    ? entriesOf(kind.supplies, payload, new Map([[asset.id, asset]]))
    : refuse('SERVER_ERROR');
  return await writeMovement(call, commit, {
    id,
    type,
    date: String(payload.date),
    lot: null,
    rodeo: null,
    payload,
    animals: [],
    postings: [],
    reference: kind.summary(payload, await namesOf(commit)),
    review: reasons.length > 0 ? { reasons } : null,
    isFieldRecord,
    supplies: entries,
    ...(at !== undefined && { recordedAt: at }),
  });
}

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

export async function writeInitialStock(call: Call, commit: Commit, asset: AssetRow, initial: Initial): Promise<void> {
  const intake = intakeOf(asset, initial);
  if (!intake) return;
  // A price from who may not see prices any more is kept and reviewed.
  const reasons = initial.total && !(await seesMoney(call, commit)) ? (['price'] as const) : [];
  const payload = { date: dayAt(call.now), ...intake.payload };
  const isFieldRecord = initial.offline === true;
  await record(call, commit, asset, { id: call.newId(), type: intake.type, payload, isFieldRecord, reasons });
}

/**
 * Books a stock count: a count that states a moment by its difference from the book before it, another by its difference from what the
 * person saw (decision 77). A hand's is reviewed. Returns the movement; null if nobody saw a difference.
 */
export async function takeStock(call: CallTo<'adjustAsset'>, commit: Commit): Promise<Record<string, unknown> | null> {
  const { asset_id, counted, expected, batch, date = dayAt(call.now), reason, detail, cid, offline } = call.body;
  const asset = await rowOf(commit, 'assets', asset_id);
  if (asset.deleted === 1 && !offline) return refuse('NOT_FOUND');
  if (cid && (await arrivedBefore(commit, 'movements', cid))) return (await presentStored(commit, [cid]))[0] ?? null;
  const at = recordedAt(call, call.body);
  const id = cid ?? call.newId();
  const statesMoment = batch === undefined && (at.recordedAt !== undefined || expected === undefined);
  const moment = { date, at: at.recordedAt ?? isoOf(call), id };
  const seen = statesMoment
    ? await stockBefore(commit, asset_id, moment)
    : inThousandths(expected ?? fromThousandths(await bookAt(commit, asset_id, batch, date)));
  const difference = inThousandths(counted) - seen;
  if (difference === 0 && (expected === undefined || expected === counted)) return null;
  const type = kindOfDifference(difference, counted < (expected ?? 0) ? use.type : intake.type);
  return await record(call, commit, asset, {
    id,
    type: type as RecordedType,
    payload: {
      date,
      asset_id,
      name: asset.name,
      unit: asset.unit,
      quantity: fromThousandths(Math.abs(difference)),
      entry_kind: 'ajuste',
      counted,
      expected: fromThousandths(seen),
      ...(statesMoment && { states_moment: true }),
      ...(batch && { batch }),
      ...(reason && { reason }),
      ...(detail && { detail }),
    },
    ...at,
    isFieldRecord: offline === true,
    reasons: roleMay(roleOf(call), 'record-unreviewed') ? [] : ['role'],
  });
}

/** The stock at the end of a day, of one batch (`batchesOf`) or of all. */
async function bookAt(commit: Commit, id: string, batch: string | undefined, day: string): Promise<number> {
  const rows = await farmRows(commit, 'asset_entries', { asset_id: id })
    .select((select) => [
      'batch',
      select.fn.min<string | null>('expires').as('expires'),
      select.fn.sum<number>('thousandths').as('thousandths'),
    ])
    .where('date', '<=', day)
    .groupBy('batch')
    .execute();
  if (!batch) return rows.reduce((sum, row) => sum + row.thousandths, 0);
  const sums = rows.map((row) => ({ ...row, number: row.batch === '' ? null : row.batch }));
  return batchesOf(sums).find((one) => one.number === batch)?.thousandths ?? 0;
}

/** An item's entries by day, with balance and author (domain.md §2.5, kardex). */
export async function entriesOfAsset(call: Call, scope: Scope, assetId: string): Promise<Record<string, unknown>[]> {
  const showsMoney = await seesMoney(call, scope);
  const rows = await rowsOf(scope, assetId);
  const invoices = showsMoney && rows.some((row) => row.kind === 'ingreso') ? await invoicesOf(scope) : null;
  let balance = 0;
  return rows.map(({ id, thousandths, batch, cost, payload, ...row }) => {
    balance += thousandths;
    const { supplier, reason } = JSON.parse(payload) as { readonly supplier?: string; readonly reason?: string };
    return {
      ...row,
      id: String(id),
      asset_id: assetId,
      quantity: fromThousandths(Math.abs(thousandths)),
      delta: fromThousandths(thousandths),
      balance: fromThousandths(balance),
      batch: batch === '' ? null : batch,
      ...(showsMoney && { cost }),
      supplier: supplier ?? null,
      // Only where the caller may see invoices.
      invoice_id: invoices?.get(row.movement_id) ?? null,
      reason: reason ?? null,
    };
  });
}

/** Invoice ids by movement, annulled ones left out. Only invoices store the link (wire.md, invoice). */
async function invoicesOf(scope: Scope): Promise<ReadonlyMap<string, string>> {
  const rows = await farmRows(scope, 'invoices', { deleted: 0 })
    .select(['id', 'content'])
    .where('state', '!=', 'anulada')
    .orderBy('created_at', 'desc')
    .execute();
  const named = rows.flatMap(({ id, content }) =>
    (JSON.parse(content) as { readonly movement_ids: readonly string[] }).movement_ids.map(
      (movementId) => [movementId, id] as const,
    ),
  );
  return new Map(named);
}

const rowsOf = async ({ trx, organizationId }: Scope, assetId: string) =>
  await trx
    .selectFrom('asset_entries')
    .innerJoin('movements', 'movements.id', 'asset_entries.movement_id')
    .select([
      'asset_entries.id',
      'asset_entries.date',
      'asset_entries.kind',
      'asset_entries.thousandths',
      'asset_entries.batch',
      'asset_entries.expires',
      'asset_entries.cost',
      'movements.id as movement_id',
      'movements.type as movement_type',
      'movements.reference',
      'movements.rodeo_id',
      'movements.lot_id',
      'movements.payload',
      'movements.created_by',
    ])
    .where('asset_entries.organization_id', '=', organizationId)
    .where('asset_entries.asset_id', '=', assetId)
    .orderBy('asset_entries.date')
    .orderBy('asset_entries.id')
    .execute();
