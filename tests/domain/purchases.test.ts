import { describe, expect, test } from 'vitest';
import { arcaCodeFor, liquidationOf } from '../../src/domain/office/arca-codes.ts';
import { type Purchase, purchaseTotals } from '../../src/domain/office/purchases.ts';

const herd = (changes: Partial<Purchase> = {}): Purchase => ({
  key: 'm1',
  date: '2026-11-05',
  kind: 'hacienda',
  supplier: null,
  detail: '',
  heads: 10,
  kg: 1800.5,
  total: '3601000.00',
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
      heads: 20,
      kg: 1800.5,
      perHead: '230050.00',
      perKg: '2000.00',
    });
  });

  test('has no price of a kilo where nobody weighed', () => {
    expect(purchaseTotals([herd({ kg: 0 })]).perKg).toBeNull();
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
