import type { Kysely } from 'kysely';
import { identityOf } from '../../domain/office/invoice-rules.ts';
import { paymentState, sumsOf } from '../../domain/office/invoice-sums.ts';
import type { StoredInvoice } from '../../domain/office/invoices.ts';
import type { Finding } from './finding.ts';
import type { InvoiceRow } from './tables-office.ts';
import type { Tables } from './tables.ts';

/** Invoices whose state disagrees with their payments, whose number disagrees with the form, or that name missing records. */
export async function examineInvoices(db: Kysely<Tables>): Promise<Finding[]> {
  const invoices = await db.selectFrom('invoices').selectAll().where('deleted', '=', 0).execute();
  const movements = await db.selectFrom('movements').select(['id', 'organization_id']).execute();
  const there = new Set(movements.map((row) => `${row.organization_id} ${row.id}`));
  return invoices
    .filter((row) => {
      const stored = JSON.parse(row.content) as StoredInvoice;
      const isLinked = stored.movement_ids.every((id) => there.has(`${row.organization_id} ${id}`));
      return !isLinked || row.state !== stateOf(row, stored) || row.identity !== numberOf(row, stored);
    })
    .map((row) => ({ kind: 'invoice', organizationId: row.organization_id, invoice: row.id }));
}

/** A person sets 'draft' and 'annulled'; the payments decide the rest. */
const stateOf = ({ state }: InvoiceRow, stored: StoredInvoice): string =>
  state === 'borrador' || state === 'anulada' ? state : paymentState(sumsOf(stored));

/** An annulled invoice frees its number. */
const numberOf = ({ state }: InvoiceRow, stored: StoredInvoice): string | null =>
  state === 'anulada' ? null : identityOf(stored);
