import * as z from 'zod/mini';
import { arrival, maybe, numberOrNull, oneOf, textOrNull } from '../schemas.ts';
import { limits } from '../limits.ts';
import { idSchema } from '../movements/fields.ts';
import { cuitDigits, isCuit } from './cuit.ts';
import { daySchema, maybeDay, maybeId, maybeText, saidText, storedShape, wholeUpTo } from './schemas.ts';

/** domain.md §2.8. */
export const directions = { emitida: 'Emitida', recibida: 'Recibida' } as const;
export const invoiceKinds = {
  factura: 'Factura',
  nota_credito: 'Nota de crédito',
  nota_debito: 'Nota de débito',
  recibo: 'Recibo',
  remito: 'Remito',
  ticket: 'Ticket',
  liquidacion: 'Liquidación',
} as const;
export const letters = ['A', 'B', 'C', 'M', 'E'] as const;
export const vatConditions = {
  ri: 'Responsable inscripto',
  monotributo: 'Monotributo',
  exento: 'Exento',
  cf: 'Consumidor final',
} as const;
/** Percentages; words for untaxed. */
export const vatRates = [0, 10.5, 21, 27, 'exento', 'no_gravado'] as const;
export type VatRate = (typeof vatRates)[number];
export const chargeKinds = {
  comision: 'Comisión',
  garantia: 'Garantía',
  derecho: 'Derecho de piso o feria',
  flete: 'Flete',
  guia: 'Guía',
  seguro: 'Seguro',
  analisis: 'Análisis',
  otro: 'Otro',
} as const;
export const taxes = { iva: 'IVA', iibb: 'IIBB', ganancias: 'Ganancias' } as const;
export const withholdingKinds = { percepcion: 'Percepción', retencion: 'Retención' } as const;
export const currencies = { ARS: 'Pesos', USD: 'Dólares' } as const;
export const paymentMethods = {
  transferencia: 'Transferencia',
  cheque: 'Cheque',
  echeq: 'E-cheq',
  efectivo: 'Efectivo',
  otro: 'Otro',
} as const;
const sources = { manual: 'Manual', qr: 'QR', foto: 'Foto', importada: 'Importada' } as const;
/** 'Vencida' is no state: it depends on the calendar. */
export const invoiceStates = {
  borrador: 'Borrador',
  pendiente: 'Pendiente',
  parcial: 'Parcial',
  pagada: 'Pagada',
  anulada: 'Anulada',
} as const;
export type InvoiceState = keyof typeof invoiceStates;

const amount = z
  .string({ error: 'Ingresá un importe' })
  .check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, { error: 'Ingresá un importe' }));
const price = z
  .string({ error: 'Ingresá un precio' })
  .check(z.regex(/^\d{1,12}(\.\d{1,6})?$/, { error: 'Ingresá un precio, con 6 decimales como máximo' }));
const measure = z
  .number({ error: 'Ingresá un número' })
  .check(z.gte(0, { error: 'Ingresá al menos 0' }), z.lte(1e9, { error: 'El número es demasiado grande' }));
const maybeMeasure = maybe(measure);
const maybeAmount = maybe(amount);

const letter = z.string({ error: 'Elegí la letra' }).check(
  z.overwrite((text) => text.toUpperCase()),
  z.refine((text) => letters.some((one) => one === text), { error: 'Elegí la letra' }),
);
const vatRate = z.literal(vatRates, { error: 'Elegí la alícuota' });

const party = z.strictObject({
  name: saidText(160, 'Ingresá la razón social'),
  cuit: maybe(z.string().check(z.overwrite(cuitDigits), z.refine(isCuit, { error: 'El CUIT no es válido' }))),
  vat_condition: maybe(oneOf(vatConditions)),
});

const line = z.strictObject({
  concept: saidText(200, 'Ingresá el concepto'),
  category_id: maybeId,
  heads: maybe(wholeUpTo(limits.headsPerLine)),
  kg: maybeMeasure,
  quantity: maybeMeasure,
  unit_price: maybe(price),
  net: maybeAmount,
  vat_rate: vatRate,
  vat: maybeAmount,
});

const charge = z.strictObject({
  kind: oneOf(chargeKinds),
  concept: maybeText(120),
  net: amount,
  vat_rate: z.optional(vatRate),
  vat: maybeAmount,
});
const withholding = z.strictObject({ kind: oneOf(withholdingKinds), tax: oneOf(taxes), amount });
const payment = z.strictObject({
  date: daySchema,
  amount,
  method: oneOf(paymentMethods),
  number: maybeText(60),
});
const figures = (digits: number, error: string) =>
  maybe(z.string().check(z.regex(new RegExp(`^\\d{${digits}}$`), { error })));

