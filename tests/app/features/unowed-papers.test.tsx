// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { BillingScreen } from '../../../src/app/features/billing/billing-screen.tsx';
import { invoicesFile } from '../../../src/app/features/billing/invoice-facts.ts';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import { addDays, dayAt } from '../../../src/domain/dates.ts';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';

afterEach(cleanup);

const today = dayAt(Date.now());
const nothing = (): void => undefined;
const payments = [{ date: today, amount: '210.00', method: 'efectivo' }];
const paper = (kind: string, changes: object = {}): Invoice =>
  invoiceRow({ id: kind, kind, due_on: addDays(today, -1), issuer: { name: `De ${kind}`, cuit: null }, ...changes });
const page = () => document.body.textContent;
const button = (name: string | RegExp) => screen.queryByRole('button', { name });

async function open(one: Invoice, sheet: string | null = null): Promise<void> {
  await renderScreen(
    <InvoiceScreen id={one.id} sheet={sheet} onSheet={nothing} onSheetEnd={nothing} onGone={nothing} />,
    {
      farm: fakeFarm({ invoices: [one] }),
      session: fakeSession(),
    },
  );
  await screen.findByRole('heading', { level: 1 });
}

/** What nobody owes by (decision 0075). */
describe.each(['remito', 'recibo'])('A %s', (kind) => {
  test('is neither pending nor late, and asks for no payment', async () => {
    await open(paper(kind), 'pago');
    expect(screen.getByText('Registrado')).not.toBeNull();
    expect(page()).not.toMatch(/Pendiente|Vencida|vence el/);
    expect(button(/Registrar pago/)).toBeNull();
    expect(screen.queryByLabelText('Importe')).toBeNull();
  });

  test('shows the payments that it has from before, and says that they do not count', async () => {
    await open(paper(kind, { payments, state: 'parcial' }));
    const list = await screen.findByRole('list', { name: 'Pagos' });
    expect(list.textContent).toContain('$ 210,00Efectivo');
    expect(list.textContent).toContain('No cuenta');
    expect(list.textContent).not.toContain('Falta');
    expect(button(/^Quitar pago de/)).not.toBeNull();
  });

  test('asks for no due day', async () => {
    await open(paper(kind), 'editar');
    await screen.findByLabelText(/Observaciones/);
    expect(page()).not.toContain('Vencimiento del pago');
  });
});

test('A draft asks for no payment', async () => {
  await open(paper('factura', { state: 'borrador' }), 'pago');
  expect(screen.getByText('SIN VALIDEZ FISCAL')).not.toBeNull();
  expect(screen.queryByLabelText('Importe')).toBeNull();
});

