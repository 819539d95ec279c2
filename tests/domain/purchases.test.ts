import { describe, expect, test } from 'vitest';
import { arcaCodeFor, liquidationOf } from '../../src/domain/office/arca-codes.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { type Purchase, purchaseOf, purchaseTotals, servicesIn } from '../../src/domain/office/purchases.ts';

const herd = (changes: Partial<Purchase> = {}): Purchase => ({
  key: 'm1',
  date: '2026-11-05',
  kind: 'hacienda',
  supplier: null,
  detail: '',
  heads: 10,
  category: 'novillito',
  kg: 1800.5,
  total: '3601000.00',
  vat: null,
  shared: null,
  currency: 'ARS',
  movementId: 'm1',
  invoice: null,
  ...changes,
});

describe('What was bought', () => {
  test('comes to heads and kilos, and to what a head and a kilo cost', () => {
    const unweighed = herd({ key: 'm2', kg: 0, total: '1000000.00' });
    expect(purchaseTotals([herd(), unweighed])).toEqual({
      ars: '4601000.00',
      usd: '0.00',
      vat: { ars: '0.00', usd: '0.00' },
      heads: 20,
      kg: 1800.5,
      perHead: [{ category: 'novillito', heads: 20, amount: '230050.00' }],
      perKg: '2000.00',
    });
  });

  test('tells what a head cost by category, and apart what had several under one price', () => {
    const bulls = herd({ key: 'm2', category: 'toro', heads: 2, total: '9000000.00' });
    const mixed = herd({ key: 'm3', category: null, heads: 30, total: '6000000.00' });
    expect(purchaseTotals([mixed, bulls, herd()]).perHead).toEqual([
      { category: 'novillito', heads: 10, amount: '360100.00' },
      { category: 'toro', heads: 2, amount: '4500000.00' },
      { category: null, heads: 30, amount: '200000.00' },
    ]);
  });

  test('has no price of a kilo where nobody weighed', () => {
    expect(purchaseTotals([herd({ kg: 0 })]).perKg).toBeNull();
  });
});

const bought = (id: string, count: number, metadata: object = {}, type = 'BUY', date = '2026-11-05'): Movement =>
  ({ id, type, date, deleted: false, animals: [{ type: 'vaca', count }], metadata }) as unknown as Movement;
const invoice = (movement_ids: readonly string[], changes: Partial<Invoice> = {}): Invoice =>
  ({
    id: 'f1',
    direction: 'recibida',
    kind: 'factura',
    issued_on: '2026-11-05',
    lines: [{ concept: 'Hacienda', kg: 3000 }],
    currency: 'ARS',
    net: '1000000.00',
    vat: '105000.00',
    total: '1105000.00',
    movement_ids,
    state: 'pendiente',
    ...changes,
  }) as unknown as Invoice;

