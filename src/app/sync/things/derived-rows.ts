import { invoiceNumber } from '#domain/office/invoice-rules.ts';
import { paymentState, shownSums, sumsOf } from '#domain/office/invoice-sums.ts';
import { storedOf } from '#domain/office/invoices.ts';
import type { Said } from '#domain/things/describe.ts';
import { type ThingName, thingOf } from '#domain/things/registry.ts';

/** Who is on the other side and which paper it is, as lines of Pendientes name an invoice. */
function invoiceName(row: Said): string {
  const kept = storedOf(row);
  const party = kept.direction === 'emitida' ? kept.recipient : kept.issuer;
  return [party?.name, invoiceNumber(kept)].filter(Boolean).join(' · ');
}

/** An invoice with what follows from what is said of it, as the server will show it (domain.md §2.8). */
function shownInvoice(row: Said): Said {
  const kept = storedOf(row);
  const isOpen = row['state'] !== 'borrador' && row['state'] !== 'anulada';
  return {
    ...row,
    ...shownSums(kept),
    full_number: invoiceNumber(kept),
    state: isOpen ? paymentState(sumsOf(kept)) : row['state'],
    // What the server found wrong with it was about other words.
    checks: null,
  };
}

/** What a declaration leaves to be reckoned of a thing, because the first load has no need of the rules. */
interface Reckoned {
  readonly nameOf: (row: Said) => string;
  /** What follows from what was said, of a row that an act lies over. */
  readonly derived: (row: Said) => Said;
}
const reckoned: Readonly<Partial<Record<ThingName, Reckoned>>> = {
  invoice: { nameOf: invoiceName, derived: shownInvoice },
};

/** What a thing is called in lists and in Pendientes. */
export const nameOfThing = (name: ThingName, row: Said): string => (reckoned[name] ?? thingOf(name)).nameOf(row);

/** A row that an act lies over, with what follows from it. */
export const derivedRow = (name: ThingName): Reckoned['derived'] | null => reckoned[name]?.derived ?? null;
