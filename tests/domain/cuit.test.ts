import { describe, expect, test } from 'vitest';
import { cuitDigits, formatCuit, isCuit } from '../../src/domain/office/cuit.ts';

describe('A CUIT', () => {
  test.each(['20-12345678-6', '20123456786', '33-69345023-9', '30.70000000.7'.replaceAll('.', '-')])(
    '%s is checked by its last figure',
    (text) => {
      const digits = cuitDigits(text);
      const right = isCuit(text);
      const others = Array.from('0123456789').filter((figure) => isCuit(digits.slice(0, 10) + figure));
      expect(right).toBe(others[0] === digits[10]);
      expect(others.length).toBeLessThanOrEqual(1);
    },
  );

  test.each(['20-12345678-6', '20 12345678 6', '33-69345023-9'])('%s is one', (text) => {
    expect(isCuit(text)).toBe(true);
  });

  test.each(['20-12345678-5', '20-21345678-6', '2012345678', '201234567866', 'veinte', ''])('%s is none', (text) => {
    expect(isCuit(text)).toBe(false);
  });

  test('is none where no last figure fits: such a number has another prefix', () => {
    const ten = [...Array(100).keys()].map((number) => `20${String(number).padStart(8, '0')}`);
    const without = ten.filter((start) => !Array.from('0123456789').some((figure) => isCuit(start + figure)));
    expect(without.length).toBeGreaterThan(0);
  });

  test('is read with its dashes', () => {
    expect(formatCuit('20123456786')).toBe('20-12345678-6');
    expect(formatCuit('otro')).toBe('otro');
  });
});
