// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { totalsOf } from '../../../src/app/features/billing/invoice-facts.ts';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import { invoiceRow as invoice } from '../../support/invoice-row.ts';

const today = '2026-11-05';
const line = { concept: 'Gasoil', net: '1000.00', vat_rate: 21, vat: '210.00' };

const figure = (label: string, ...invoices: readonly Invoice[]): string | undefined =>
  totalsOf(invoices, today).find((one) => one.label === label)?.value;

describe('The totals of the invoices', () => {
  test('owe what a credit note leaves', () => {
    const note = invoice({ kind: 'nota_credito' });
    expect(figure('Por pagar', invoice(), invoice(), note)).toBe('$ 1.210,00');
    expect(figure('Por cobrar', invoice({ kind: 'nota_credito', direction: 'emitida' }))).toBe('−$ 1.210,00');
    expect(figure('Por pagar', invoice({ kind: 'nota_credito', state: 'pagada' }))).toBe('$ 0,00');
  });

  test('have no remito and no receipt: nobody owes by them (decision 0075)', () => {
    const late = { due_on: '2026-11-01' };
    const papers = ['factura', 'remito', 'recibo', 'nota_credito'].map((kind) => invoice({ kind, ...late }));
    expect(figure('Por pagar', ...papers)).toBe('$ 0,00');
    expect(figure('Vencido', ...papers)).toBe('$ 1.210,00 por pagar');
    const ours = papers.map((one) => ({ ...one, direction: 'emitida' }));
    expect(figure('Por cobrar', ...ours)).toBe('$ 0,00');
    expect(figure('Vencido', ...papers, ...ours)).toBe('$ 1.210,00 por cobrar · $ 1.210,00 por pagar');
    expect(figure('Vencido')).toBe('$ 0,00');
  });

  test('count dollars at the rate that was typed, with all its decimals', () => {
    const dollars = invoice({ currency: 'USD', exchange_rate: '1401.1259' });
    expect(figure('Por pagar', dollars)).toBe('$ 1.695.362,34');
  });

  test('have the IVA of the costs of a sale as a credit (figures.md §6)', () => {
    const sale = invoice({
      direction: 'emitida',
      kind: 'liquidacion',
      lines: [{ ...line, net: '44688000.00', vat_rate: 10.5, vat: '4692240.00' }],
      charges: [{ kind: 'comision', net: '1340640.00', vat: '281534.40' }],
      vat: '4692240.00',
    });
    expect(figure('IVA crédito de noviembre', sale)).toBe('$ 281.534,40');
    expect(figure('IVA débito de noviembre', sale)).toBe('$ 4.692.240,00');
  });

  test('have no IVA of papers that bear none', () => {
    expect(figure('IVA crédito de noviembre', invoice({ kind: 'remito' }), invoice({ kind: 'recibo' }))).toBe('$ 0,00');
  });
});
