import { describe, expect, test } from 'vitest';
import { type FileType, fileTypeOf, isNamedAs } from '../../src/domain/office/file-types.ts';
import { addresseeIssues, identityOf, invoiceIssues, invoiceNumber } from '../../src/domain/office/invoice-rules.ts';
import { addsUp, isOverpaid, netKg, paymentState, shownSums, sumsOf } from '../../src/domain/office/invoice-sums.ts';
import { blankInvoice, invoiceForm, type StoredInvoice } from '../../src/domain/office/invoices.ts';
import { centsOf, dividedBy, moneyText, percentOf, priceOf } from '../../src/domain/office/money.ts';
import { smallPdf } from '../../src/exam/small-pdf.ts';

/** The sale of domain.md §4.10: 40 novillos, 420 kg each with 5 % off, at $2.800, commission 3 %. */
const sale: StoredInvoice = {
  ...blankInvoice,
  direction: 'emitida',
  kind: 'liquidacion',
  letter: 'A',
  point_of_sale: 3,
  number: 1234,
  issued_on: '2026-11-20',
  issuer: { name: 'Consignataria Sur', cuit: '20123456786', vat_condition: 'ri' },
  recipient: { name: 'La Esperanza', cuit: '33693450239', vat_condition: 'ri' },
  gross_kg: 16_800,
  shrink_pct: 5,
  lines: [{ concept: 'Novillos', heads: 40, kg: 15_960, unit_price: '2800.00', vat_rate: 10.5 }],
  charges: [{ kind: 'comision', net: '1340640.00' }],
};
const today = '2026-11-21';
const paths = (invoice: StoredInvoice): string[] => invoiceIssues(invoice, today).map((issue) => issue.path);
const paid = (...amounts: string[]): StoredInvoice => ({
  ...sale,
  payments: amounts.map((amount) => ({ date: today, amount, method: 'transferencia' })),
});

describe('Money', () => {
  test('is counted in whole cents', () => {
    expect(moneyText(centsOf('0.10') + centsOf('0.20'))).toBe('0.30');
    expect(centsOf('999999999999.99')).toBe(99_999_999_999_999n);
    expect(moneyText(-5n)).toBe('-0.05');
  });

  test('rounds a half away from zero', () => {
    expect([dividedBy(5n, 2n), dividedBy(-5n, 2n), dividedBy(4n, 3n)]).toEqual([3n, -3n, 1n]);
    expect(moneyText(percentOf(centsOf('100.05'), '10.5'))).toBe('10.51');
    expect(moneyText(priceOf(3, '0.335'))).toBe('1.01');
    expect(moneyText(priceOf(0.1, '0.1'))).toBe('0.01');
  });
});

describe('A liquidación', () => {
  test('adds up to the worked example, costs and their VAT taken off', () => {
    expect(shownSums(sale)).toMatchObject({
      net_kg: 15_960,
      net: '44688000.00',
      vat: '4692240.00',
      other: '-1622174.40',
      total: '47758065.60',
      due: '47758065.60',
      lines: [{ net: '44688000.00', vat: '4692240.00' }],
      charges: [{ net: '1340640.00', vat: '281534.40' }],
    });
    expect(netKg({ gross_kg: null, shrink_pct: 5 })).toBeNull();
  });

  test('that was received bears its costs on top', () => {
    expect(shownSums({ ...sale, direction: 'recibida' })['total']).toBe('51002414.40');
  });

  test('is whole', () => {
    expect(invoiceIssues(sale, today)).toEqual([]);
    expect(invoiceNumber(sale)).toBe('A 00003-00001234');
  });
});

describe('A factura', () => {
  const taxed: StoredInvoice = {
    ...sale,
    direction: 'recibida',
    kind: 'factura',
    charges: [],
    lines: [
      { concept: 'Vacunas', quantity: 100, unit_price: '18500.50', vat_rate: 21 },
      { concept: 'Libros', net: '1000.00', vat_rate: 'exento' },
      { concept: 'Timbrado', net: '500.00', vat_rate: 'no_gravado' },
    ],
    withholdings: [
      { kind: 'percepcion', tax: 'iibb', amount: '200.00' },
      { kind: 'retencion', tax: 'ganancias', amount: '300.00' },
    ],
  };

  test('adds what bears no VAT and percepciones, and owes less what was withheld', () => {
    expect(shownSums(taxed)).toMatchObject({
      net: '1851050.00',
      vat: '388510.50',
      other: '700.00',
      total: '2240260.50',
      due: '2239960.50',
    });
  });

  test('says what stands on the paper, and is marked when that is off by more than a peso', () => {
    const near = { ...taxed, total: '2240261.50' };
    expect(shownSums(near)['total']).toBe('2240261.50');
    expect(addsUp(sumsOf(near))).toBe(true);
    expect(paths({ ...taxed, total: '2240261.51' })).toEqual(['total']);
  });

  test.each<[string, Partial<StoredInvoice>, string[]]>([
    ['no day', { issued_on: null }, ['issued_on']],
    ['a day to come', { issued_on: '2026-12-01' }, ['issued_on']],
    ['a due day before it', { due_on: '2026-11-19' }, ['due_on']],
    ['no lines', { lines: [] }, ['lines']],
    ['dollars without their price', { currency: 'USD' }, ['exchange_rate']],
    ['no letter nor number', { letter: null, number: null }, ['letter', 'number']],
    ['an issuer without CUIT', { issuer: { name: 'Juan' } }, ['issuer.cuit']],
    ['nobody on it', { issuer: null, recipient: null }, ['issuer', 'recipient']],
    ['more paid than due', paid('99999999.00'), ['payments']],
  ])('with %s is not whole', (_what, wrong, expected) => {
    expect(paths({ ...taxed, ...wrong, ...(wrong.payments && { lines: taxed.lines }) })).toEqual(
      expect.arrayContaining(expected),
    );
  });

  test('of which only a ticket is there asks for little', () => {
    const ticket: StoredInvoice = {
      ...blankInvoice,
      kind: 'ticket',
      issued_on: today,
      issuer: { name: 'Veterinaria' },
      lines: [{ concept: 'Agujas', net: '900.00', vat_rate: 21 }],
    };
    expect(invoiceIssues(ticket, today)).toEqual([]);
  });
});

