import { fromThousandths } from '../../../domain/supplies/stock.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import { type Call, type Commit, refuse } from '../../kernel/call.ts';
import { visibilityOf } from '../../herd/present/present-movement.ts';

type Place = Pick<Commit, 'trx' | 'organizationId'>;

/** Refuses with NOT_FOUND. */
export async function assetById({ trx, organizationId }: Place, id: string): Promise<AssetRow> {
  const row = await trx
    .selectFrom('assets')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row ?? refuse('NOT_FOUND');
}

/** An item's entries by day, with balance and author (domain.md §2.5, kardex). */
export async function entriesOfAsset(
  call: Call,
  { trx, organizationId }: Place,
  assetId: string,
): Promise<Record<string, unknown>[]> {
  const seesMoney = (await visibilityOf(trx, organizationId, call.role)) === 'with-money';
  const rows = await rowsOf({ trx, organizationId }, assetId);
  const invoices =
    seesMoney && rows.some((row) => row.kind === 'ingreso') ? await invoicesOf({ trx, organizationId }) : null;
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
      ...(seesMoney && { cost }),
      supplier: supplier ?? null,
      // Only where the caller may see invoices.
      invoice_id: invoices?.get(row.movement_id) ?? null,
      reason: reason ?? null,
    };
  });
}

/** Invoice ids by movement, annulled ones left out. Only invoices store the link (wire.md, invoice). */
async function invoicesOf({ trx, organizationId }: Place): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('invoices')
    .select(['id', 'content'])
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', 0)
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

const rowsOf = async ({ trx, organizationId }: Place, assetId: string) =>
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
