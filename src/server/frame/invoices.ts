import type { Transaction } from 'kysely';
import { dayAt } from '../../domain/dates.ts';
import { cuitDigits } from '../../domain/office/cuit.ts';
import { addresseeIssues, invoiceIssues, invoiceNumber, isInvoiceOverdue } from '../../domain/office/invoice-rules.ts';
import { shownSums } from '../../domain/office/invoice-sums.ts';
import type { KeptInvoice } from '../../domain/office/invoices.ts';
import type { Tables } from '../database/tables.ts';
import type { FileRow, InvoiceRow } from '../database/tables-office.ts';
import { contentOf, presentKept } from './office.ts';

interface Scope {
  readonly trx: Transaction<Tables>;
  readonly organizationId: string;
}

/** Invoices as the wire knows them: what they add up to, their files, what is wrong with them. Only for who sees money. */
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
    const kept = contentOf<KeptInvoice>(row);
    return {
      ...presentKept(row),
      ...shownSums(kept),
      full_number: invoiceNumber(kept),
      state: row.state,
      overdue: isInvoiceOverdue(row.state, kept.due_on, today),
      attachments: (files.get(row.id) ?? []).map(({ id, name, type, size, created_at }) => ({
        id,
        name,
        type,
        size,
        created_at,
      })),
      checks: row.state === 'anulada' ? [] : [...invoiceIssues(kept, today), ...addresseeIssues(kept, ownCuit)],
    };
  });
}

async function filesOf({ trx, organizationId }: Scope, invoiceIds: readonly string[]): Promise<Map<string, FileRow[]>> {
  const byInvoice = new Map<string, FileRow[]>();
  for (let start = 0; start < invoiceIds.length; start += 500) {
    const rows = await trx
      .selectFrom('files')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('invoice_id', 'in', invoiceIds.slice(start, start + 500))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    for (const row of rows) byInvoice.set(row.invoice_id, [...(byInvoice.get(row.invoice_id) ?? []), row]);
  }
  return byInvoice;
}

async function ownCuitOf({ trx, organizationId }: Scope): Promise<string | null> {
  const row = await trx
    .selectFrom('organizations')
    .select('settings')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  const { cuit } = JSON.parse(row?.settings ?? '{}') as { readonly cuit?: string | null };
  return cuit ? cuitDigits(cuit) : null;
}
