// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Sums } from '../../../src/app/features/billing/invoice-lines.tsx';
import { blankInvoice } from '../../../src/domain/office/invoices.ts';

afterEach(cleanup);

test.each([
  ['emitida', 'A cobrar, sin retenciones'],
  ['recibida', 'A pagar, sin retenciones'],
] as const)('what is left of an invoice %s after withholdings is said for its side', (direction, words) => {
  const lines = [{ concept: 'Novillos', net: '1000', vat_rate: 10.5 as const }];
  const withholdings = [{ kind: 'retencion' as const, tax: 'iva' as const, amount: '105' }];
  render(<Sums invoice={{ ...blankInvoice, direction, lines, withholdings }} />);
  expect(screen.getByText(words).nextElementSibling?.textContent).toBe('$ 1.000,00');
});
