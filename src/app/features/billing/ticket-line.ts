import { centsOf, moneyText, type StoredInvoice } from '#domain';

type Line = StoredInvoice['lines'][number];

/** A ticket has one amount and no lines: it becomes its own line, without VAT. */
export const ticketLine = (net: string): Line => ({
  concept: 'Compra con ticket',
  quantity: 1,
  net,
  vat_rate: 'no_gravado',
});

/** What cannot be read counts nothing: it is said at its field. */
const centsIn = (text: string): bigint => (/^\d+(\.\d{1,2})?$/.test(text) ? centsOf(text) : 0n);

/** A ticket's total has its percepciones in it. */
export function netOfTicket(total: string, withholdings: StoredInvoice['withholdings']): string {
  const perceived = withholdings.filter(({ kind }) => kind === 'percepcion');
  const net = perceived.reduce((left, { amount }) => left - centsIn(amount), centsIn(total));
  return perceived.length > 0 && net > 0n ? moneyText(net) : total;
}

/** Whether its line was made of its total: that is no line of the form, and goes with the total. Older ones have the whole of it. */
export const isOfTotal = ({ kind, lines: [line, ...more], total, withholdings }: StoredInvoice): boolean =>
  kind === 'ticket' &&
  total !== null &&
  more.length === 0 &&
  [total, netOfTicket(total, withholdings)].some((net) =>
    Object.entries(ticketLine(net)).every(([name, value]) => line?.[name as keyof Line] === value),
  );