describe('The price of what was bought', () => {
  test('is what was typed while its paper is a draft, which may say nothing yet', () => {
    const photo = invoice(['m1', 'm2'], { state: 'borrador', lines: [], net: '0.00', vat: '0.00', total: '0.00' });
    const typed = bought('m1', 10, { total: '5000000.00' });
    const shown = purchaseOf(typed, '', [photo], [bought('m2', 5)]);
    expect(shown).toMatchObject({ total: '5000000.00', shared: null, currency: 'ARS', invoice: { state: 'borrador' } });
    expect(purchaseOf(bought('m1', 10), '', [photo], [])).toMatchObject({ total: null });
    expect(purchaseOf(typed, '', [{ ...photo, currency: 'USD' }], [])).toMatchObject({ currency: 'ARS' });
  });

  test('is the paper’s without VAT, whatever was typed, and else what was typed', () => {
    const typed = bought('m1', 10, { total: '999.00' });
    expect(purchaseOf(typed, '', [invoice(['m1'])], [])).toMatchObject({ total: '1000000.00', vat: '105000.00' });
    expect(purchaseOf(typed, '', [], [])).toMatchObject({ total: '999.00', vat: null });
    expect(purchaseOf(bought('m1', 10, { unit_price: '120.50' }), '', [], [])).toMatchObject({ total: '1205.00' });
  });

  test('is without the VAT of a liquidation’s costs too, which stands with that of its lines', () => {
    const paper = invoice(['m1'], {
      kind: 'liquidacion',
      net: '3600000.00',
      vat: '378000.00',
      total: '4108680.00',
      charges: [{ kind: 'comision', net: '108000.00', vat: '22680.00' }],
    });
    const line = purchaseOf(bought('m1', 10), '', [paper], []);
    expect(line).toMatchObject({ total: '3708000.00', vat: '400680.00' });
    expect(purchaseTotals(line ? [line] : []).perHead).toMatchObject([{ amount: '370800.00' }]);
  });

  test('is without percepciones, which are tax paid in advance and no cost', () => {
    const withholdings = [
      { kind: 'percepcion', tax: 'iibb', amount: '30000.00' },
      { kind: 'retencion', tax: 'ganancias', amount: '20000.00' },
    ];
    const paper = invoice(['m1'], { other: '30000.00', total: '1135000.00', withholdings });
    expect(purchaseOf(bought('m1', 10), '', [paper], [])).toMatchObject({ total: '1000000.00', vat: '105000.00' });
    const ticket = invoice([], {
      kind: 'ticket',
      vat: '0.00',
      total: '1000.00',
      withholdings: [{ ...withholdings[0], amount: '100.00' }],
    });
    expect(servicesIn([ticket], new Set())).toMatchObject([{ total: '900.00' }]);
  });

  test('is never that of a remito: its invoice says it (decision 0075)', () => {
    const remito = invoice(['m1'], { id: 'r1', kind: 'remito', total: '0.00', vat: '0.00' });
    const typed = bought('m1', 10, { total: '999.00' });
    expect(purchaseOf(typed, '', [remito], [])).toMatchObject({ total: '999.00', invoice: null });
    expect(purchaseOf(typed, '', [remito, invoice(['m1'])], [])).toMatchObject({ total: '1000000.00' });
  });

  test('of several records on one invoice is theirs together and counted once', () => {
    const [a, b] = [bought('a', 10), bought('b', 30)];
    const lines = [a, b].flatMap(
      (one) =>
        purchaseOf(
          one,
          '',
          [invoice(['a', 'b'])],
          [a, b].filter((x) => x !== one),
        ) ?? [],
    );
    expect(lines.map(({ total, kg, shared }) => [total, kg, shared?.total, shared?.records])).toEqual([
      [null, 0, '1000000.00', 2],
      [null, 0, '1000000.00', 2],
    ]);
    expect(purchaseTotals(lines)).toMatchObject({
      ars: '1000000.00',
      vat: { ars: '105000.00' },
      heads: 40,
      kg: 3000,
      perHead: [{ category: 'vaca', heads: 40, amount: '25000.00' }],
      perKg: '333.33',
    });
  });

  test('with supplies on the same invoice is no price of a head', () => {
    const [a, salt] = [bought('a', 10), bought('s', 0, {}, 'ASSET')];
    const line = purchaseOf(a, '', [invoice(['a', 's'])], [salt]);
    expect(purchaseTotals(line ? [line] : [])).toMatchObject({ ars: '1000000.00', perHead: [] });
  });

  test('is counted with the oldest of them that still stands', () => {
    const [a, b] = [bought('a', 10, {}, 'BUY', '2026-11-01'), bought('b', 30)];
    const both = [invoice(['a', 'b', 'gone'])];
    expect(purchaseOf(a, '', both, [b])?.shared?.isCounted).toBe(true);
    expect(purchaseOf(b, '', both, [a])?.shared?.isCounted).toBe(false);
    expect(purchaseOf(b, '', both, [{ ...a, deleted: true }])).toMatchObject({ shared: null, total: '1000000.00' });
  });

  test('goes down by what a credit note gives back', () => {
    const given = invoice(['a'], { id: 'f2', kind: 'nota_credito', total: '110500.00', vat: '10500.00' });
    const line = purchaseOf(bought('a', 10), '', [given, invoice(['a'])], []);
    const lines = [...(line ? [line] : []), ...servicesIn([given, invoice(['a'])], new Set())];
    expect(lines.map(({ total, detail }) => [total, detail])).toEqual([
      ['1000000.00', ''],
      ['-100000.00', 'Nota de crédito, Hacienda'],
    ]);
    expect(purchaseTotals(lines)).toMatchObject({ ars: '900000.00', vat: { ars: '94500.00' } });
  });
});

describe('An invoice of records', () => {
  test('is bought by itself once they are all deleted, and by those that are left until then', () => {
    const paper = invoice(['a', 'b']);
    expect(servicesIn([paper], new Set())).toEqual([]);
    expect(servicesIn([paper], new Set(['a']))).toEqual([]);
    expect(servicesIn([paper], new Set(['a', 'b']))).toMatchObject([
      { key: 'f1', total: '1000000.00', vat: '105000.00' },
    ]);
  });
});

describe('The tax office’s code of a paper', () => {
  test('is the one that was read while it fits, else the usual one of its kind and letter', () => {
    expect(arcaCodeFor('factura', 'A', 201)).toBe(201);
    expect(arcaCodeFor('factura', 'B', 201)).toBe(6);
    expect(arcaCodeFor('nota_credito', 'C', null)).toBe(13);
    expect(arcaCodeFor('remito', 'A', null)).toBeNull();
  });

  test('of a liquidación follows its kind', () => {
    expect(arcaCodeFor('liquidacion', 'A', null, 'cuenta_venta')).toBe(180);
    expect(arcaCodeFor('liquidacion', 'C', null, 'compra_directa')).toBe(189);
    expect(arcaCodeFor('liquidacion', 'A', 180)).toBeNull();
    expect(liquidationOf(191)).toBe('venta_directa');
    expect(liquidationOf(1)).toBeNull();
  });
});
