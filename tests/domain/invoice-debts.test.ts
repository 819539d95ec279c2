import { describe, expect, test } from 'vitest';
import { isInvoiceOpen, isInvoiceOverdue } from '../../src/domain/office/invoice-debts.ts';
import { invoiceIssues } from '../../src/domain/office/invoice-rules.ts';
import { invoiceStateWord, invoiceWords } from '../../src/domain/office/invoice-words.ts';
import { blankInvoice, invoiceForm, invoiceKinds } from '../../src/domain/office/invoices.ts';
import { servicesIn } from '../../src/domain/office/purchases.ts';
import { pricedAt } from '../../src/domain/office/money.ts';
import { invoiceRow } from '../support/invoice-row.ts';

const today = '2026-11-21';
const late = { due_on: '2026-11-20' };

/** Who owes by which paper (decision 0075). */
describe('What is owed', () => {
  test('is late when its day is over and it is not paid', () => {
    const one = { kind: 'factura', state: 'pendiente', ...late };
    expect(isInvoiceOverdue(one, today)).toBe(true);
    expect(isInvoiceOverdue({ ...one, state: 'parcial', due_on: today }, today)).toBe(false);
    expect(isInvoiceOverdue({ ...one, state: 'pagada' }, today)).toBe(false);
    expect(isInvoiceOverdue({ ...one, due_on: null }, today)).toBe(false);
  });

  test('is by each kind as the office has it', () => {
    const standing = (kind: string) => ({ kind, state: 'pendiente' as const, ...late });
    const found = Object.keys(invoiceKinds).map((kind) => [
      kind,
      isInvoiceOpen(standing(kind)),
      isInvoiceOverdue(standing(kind), today),
      invoiceStateWord(standing(kind)),
    ]);
    expect(found).toEqual([
      ['factura', true, true, 'Pendiente'],
      ['nota_credito', true, false, 'Sin aplicar'],
      ['nota_debito', true, true, 'Pendiente'],
      ['recibo', false, false, 'Registrado'],
      ['remito', false, false, 'Registrado'],
      ['ticket', true, true, 'Pendiente'],
      ['liquidacion', true, true, 'Pendiente'],
    ]);
  });

  test.each([
    [{ kind: 'factura', direction: 'emitida', state: 'pagada' }, 'Cobrada'],
    [{ kind: 'factura', direction: 'recibida', state: 'pagada' }, 'Pagada'],
    [{ kind: 'nota_credito', direction: 'emitida', state: 'pagada' }, 'Aplicada'],
    [{ kind: 'nota_credito', direction: 'recibida', state: 'parcial' }, 'Aplicada en parte'],
    [{ kind: 'remito', direction: 'recibida', state: 'parcial' }, 'Registrado'],
    [{ kind: 'remito', direction: 'recibida', state: 'borrador' }, 'Borrador'],
    [{ kind: 'recibo', direction: 'emitida', state: 'anulada' }, 'Anulada'],
  ] as const)('%j is %s', (standing, word) => {
    expect(invoiceStateWord(standing)).toBe(word);
  });

  test.each(['0.00', '-5.00'])('is nothing by a paper with %s to pay', (due) => {
    for (const kind of ['factura', 'nota_debito', 'ticket', 'liquidacion', 'nota_credito'] as const) {
      const standing = { kind, state: 'pendiente' as const, due, ...late };
      expect(isInvoiceOpen(standing)).toBe(false);
      expect(isInvoiceOverdue(standing, today)).toBe(false);
      expect(invoiceStateWord(standing)).toBe('Saldada');
      expect(invoiceStateWord({ ...standing, state: 'borrador' })).toBe('Borrador');
      expect(invoiceStateWord({ ...standing, state: 'anulada' })).toBe('Anulada');
    }
    expect(invoiceStateWord({ kind: 'remito', state: 'pendiente', due })).toBe('Registrado');
    expect(isInvoiceOpen({ kind: 'factura', state: 'pendiente', due: '0.01' })).toBe(true);
  });

  test('cannot be less than nothing, and what takes it there is no payment', () => {
    const line = { concept: 'Gasoil', net: '100.00', vat_rate: 0 as const };
    const retained = { kind: 'retencion' as const, tax: 'iibb' as const, amount: '150.00' };
    const said = (changes: object) =>
      invoiceIssues({ ...blankInvoice, lines: [line], withholdings: [retained], ...changes }, today).map(
        ({ message }) => message,
      );
    expect(said({})).toContain('Lo que se descuenta supera el total');
    expect(said({})).not.toContain('Los pagos superan el total');
    const paid = { payments: [{ date: today, amount: '120.00', method: 'efectivo' }], withholdings: [] };
    expect(said(paid)).toContain('Los pagos superan el total');
    expect(said({ withholdings: [{ ...retained, amount: '100.00' }] })).not.toContain(
      'Lo que se descuenta supera el total',
    );
  });

  test('has no issue with a due day where there is none', () => {
    const paths = (kind: 'remito' | 'factura') =>
      invoiceIssues({ ...blankInvoice, kind, issued_on: '2026-11-10', due_on: '2026-11-09' }, today).map(
        (one) => one.path,
      );
    expect(paths('factura')).toContain('due_on');
    expect(paths('remito')).not.toContain('due_on');
  });
});

test('A remito and a receipt are no purchase beside their invoice', () => {
  const bought = (kind: string) => invoiceRow({ id: kind, kind });
  const services = servicesIn(['factura', 'remito', 'recibo'].map(bought), new Set());
  expect(services.map(({ key, total }) => [key, total])).toEqual([['factura', '1000.00']]);
});

test('What was bought for nothing is not pending among the purchases', () => {
  const free = invoiceRow({ total: '0.00', net: '0.00', vat: '0.00', due: '0.00' });
  const [bought] = servicesIn([free], new Set());
  expect(bought?.invoice && invoiceStateWord(bought.invoice)).toBe('Saldada');
});

test('A paper is called by its kind, and by none where it is not known', () => {
  expect(invoiceWords({ kind: 'liquidacion', number: 'A 00003-00000007' })).toBe('Liquidación A 00003-00000007');
  expect(invoiceWords({ kind: 'factura', number: null })).toBe('Factura sin número');
  expect(invoiceWords({ number: '7' })).toBe('Comprobante 7');
});

test('A rate has the decimals that were typed, six at most', () => {
  expect(pricedAt(1_000_000n, '1401.1259')).toBe(1_401_125_900n);
  expect(pricedAt(-100n, '1401.125')).toBe(-140_113n);
  expect(invoiceForm.safeParse({ exchange_rate: '1401.125999' }).success).toBe(true);
  expect(invoiceForm.safeParse({ exchange_rate: '1401.1259999' }).error?.issues).toMatchObject([
    { path: ['exchange_rate'], message: 'Ingresá un precio, con 6 decimales como máximo' },
  ]);
});
