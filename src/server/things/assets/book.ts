import { fromThousandths } from '../../../domain/supplies/stock.ts';
import { farmRows } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';
import { seesMoney } from '../../herd/present/present-movement.ts';
import type { Scope } from '../../rows/stored.ts';

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
