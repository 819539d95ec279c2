import { describe, expect, test } from 'vitest';
import { pressKey, readNumberText, writeNumberText } from '../../../src/app/ui/number-text.ts';

describe('a number typed by hand', () => {
  test.each([
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['1.234,5', 1234.5],
    ['1.234.567', 1_234_567],
    ['0.125', 0.125],
    [' 40 ', 40],
    ['-3,2', -3.2],
    ['1234,567', 1234.567],
  ])('%s is read as %d', (text, value) => {
    expect(readNumberText(text)).toBe(value);
  });

  test('an empty box is no number, and not an error', () => {
    expect(readNumberText('  ')).toBeNull();
  });

  test.each(['doce', '1,2,3', '12,', '1.23.4', '1,234.5', '--1', '1e3'])('%s is not a number', (text) => {
    expect(readNumberText(text)).toBe('invalid');
  });

  test('1.234 may be a thousand or a bit over one, so it has to be asked', () => {
    expect(readNumberText('1.234')).toBe('ambiguous');
  });

  test('a number goes back to text with a comma and no thousands mark', () => {
    expect(writeNumberText(1234.5)).toBe('1234,5');
    expect(writeNumberText(null)).toBe('');
  });
});

describe('the keys of the keypad', () => {
  const rain = { maxDigits: 3, decimals: 1 };

  test('a comma first writes the zero before it', () => {
    expect(pressKey('', ',', rain)).toBe('0,');
  });

  test('a second comma, a fourth digit and a second decimal do nothing', () => {
    expect(pressKey('2,5', ',', rain)).toBe('2,5');
    expect(pressKey('250', '1', rain)).toBe('250');
    expect(pressKey('2,5', '1', rain)).toBe('2,5');
  });

  test('a zero at the start gives way to the next digit', () => {
    expect(pressKey('0', '7', rain)).toBe('7');
  });

  test('a whole number takes no comma', () => {
    expect(pressKey('2', ',', { maxDigits: 3, decimals: 0 })).toBe('2');
  });
});
