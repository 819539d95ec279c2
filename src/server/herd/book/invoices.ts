import {
  addresseeIssues,
  cuitDigits,
  dayAt,
  invoiceIssues,
  invoiceNumber,
  isInvoiceOverdue,
  shownSums,
  type StoredInvoice,
  sumOf,
} from '../../../domain/index.ts';
import { headsSaid } from '../../../domain/movements/said.ts';
import type { FileRow, InvoiceRow } from '../../database/tables-office.ts';
import { farmRows, rowsWhere } from '../../database/tables.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { changeOffice, contentOf, presentRow } from '../../rows/office.ts';
import { seesMoney } from '../present/present-movement.ts';
import { findRow, groupBy, inChunks, type Scope } from '../../rows/stored.ts';

/** The invoice with this id, or the one that a duplicate capture with this id was merged into. */
export async function findInvoice({ trx, organizationId }: Scope, id: string): Promise<InvoiceRow | null> {
  const capture = await rowsWhere(trx, 'invoice_captures', { id, organization_id: organizationId })
    .select('invoice_id')
    .executeTakeFirst();
  return (await findRow({ trx, organizationId }, 'invoices', capture?.invoice_id ?? id)) ?? null;
}

/**
 * Links a record to its invoice in the same commit (domain.md §2.8), unless that is deleted, annulled or hidden from
 * the author.
 */
export async function linkInvoice(call: Call, commit: Commit, movementId: string, named: unknown): Promise<void> {
  if (typeof named !== 'string') return;
  if (!(await seesMoney(call, commit))) return;
  const row = await findInvoice(commit, named);
  if (!row || row.deleted === 1 || row.state === 'anulada') return;
  const stored = contentOf<StoredInvoice>(row);
  const movement_ids = [...new Set([...stored.movement_ids, movementId])];
  if (await changeOffice(call, commit, 'invoices', row, { ...stored, movement_ids }, {}))
    commit.announce('invoice-updated', {});
}

/**
 * A living record of the invoice that a new one is made from, where with the new one the invoice would be in the books twice: more heads than
 * it names, or its supplies again. Null: none, or the author does not see invoices.
 */
export async function bookedBefore(
  call: Call,
  commit: Commit,
  { invoice_id, heads }: { readonly invoice_id: unknown; readonly heads: number },
): Promise<string | null> {
  const row =
    typeof invoice_id === 'string' && (await seesMoney(call, commit)) ? await findInvoice(commit, invoice_id) : null;
  const { lines = [], movement_ids = [] } = row ? contentOf<StoredInvoice>(row) : {};
  if (movement_ids.length === 0) return null;
  const booked = await farmRows(commit, 'movements', { deleted: 0 })
    .select(['id', 'animals'])
    .where('id', 'in', movement_ids)
    .execute();
  const before = booked.map(({ id, animals }) => ({
    id,
    heads: headsSaid({ animals: JSON.parse(animals) as unknown }),
  }));
  const same = before.filter((one) => one.heads > 0 === heads > 0);
  const onPaper = sumOf(lines, (line) => line.heads ?? 0);
  const isTwice = heads === 0 || sumOf(same, (one) => one.heads) + heads > onPaper;
  return isTwice ? (movement_ids.findLast((id) => same.some((one) => one.id === id)) ?? null) : null;
}

/** Invoices for the wire, with sums, files and checks. Only for those who see money. */
export async function presentInvoices(
  scope: Scope,
  rows: readonly InvoiceRow[],
  now: number,
): Promise<Record<string, unknown>[]> {
  const files = await filesOf(
    scope,
    rows.map((row) => row.id),
  );
  const ownCuit = await ownCuitOf(scope);
  const today = dayAt(now);
  return rows.map((row) => {
    const stored = contentOf<StoredInvoice>(row);
    const sums = shownSums(stored);
    return {
      ...presentRow(row),
      ...sums,
      full_number: invoiceNumber(stored),
      state: row.state,
      overdue: isInvoiceOverdue({ ...stored, due: sums.due, state: row.state }, today),
      attachments: (files.get(row.id) ?? []).map(({ id, name, type, size, created_at, digest }) => ({
        id,
        name,
        type,
        size,
        created_at,
        digest: Buffer.from(digest, 'base64url').toString('hex'),
      })),
      checks: row.state === 'anulada' ? [] : [...invoiceIssues(stored, today), ...addresseeIssues(stored, ownCuit)],
    };
  });
}

async function filesOf(scope: Scope, invoiceIds: readonly string[]): Promise<Map<string, FileRow[]>> {
  const rows = await inChunks(invoiceIds, (some) =>
    farmRows(scope, 'files').selectAll().where('invoice_id', 'in', some).orderBy('created_at').orderBy('id').execute(),
  );
  return groupBy(rows, (row) => row.invoice_id);
}

async function ownCuitOf({ trx, organizationId }: Scope): Promise<string | null> {
  const row = await rowsWhere(trx, 'organizations', { id: organizationId }).select('settings').executeTakeFirst();
  const { cuit } = JSON.parse(row?.settings ?? '{}') as { readonly cuit?: string | null };
  return cuit ? cuitDigits(cuit) : null;
}
