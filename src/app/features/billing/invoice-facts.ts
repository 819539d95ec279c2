import {
  centsOf,
  directions,
  formatCuit,
  formatMoney,
  type Invoice,
  invoiceKinds,
  invoiceNumber,
  invoiceStateWord,
  invoiceWords,
  isCreditNote,
  isInvoiceOpen,
  isInvoiceOverdue,
  isOwed,
  moneyText,
  monthName,
  monthOf,
  pricedAt,
  type StoredInvoice,
  storedOf,
  sumsOf,
  vatOfCosts,
  type VatRate,
  vatRates,
} from '#domain';
import type { BadgeProps } from '#ui';
import { csvOf } from '#platform';

/** The other side: the issuer of a received invoice, the recipient of an issued one. */
export const otherSideOf = ({ direction, issuer, recipient }: StoredInvoice): StoredInvoice['issuer'] =>
  direction === 'emitida' ? recipient : issuer;

/** The other side of an invoice, as it is shown. */
export const otherPartyOf = (invoice: Invoice) => {
  const party = otherSideOf(storedOf(invoice));
  return { name: party?.name ?? 'Sin nombre', cuit: party?.cuit ?? null };
};

export const titleOf = (invoice: Invoice): string =>
  invoiceWords({ kind: invoice.kind, number: invoiceNumber(storedOf(invoice)) });

export const currencyOf = ({ currency }: { readonly currency?: string | undefined }): 'ARS' | 'USD' =>
  currency === 'USD' ? 'USD' : 'ARS';

/** What is still unpaid, in cents. */
export const openCents = (invoice: Invoice): bigint => {
  if (!isInvoiceOpen(invoice)) return 0n;
  const { due, paid } = sumsOf(storedOf(invoice));
  return due > paid ? due - paid : 0n;
};

/** The badge: 'Vencida' follows from the day. */
export function stateBadge(invoice: Invoice, today: string): { word: string; tone: BadgeProps['tone'] } {
  if (isInvoiceOverdue(invoice, today)) return { word: 'Vencida', tone: 'danger' };
  const tone = isInvoiceOpen(invoice) ? 'warn' : invoice.state === 'pagada' && isOwed(invoice) ? 'ok' : 'muted';
  return { word: invoiceStateWord(invoice), tone };
}

/** How what settles a paper is called: it is paid, ours is collected, a credit note is applied (decision 0075). */
export function settlingWords(invoice: Invoice) {
  const [article, one, title, done] = isCreditNote(invoice)
    ? ['una', 'aplicación', 'Aplicaciones', 'Aplicado']
    : invoice.direction === 'emitida'
      ? ['un', 'cobro', 'Cobros', 'Cobrado']
      : ['un', 'pago', 'Pagos', 'Pagado'];
  return { article, one, title, done };
}

/** Dollars count by their exchange rate. */
function inPesos(invoice: Invoice, cents: bigint): bigint {
  if (currencyOf(invoice) === 'ARS') return cents;
  const rate = storedOf(invoice).exchange_rate;
  return rate ? pricedAt(cents, rate) : 0n;
}

/** A credit note takes back: from what is owed, and from VAT. */
const signed = (invoice: Invoice, cents: bigint): bigint => (isCreditNote(invoice) ? -cents : cents);

const vatOfLines = (invoice: Invoice): bigint => signed(invoice, centsOf(invoice.vat));
/** A liquidation's costs bear VAT that is a credit to whom they are charged, who sold as well (figures.md §6). */
const vatOfCharges = (invoice: Invoice): bigint => signed(invoice, vatOfCosts(invoice));

