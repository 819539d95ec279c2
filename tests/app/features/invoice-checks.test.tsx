// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test } from 'vitest';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const ourCuit = '33693450239';
const agroSur = { name: 'Agro Sur', cuit: '20123456786' };
const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
const nothing = (): void => undefined;

/** Shows the invoice to a farm with this CUIT, and hears what is asked of the server. */
async function show(invoice: Invoice, cuit: string | null = ourCuit): Promise<readonly unknown[]> {
  const organization = { id: 'ombu', name: 'El Ombú', users: [], categories: [], settings: { cuit } };
  const bodies: unknown[] = [];
  const screenOf = <InvoiceScreen id="f1" sheet={null} onSheet={nothing} onSheetEnd={nothing} onGone={nothing} />;
  await renderScreen(screenOf, {
    farm: fakeFarm({ invoices: [invoice] }),
    session: {
      ...fakeSession(),
      call: async ({ method, path, body }) => {
        if (method !== 'GET') bodies.push(body);
        const isFarm = path.includes('/organization/');
        return Promise.resolve(
          method === 'GET' && !isFarm
            ? { outcome: 'unreachable' as const, reason: 'FETCH_ERROR', detail: '' }
            : {
                outcome: 'answer' as const,
                status: 200,
                body: { ok: true, ...(isFarm ? { organization } : { invoice }) },
                marks,
              },
        );
      },
    },
  });
  await screen.findByRole('heading', { level: 1 });
  return bodies;
}

const page = () => document.body.textContent;
const draft = (changes: object): Invoice =>
  invoiceRow({
    state: 'borrador',
    total: null,
    issuer: agroSur,
    recipient: { name: 'El Ombú', cuit: ourCuit },
    ...changes,
  });
const confirm = async (): Promise<void> =>
  void fireEvent.click(await screen.findByRole('button', { name: 'Confirmar factura' }));

describe('A draft', () => {
  test('made out to another CUIT of the family is confirmed: that is a hint alone', async () => {
    const bodies = await show(draft({ recipient: { name: 'Ana Pérez', cuit: '27234567891' } }));
    await screen.findByText('No está a nombre de la organización');
    expect(page()).not.toMatch(/Para confirmarla falta|Todos los controles dan bien/);
    await confirm();
    await waitFor(() => expect(bodies).toEqual([{ state: 'pendiente', base_version: 1 }]));
  });

  test('is checked by what holds today, not by what the server said once', async () => {
    await show(draft({ checks: [{ path: 'issued_on', message: 'La fecha todavía no llegó' }] }));
    await screen.findByText('Todos los controles dan bien.');
    expect(page()).not.toContain('La fecha todavía no llegó');
  });

  const ours = { direction: 'emitida', issuer: { name: 'El Ombú', cuit: null }, recipient: agroSur };

  test('of ours asks for our CUIT while there is none', async () => {
    await show(draft(ours), null);
    expect((await screen.findByText('Para confirmarla falta')).parentElement?.textContent).toContain(
      'Cargá el CUIT de tu organización',
    );
  });

  test('of ours takes the CUIT that was set since, and goes with it', async () => {
    const bodies = await show(draft(ours));
    await confirm();
    const issuer = { name: 'El Ombú', cuit: ourCuit };
    await waitFor(() => expect(bodies).toEqual([{ state: 'pendiente', issuer, base_version: 1 }]));
  });
});

test('An invoice that is made out to another says so', async () => {
  await show(draft({ state: 'pendiente', recipient: { name: 'Ana Pérez', cuit: '27234567891' } }));
  expect((await screen.findByText('Para revisar')).parentElement?.textContent).toContain(
    'No está a nombre de la organización',
  );
});