const fiscal = {
  direction: z.optional(oneOf(directions)),
  kind: z.optional(oneOf(invoiceKinds)),
  letter: maybe(letter),
  arca_code: maybe(wholeUpTo(999)),
  point_of_sale: maybe(wholeUpTo(99_999)),
  number: maybe(wholeUpTo(99_999_999)),
  issued_on: maybeDay,
  issuer: maybe(party),
  recipient: maybe(party),
  lines: z.optional(z.array(line).check(z.maxLength(100))),
  gross_kg: maybeMeasure,
  shrink_pct: maybe(
    z
      .number({ error: 'Ingresá un porcentaje' })
      .check(z.gte(0, { error: 'Entre 0 y 100' }), z.lte(100, { error: 'Entre 0 y 100' })),
  ),
  charges: z.optional(z.array(charge).check(z.maxLength(30))),
  withholdings: z.optional(z.array(withholding).check(z.maxLength(30))),
  currency: z.optional(oneOf(currencies)),
  exchange_rate: maybe(price),
  /** As printed; compared with the sum of the lines. */
  total: maybeAmount,
  cae: figures(14, 'El CAE tiene 14 cifras'),
  cae_expires_on: maybeDay,
};
/** Fixed once the invoice is paid (domain.md §2.8). */
export const fiscalFields: readonly string[] = Object.keys(fiscal);

const rest = {
  due_on: maybeDay,
  movement_ids: z.optional(z.array(idSchema).check(z.maxLength(100))),
  payments: z.optional(z.array(payment).check(z.maxLength(100))),
  source: z.optional(oneOf(sources)),
  notes: maybeText(2000),
  cancel_reason: maybeText(500),
  ...arrival,
};

/** A draft may lack anything; a 'pendiente' must pass `invoiceIssues`. */
export const invoiceForm = z.strictObject({ ...fiscal, ...rest, state: z.optional(z.enum(['borrador', 'pendiente'])) });

/** Partial update. Paid states follow from the payments. `base_version`: what the person saw, refused if it has changed since. */
export const invoiceChanges = z.strictObject({
  ...fiscal,
  ...rest,
  state: z.optional(oneOf(invoiceStates)),
  base_version: z.optional(z.int().check(z.gte(0))),
});
type InvoiceChanges = z.infer<typeof invoiceChanges>;

export const invoiceSchema = z.looseObject({
  ...storedShape,
  direction: z.string(),
  kind: z.string(),
  letter: textOrNull,
  point_of_sale: numberOrNull,
  number: numberOrNull,
  issued_on: textOrNull,
  due_on: textOrNull,
  lines: z.array(z.looseObject({ concept: z.string(), net: z.string(), vat: z.string() })),
  currency: z.string(),
  net: z.string(),
  vat: z.string(),
  other: z.string(),
  total: z.string(),
  due: maybe(z.string()),
  attachments: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      size: z.number(),
      /** SHA-256 in hex; missing in old rows. */
      digest: z.optional(z.string()),
    }),
  ),
  movement_ids: z.array(z.string()),
  payments: z.array(z.looseObject({ date: z.string(), amount: z.string(), method: z.string() })),
  state: z.enum(['borrador', 'pendiente', 'parcial', 'pagada', 'anulada']),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export interface InvoiceRef {
  readonly id: string;
  /** Missing in links that an older app wrote. */
  readonly kind?: string | undefined;
  readonly number: string | null;
  readonly state: InvoiceState;
}

type Form = Omit<InvoiceChanges, 'cid' | 'offline' | 'state' | 'base_version'>;
/** Every field set or null. */
export type StoredInvoice = {
  readonly [K in keyof Form]-?: Exclude<Form[K], undefined>;
};

export const blankInvoice: StoredInvoice = {
  direction: 'recibida',
  kind: 'factura',
  letter: null,
  arca_code: null,
  point_of_sale: null,
  number: null,
  issued_on: null,
  issuer: null,
  recipient: null,
  lines: [],
  gross_kg: null,
  shrink_pct: null,
  charges: [],
  withholdings: [],
  currency: 'ARS',
  exchange_rate: null,
  total: null,
  cae: null,
  cae_expires_on: null,
  due_on: null,
  movement_ids: [],
  payments: [],
  source: 'manual',
  notes: null,
  cancel_reason: null,
};

export const storedOf = (invoice: Readonly<Record<string, unknown>>): StoredInvoice =>
  Object.fromEntries(
    Object.entries(blankInvoice).map(([name, blank]) => [name, invoice[name] ?? blank]),
  ) as unknown as StoredInvoice;