/** Receivable, payable, overdue, and the month's VAT, in pesos (domain.md §2.8, list). */
export function totalsOf(invoices: readonly Invoice[], today: string) {
  const month = monthOf(today);
  const sum = (label: string, some: readonly Invoice[], of: (invoice: Invoice) => bigint) => {
    const cents = some.reduce((total, one) => total + inPesos(one, of(one)), 0n);
    return { label, value: centsWords(cents) };
  };
  const side = (direction: string) => invoices.filter((one) => one.direction === direction);
  const owed = (invoice: Invoice): bigint => signed(invoice, openCents(invoice));
  // Apart: who pays late and whom we pay late are different people.
  const lateSides = (['cobrar', 'pagar'] as const).flatMap((act) => {
    const late = side(act === 'cobrar' ? 'emitida' : 'recibida').filter((one) => isInvoiceOverdue(one, today));
    return late.length > 0 ? `${sum('', late, owed).value} por ${act}` : [];
  });
  const lateWords = lateSides.length > 0 ? lateSides.join(' · ') : centsWords(0n);
  // Remitos and receipts bear no VAT for the tax office, whatever their lines say.
  const taxed = invoices.filter(
    (one) => one.issued_on?.startsWith(month) && one.state !== 'anulada' && one.state !== 'borrador' && isOwed(one),
  );
  const vat = (word: string, of: (invoice: Invoice) => bigint) => sum(`IVA ${word} de ${monthName(month)}`, taxed, of);
  return [
    sum('Por cobrar', side('emitida'), owed),
    sum('Por pagar', side('recibida'), owed),
    { label: 'Vencido', value: lateWords },
    vat('crédito', (one) => (one.direction === 'recibida' ? vatOfLines(one) : 0n) + vatOfCharges(one)),
    vat('débito', (one) => (one.direction === 'emitida' ? vatOfLines(one) : 0n)),
  ];
}

/** Cents in words, negative ones too. */
export const centsWords = (cents: bigint, currency: 'ARS' | 'USD' = 'ARS'): string =>
  formatMoney(moneyText(cents), currency);

export const moneyWords = (amount: string, currency: 'ARS' | 'USD' = 'ARS'): string =>
  centsWords(centsOf(amount), currency);

/** A price or a rate with all its decimals, two at least. */
export const priceWords = (price: string, currency: 'ARS' | 'USD' = 'ARS'): string =>
  formatMoney(price, currency).replace(/..$/, (cents) => /\.(\d\d+?)0*$/.exec(price)?.[1] ?? cents);

/** `21 %`, `10,5 %`, `Exento`. */
export const rateWords = (rate: VatRate): string =>
  rate === 'exento' ? 'Exento' : rate === 'no_gravado' ? 'No gravado' : `${String(rate).replace('.', ',')} %`;

export interface RateSum {
  readonly words: string;
  readonly cents: bigint;
}

/** VAT by rate, highest first, without empty ones. */
export function vatByRate(invoice: StoredInvoice): readonly RateSum[] {
  const { lines } = sumsOf(invoice);
  const used = vatRates.filter((rate) => typeof rate === 'number' && rate > 0).toReversed();
  return used.flatMap((rate) => {
    const cents = lines.reduce((sum, one, at) => (invoice.lines[at]?.vat_rate === rate ? sum + one.vat : sum), 0n);
    return cents === 0n ? [] : [{ words: `IVA ${rateWords(rate)}`, cents }];
  });
}

const head = [
  'Sentido',
  'Tipo',
  'Número',
  'Emisión',
  'Vencimiento',
  'Contraparte',
  'CUIT',
  'Moneda',
  'Cotización',
  'Neto',
  'IVA',
  'Otros',
  'Total',
  'Retenciones',
  'A cobrar o pagar',
  'Pagado',
  'Estado',
];

/** Invoices as CSV, one a line, with what adds up: a credit note is below zero, and by what nobody owes nothing is to be paid. */
export function invoicesFile(invoices: readonly Invoice[], today: string): string {
  const rows = invoices.map((invoice) => {
    const stored = storedOf(invoice);
    const other = otherPartyOf(invoice);
    const { total, due, paid } = sumsOf(stored);
    const amount = (cents: bigint) => ({ amount: moneyText(signed(invoice, cents)) });
    const isToPay = isOwed(invoice) && invoice.state !== 'borrador' && invoice.state !== 'anulada';
    return [
      directions[stored.direction],
      invoiceKinds[stored.kind],
      invoiceNumber(stored) ?? '',
      stored.issued_on ?? '',
      stored.due_on ?? '',
      other.name,
      other.cuit ? formatCuit(other.cuit) : '',
      stored.currency,
      stored.currency === 'USD' && stored.exchange_rate ? { amount: stored.exchange_rate } : '',
      ...[invoice.net, invoice.vat, invoice.other, invoice.total].map((of) => amount(centsOf(of))),
      amount(total - due),
      isToPay ? amount(due) : '',
      amount(paid),
      stateBadge(invoice, today).word,
    ];
  });
  return csvOf([head, ...rows]);
}