test.each(['0', '0,00', ''])('A payment of %j is sent nowhere', async (amount) => {
  await open(paper('factura'), 'pago');
  fireEvent.change(await screen.findByLabelText('Importe'), { target: { value: amount } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findAllByText('Ingresá un importe mayor que cero')).not.toHaveLength(0);
});

describe('A credit note', () => {
  test('is applied and not paid', async () => {
    await open(paper('nota_credito'));
    expect(screen.getByText('Sin aplicar')).not.toBeNull();
    expect(page()).not.toMatch(/Pendiente|Vencida|Registrar pago|vence el/);
    expect(button('Registrar aplicación')).not.toBeNull();
  });

  test('says on applying it that its invoice is told too', async () => {
    await open(paper('nota_credito'), 'pago');
    const sheet = await screen.findByRole('dialog', { name: 'Registrar aplicación' });
    expect(sheet.textContent).toContain('registrá en ella un pago por el mismo importe');
    expect(within(sheet).getByRole('button', { name: 'Otro' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('is applied in part, and wholly', async () => {
    await open(paper('nota_credito', { payments, state: 'parcial' }));
    expect(screen.getByText('Aplicada en parte')).not.toBeNull();
    expect((await screen.findByRole('list', { name: 'Aplicaciones' })).textContent).toContain(
      'FaltaAplicado: $ 210,00$ 1.000,00',
    );
    cleanup();
    const whole = [{ date: today, amount: '1210.00', method: 'otro' }];
    await open(paper('nota_credito', { payments: whole, state: 'pagada' }));
    expect(page()).toContain('Está saldada: para corregirla, quitá antes una aplicación.');
  });
});

describe('A factura of $ 0,00', () => {
  const free = paper('factura', {
    lines: [{ concept: 'Muestra', net: '0.00', vat_rate: 21, vat: '0.00' }],
    net: '0.00',
    vat: '0.00',
    total: '0.00',
    due: '0.00',
  });

  test('is settled: neither pending nor late, and asks for no payment', async () => {
    await open(free, 'pago');
    expect(screen.getByText('Saldada')).not.toBeNull();
    expect(page()).not.toMatch(/Pendiente|Vencida|Está saldada/);
    expect(button(/Registrar pago/)).toBeNull();
    expect(screen.queryByLabelText('Importe')).toBeNull();
    expect(button('Editar')).not.toBeNull();
  });

  test('is neither among what is open nor late, and goes out as settled', async () => {
    const owed = paper('factura', { id: 'f2', issuer: { name: 'De otra', cuit: null } });
    await renderScreen(<BillingScreen />, { farm: fakeFarm({ invoices: [free, owed] }), session: fakeSession() });
    const list = await screen.findByRole('list', { name: 'Facturas' });
    expect(list.textContent).toMatch(/De factura.*Saldada/);
    for (const name of ['Abiertas', 'Vencidas']) {
      fireEvent.click(screen.getByRole('button', { name }));
      const shown = screen.getByRole('list', { name: 'Facturas' }).textContent;
      expect(shown).toContain('De otra');
      expect(shown).not.toContain('De factura');
    }
    expect(invoicesFile([free], today)).toContain('Saldada');
  });
});

describe('The list', () => {
  const all = ['factura', 'remito', 'recibo', 'nota_credito'].map((kind) => paper(kind));
  const listed = () => screen.queryByRole('list', { name: 'Facturas' })?.textContent ?? '';

  test('has open and late what is owed, and says of the rest what it is', async () => {
    await renderScreen(<BillingScreen />, { farm: fakeFarm({ invoices: all }), session: fakeSession() });
    await screen.findByRole('list', { name: 'Facturas' });
    expect(listed()).toMatch(/De remito.*Registrado/);
    expect(listed().match(/ vence /g)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Abiertas' }));
    expect(listed()).toMatch(/De factura.*De nota_credito|De nota_credito.*De factura/);
    expect(listed()).not.toMatch(/De rem|De rec/);
    fireEvent.click(screen.getByRole('button', { name: 'Vencidas' }));
    expect(listed()).toContain('De factura');
    expect(listed()).not.toMatch(/De nota|De rem|De rec/);
  });

  test('goes out with the same words', () => {
    const words = invoicesFile(all, today)
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((row) => row.split(/[;,]/).at(-1)?.replaceAll('"', ''));
    expect(words).toEqual(['Vencida', 'Registrado', 'Registrado', 'Sin aplicar']);
  });

  test('goes out with every figure of its amounts', () => {
    const large = paper('factura', { net: '90071992547409.93', total: '123456789012345678.91' });
    expect(invoicesFile([large], today)).toContain(
      ';90071992547409,93;210,00;0,00;123456789012345678,91;0,00;123456789012345678,91;0,00;',
    );
  });
});

test('A rate and a price have the decimals that were typed', async () => {
  const lines = [{ concept: 'Gasoil', quantity: 2, unit_price: '0.33565', net: '0.67', vat_rate: 21, vat: '0.14' }];
  await open(paper('factura', { currency: 'USD', exchange_rate: '1401.1259', lines }));
  expect(page()).toContain('Cotización: $ 1.401,1259');
  expect(page()).toContain('US$ 0,33565');
});
