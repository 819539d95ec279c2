// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';

afterEach(cleanup);

const nothing = (): void => undefined;
const type = 'application/pdf';
const sent = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `a${at}`,
    name: `hoja ${at}.pdf`,
    type,
    size: 2048,
    digest: `d${at}`,
  }));
const waiting = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    digest: `w${at}`,
    name: `otra ${at}.pdf`,
    type,
    size: 2048,
    content: null,
    isSent: false,
    problem: null,
  }));

async function open(there: number, here: number): Promise<void> {
  const farm = fakeFarm({
    invoices: [invoiceRow({ attachments: sent(there) })],
    blobs: { papers: async () => Promise.resolve(waiting(here)) },
  });
  await renderScreen(<InvoiceScreen id="f1" sheet={null} onSheet={nothing} onSheetEnd={nothing} onGone={nothing} />, {
    farm,
    session: fakeSession(),
  });
  await screen.findByText(`hoja ${there - 1}.pdf`);
}

test('An invoice with room for one more file takes it', async () => {
  await open(2, 2);
  expect(screen.getAllByLabelText('Elegir foto o PDF')).not.toHaveLength(0);
});

test.each([
  [5, 0],
  [3, 2],
])('An invoice of %d files there and %d here takes no other, and says so', async (there, here) => {
  await open(there, here);
  expect(await screen.findByText('Hasta 5 archivos por factura.')).not.toBeNull();
  expect(screen.queryAllByLabelText('Elegir foto o PDF')).toHaveLength(0);
});
