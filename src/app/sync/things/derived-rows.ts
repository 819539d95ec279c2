import { invoiceNumber } from '#domain/office/invoice-rules.ts';
import { paymentState, shownSums, sumsOf } from '#domain/office/invoice-sums.ts';
import { storedOf } from '#domain/office/invoices.ts';
import type { Said } from '#domain/things/describe.ts';
import { type ThingName, thingOf } from '#domain/things/registry.ts';

/** An invoice's name in Pendientes: other party and number. */
function invoiceName(row: Said): string {
  const kept = storedOf(row);
  const party = kept.direction === 'emitida' ? kept.recipient : kept.issuer;
  return [party?.name, invoiceNumber(kept)].filter(Boolean).join(' · ');
}

/** An invoice with its derived fields, as the server will show it (domain.md §2.8). */
function shownInvoice(row: Said): Said {
  const kept = storedOf(row);
  const isOpen = row['state'] !== 'borrador' && row['state'] !== 'anulada';
  return {
    ...row,
    ...shownSums(kept),
    full_number: invoiceNumber(kept),
    state: isOpen ? paymentState(sumsOf(kept)) : row['state'],
    // The server checked another text.
    checks: null,
  };
}

/** What declarations leave to compute, since the first load does not need the rules. */
interface Reckoned {
  readonly nameOf: (row: Said) => string;
  /** Derived fields of a row changed by an op. */
  readonly derived: (row: Said) => Said;
}
const reckoned: Readonly<Partial<Record<ThingName, Reckoned>>> = {
  invoice: { nameOf: invoiceName, derived: shownInvoice },
};

/** A thing's name in lists and Pendientes. */
export const nameOfThing = (name: ThingName, row: Said): string => (reckoned[name] ?? thingOf(name)).nameOf(row);

export const derivedRow = (name: ThingName): Reckoned['derived'] | null => reckoned[name]?.derived ?? null;
