import { expect, test } from 'vitest';
import { invoicesFile } from '../../../src/app/features/billing/invoice-facts.ts';
import { invoiceRow } from '../../support/invoice-row.ts';

/** What the file says of an invoice, by column. */
const said = (changes: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> => {
  const [head = [], row = []] = invoicesFile([invoiceRow(changes)], '2026-11-20')
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'));
  return Object.fromEntries(head.map((name, at) => [name, row[at] ?? '']));
};

test('Dollars go out with their rate, with all its decimals; pesos have none', () => {
  expect(said({ currency: 'USD', exchange_rate: '1401.1259' })).toMatchObject({
    Moneda: 'USD',
    Cotización: '1401,1259',
  });
  expect(said({ exchange_rate: null })).toMatchObject({ Moneda: 'ARS', Cotización: '' });
});

test('A credit note goes out below zero, as it counts', () => {
  const payments = [{ date: '2026-11-10', amount: '210.00', method: 'otro' }];
  expect(said({ kind: 'nota_credito', payments, state: 'parcial' })).toMatchObject({
    Neto: '-1000,00',
    IVA: '-210,00',
    Otros: '0,00',
    Total: '-1210,00',
    'A cobrar o pagar': '-1210,00',
    Pagado: '-210,00',
  });
});

test('What is retained, and what is left to pay of it, stand beside the total', () => {
  const withholdings = [{ kind: 'retencion', tax: 'ganancias', amount: '110.00' }];
  expect(said({ withholdings })).toMatchObject({
    Total: '1210,00',
    Retenciones: '110,00',
    'A cobrar o pagar': '1100,00',
  });
});

test.each([{ kind: 'remito' }, { kind: 'recibo' }, { state: 'borrador' }, { state: 'anulada' }])(
  'Nothing is to be paid by %j',
  (changes) => {
    expect(said(changes)).toMatchObject({ Total: '1210,00', 'A cobrar o pagar': '' });
  },
);
