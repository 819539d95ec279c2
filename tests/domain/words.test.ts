import { describe, expect, test, vi } from 'vitest';
import {
  addDays,
  dayAt,
  daysBetween,
  formatDay,
  formatInstant,
  isRealDay,
  relativeDay,
} from '../../src/domain/dates.ts';
import { formatNumber } from '../../src/domain/numbers.ts';
import { formatGainFigure, formatMoney, parseDecimal } from '../../src/domain/quantities.ts';
import { displayName, fullName } from '../../src/domain/people/names.ts';
import { formatPhone, normalizePhone } from '../../src/domain/people/phone.ts';
import { isAtLeast } from '../../src/domain/people/roles.ts';
import { compareNames, counted, headsOf, listOf, searchable } from '../../src/domain/text.ts';

describe('Days', () => {
  test('a day reads as written, whatever the clock: 5 November is not the 4th', () => {
    expect(formatDay('2026-11-05')).toBe('05/11/2026');
  });

  test('an instant reads on the farm’s clock', () => {
    expect(formatDay('2026-11-05T02:30:00Z')).toBe('04/11/2026');
    expect(formatInstant('2026-11-05T20:04:00Z')).toBe('05/11/2026 17:04');
    expect(dayAt(Date.parse('2026-11-05T02:59:59Z'))).toBe('2026-11-04');
  });

  test.each([
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['now', false],
  ])('%s exists: %s', (day, exists) => {
    expect(isRealDay(day)).toBe(exists);
  });

  test('yesterday is said as such, the week before as a date', () => {
    expect(
      ['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-14'].map((day) => relativeDay(day, '2026-11-21')),
    ).toEqual(['hoy', 'ayer', 'anteayer', '14/11/2026']);
  });

  test('days are counted over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
  });
});

describe('Figures', () => {
  test('read with dots for thousands and a comma for decimals', () => {
    expect(formatNumber(1234.5)).toBe('1.234,5');
    expect(formatNumber(812)).toBe('812');
  });

  test('whole numbers read as the browser writes them', () => {
    const browser = new Intl.NumberFormat('es-AR', { useGrouping: 'always' as never });
    const all = [0, 1, 999, 1000, 1234, 99_999, 100_000, 1_234_567, Number.MAX_SAFE_INTEGER];
    for (const value of all.flatMap((one) => (one === 0 ? [0] : [one, -one])))
      for (const decimals of [0, 1, 2]) expect(formatNumber(value, decimals)).toBe(browser.format(value));
    expect(formatNumber(1e21)).toBe(browser.format(1e21));
  });

  test('a gain of weight has three decimals', () => {
    expect([0.62, 1.23456, 0].map(formatGainFigure)).toEqual(['0,620', '1,235', '0,000']);
  });

  test('the rules are loaded without making the browser’s formatter', async () => {
    const made = vi.spyOn(Intl, 'NumberFormat');
    vi.resetModules();
    const { headsSchema } = await import('../../src/domain/movements/fields.ts');
    expect(made).not.toHaveBeenCalled();
    const messages = [0, 100_001].map((heads) => headsSchema.safeParse(heads).error?.issues[0]?.message);
    expect(messages).toEqual(['Ingresá al menos 1', 'Como máximo 100.000 cabezas por línea']);
    made.mockRestore();
  });

  test('dollars are never shown with a bare $', () => {
    expect(formatMoney('1234.5')).toBe('$ 1.234,50');
    expect(formatMoney('1234.5', 'USD')).toBe('US$ 1.234,50');
    expect(formatMoney('-50000.00')).toBe('−$ 50.000,00');
    expect(formatMoney('-0.50')).toBe('−$ 0,50');
  });

  test('money of any size is shown to the last figure', () => {
    expect(formatMoney('123456788888883209987.66')).toBe('$ 123.456.788.888.883.209.987,66');
    expect(formatMoney('9007199254740993.00')).toBe('$ 9.007.199.254.740.993,00');
  });

  test.each([
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['1.234,5', 1234.5],
    ['1.234.567', 1234567],
    ['0.125', 0.125],
    ['1.234', 'ambiguous'],
    ['', 'empty'],
    ['doce', 'invalid'],
    ['1,2,3', 'invalid'],
    ['-', 'invalid'],
  ])('%s is read as %s', (typed, value) => {
    expect(parseDecimal(typed)).toBe(value);
  });
});

describe('Words', () => {
  test('categories take their plural on the first word only', () => {
    expect([headsOf(1, 'Vaca'), headsOf(2, 'Ternero al pie'), headsOf(3, 'Torito (MEJ)'), headsOf(0, 'Buey')]).toEqual([
      '1 vaca',
      '2 terneros al pie',
      '3 toritos (mej)',
      '0 bueyes',
    ]);
  });

  test('counts have a point for thousands, as every figure', () => {
    expect([headsOf(14140, 'Vaca'), headsOf(999, 'Vaca'), counted(1000, 'registro')]).toEqual([
      '14.140 vacas',
      '999 vacas',
      '1.000 registros',
    ]);
  });

  test('lists end in y, lots sort as people count, search forgets accents', () => {
    expect(listOf(['3 terneros', '2 terneras', '1 vaca'])).toBe('3 terneros, 2 terneras y 1 vaca');
    expect(['Lote 10', 'Lote 9', 'lote 1'].toSorted(compareNames)).toEqual(['lote 1', 'Lote 9', 'Lote 10']);
    expect(searchable('El Ombú')).toBe('el ombu');
    expect(counted(2, 'nacimiento')).toBe('2 nacimientos');
  });
});

describe('People', () => {
  test('names are shown with each word capitalized and the rest lower case', () => {
    expect(displayName('  maría de la CRUZ ')).toBe('María De La Cruz');
    expect(fullName({ first_name: 'ÑANDÚ', last_name: "o'HIGGINS" })).toBe("Ñandú O'higgins");
  });

  test.each([
    ['+54 9 11 5555-1234', '+5491155551234'],
    ['+54 11 5555-1234', '+5491155551234'],
    ['11 5555 1234', '+5491155551234'],
    ['0054 9 11 5555 1234', '+5491155551234'],
    ['2494 555555', '+5492494555555'],
    ['5555', null],
    ['+1 415 555 2671', null],
    ['+598 94 123 456', null],
    ['0055 11 91234-5678', null],
    ['', null],
    ['hola', null],
    ['011 15 5555-1234', '+5491155551234'],
    ['011 5555-1234', '+5491155551234'],
    ['0249 15 455-1201', '+5492494551201'],
    ['02284 15-55-1234', '+5492284551234'],
    ['+54 9 11 1555-1234', '+5491115551234'],
    ['٣٣٣٣٣٣٣٣٣٣', null],
    ['1'.repeat(10_000), null],
  ])('the telephone %s becomes %s', (typed, normal) => {
    expect(normalizePhone(typed)).toBe(normal);
  });

  test.each([
    ['+5491155551234', '+54 9 11 5555-1234'],
    ['+5492494551201', '+54 9 249 455-1201'],
    ['+5493515551234', '+54 9 351 555-1234'],
    ['+5492284551234', '+54 9 2284 55-1234'],
    ['+549111', '+549111'],
  ])('the telephone %s is read as %s', (phone, shown) => {
    expect(formatPhone(phone)).toBe(shown);
  });

  test('an owner may do what an admin may, and not the other way', () => {
    expect(isAtLeast('owner', 'admin')).toBe(true);
    expect(isAtLeast('user', 'admin')).toBe(false);
  });
});