describe('An invoice', () => {
  test('is one by issuer, letter, kind, point of sale and number', () => {
    expect(identityOf(sale)).toBe('20123456786|A|liquidacion|3|1234');
    expect(identityOf({ ...sale, number: null })).toBeNull();
    expect(identityOf({ ...sale, issuer: { name: 'Sin CUIT' } })).toBeNull();
  });

  test.each([
    [[], 'pendiente'],
    [['1000.00'], 'parcial'],
    [['47758000.00', '65.60'], 'pagada'],
    [['47758064.60'], 'pagada'],
    [['47758064.59'], 'parcial'],
  ] as const)('paid with %j is %s', (amounts, state) => {
    expect(paymentState(sumsOf(paid(...amounts)))).toBe(state);
    expect(isOverpaid(sumsOf(paid(...amounts)))).toBe(false);
  });

  test('made out to somebody else is marked', () => {
    const received: StoredInvoice = { ...sale, direction: 'recibida' };
    expect(addresseeIssues(received, '33693450239')).toEqual([]);
    expect(addresseeIssues(received, '20123456786')).toMatchObject([{ path: 'recipient.cuit' }]);
    expect(addresseeIssues(received, null)).toEqual([]);
  });

  test.each([
    [{ letter: 'z' }],
    [{ lines: [{ concept: 'x', vat_rate: 12 }] }],
    [{ issuer: { name: 'x', cuit: '20-12345678-5' } }],
    [{ total: 12.5 }],
    [{ total: '-1.00' }],
    [{ cae: '123' }],
    [{ total: '1e5' }],
  ])('is never read from %j', (body) => {
    expect(invoiceForm.safeParse(body).success).toBe(false);
  });

  test('takes a small letter and a CUIT with its dashes', () => {
    expect(invoiceForm.parse({ letter: 'a', issuer: { name: 'x', cuit: '20-12345678-6' } })).toMatchObject({
      letter: 'A',
      issuer: { cuit: '20123456786' },
    });
  });
});

const bytes = (...parts: (string | Uint8Array | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : [...part])),
  );
const four = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const png = (width: number, height: number): Uint8Array =>
  bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], four(13), 'IHDR', four(width), four(height));
const jpeg = (width: number, height: number): Uint8Array => {
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  return bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1], [0xff, 0xc0, 0, 11, 8, ...size, 1, 1], [0, 0]);
};

describe('The name of a file', () => {
  test.each<[string, FileType, boolean]>([
    ['factura.pdf', 'application/pdf', true],
    ['FACTURA.PDF', 'application/pdf', true],
    ['Factura Nº 3', 'application/pdf', true],
    ['Factura 0003.00001234', 'application/pdf', true],
    ['captura.jpg', 'image/png', true],
    ['foto.jfif', 'image/jpeg', true],
    ['factura.pdf.html', 'application/pdf', false],
    ['factura.pdf', 'image/png', false],
    ['foto.svg', 'image/png', false],
  ])('%s of %s: %s', (name, type, goes) => {
    expect(isNamedAs(name, type)).toBe(goes);
  });
});

describe('A file is what is in it', () => {
  test.each<[string, Uint8Array, FileType | null]>([
    ['a PDF', smallPdf('Factura A'), 'application/pdf'],
    ['a PDF with a line behind its end', bytes(smallPdf('x'), '\n\n'), 'application/pdf'],
    ['the beginning of a PDF', bytes('%PDF-1.7\n'), null],
    ['a PDF that was cut off', smallPdf('x', 4000).subarray(0, 3980), null],
    ['a PDF without its beginning', smallPdf('x', 4000).subarray(100), null],
    ['a page with the beginning and the end of a PDF', bytes('%PDF-1.7<script>1</script>startxref\n9\n%%EOF'), null],
    ['a PDF whose contents lie beyond its end', bytes('%PDF-1.7 xref startxref\n9999\n%%EOF'), null],
    ['a PDF that was added to', bytes(smallPdf('x'), smallPdf('y')), 'application/pdf'],
    ['a PNG', png(100, 50), 'image/png'],
    ['a JPEG', jpeg(2000, 1500), 'image/jpeg'],
    ['a page of the web', bytes('<html><script>alert(1)</script>'), null],
    ['a drawing with programs', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="x()">'), null],
    ['a page that hides a PDF', bytes('<html>%PDF-1.7'), null],
    ['a GIF', bytes('GIF89a'), null],
    ['an archive', bytes('PK', [3, 4]), null],
    ['a PNG of 900 megapixels', png(30_000, 30_000), null],
    ['a JPEG of 900 megapixels', jpeg(30_000, 30_000), null],
    ['a PNG without its size', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a]), null],
    ['the start of a JPEG', bytes([0xff, 0xd8, 0xff]), null],
    ['nothing', bytes(), null],
  ])('%s', (_what, content, type) => {
    expect(fileTypeOf(content)).toBe(type);
  });
});
