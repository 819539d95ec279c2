// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { moneyOf } from '../../../src/app/forms/money-field.tsx';

test.each([
  ['18.500.000', '18500000'],
  ['12.500,75', '12500.75'],
  ['12,5', '12.5'],
  ['1234.56', '1234.56'],
  ['US$ 1.234', '1234'],
  ['', null],
  // A thousand does not begin with nothing.
  ['0.335', '0.335'],
  ['0,335', '0.335'],
  ['.335', '.335'],
  // Nor with four figures.
  ['1401.125', '1401.125'],
  ['1.401,125', '1401.125'],
])('a price typed as %j is %j on the wire', (typed, wire) => {
  expect(moneyOf(typed)).toBe(wire);
});
