// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test } from 'vitest';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import { NewInvoiceScreen } from '../../../src/app/features/billing/new-invoice-screen.tsx';
import type { Issue } from '../../../src/domain/validation.ts';
import { failure } from '../../../src/domain/result.ts';
import { shownSums } from '../../../src/domain/office/invoice-sums.ts';
import { type Invoice, storedOf } from '../../../src/domain/office/invoices.ts';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const nothing = (): void => undefined;
const gasoil = { concept: 'Gasoil', quantity: 10, unit_price: '100', vat_rate: 21 };
const shown = (stored: object = {}): Invoice => {
  const row = invoiceRow({
    total: null,
    lines: [gasoil],
    issuer: { name: 'Agro Sur', cuit: '20123456786' },
    recipient: { name: 'El Ombú', cuit: null },
    ...stored,
  });
  return { ...row, ...shownSums(storedOf(row)) };
};

/** Opens the edit form of an invoice whose server refuses with these issues. */
async function editing(invoice: Invoice, issues: readonly Issue[]): Promise<HTMLElement> {
  const problem = {
    code: 'INVALID_BODY',
    status: 400,
    message: 'Hay datos para corregir',
    issues,
    retryAfterMs: null,
    requestId: null,
  };
  const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
  const screenOf = <InvoiceScreen id="f1" sheet="editar" onSheet={nothing} onSheetEnd={nothing} onGone={nothing} />;
  await renderScreen(screenOf, {
    farm: fakeFarm({ invoices: [invoice] }),
    session: {
      ...fakeSession(),
      call: async ({ method }) =>
        Promise.resolve(
          method === 'GET'
            ? { outcome: 'unreachable' as const, reason: 'FETCH_ERROR', detail: '' }
            : { outcome: 'refused' as const, problem, marks },
        ),
    },
  });
  return await screen.findByRole('dialog');
}

const press = (name: string, where: HTMLElement): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
/** The fields that are marked as wrong, once there are some. */
async function wrong(): Promise<readonly Element[]> {
  const found = () => [...document.querySelectorAll('[aria-invalid="true"]')];
  await waitFor(() => expect(screen.getByText(/^Falta corregir/)).not.toBeNull());
  return found();
}
const fill = (where: HTMLElement, label: string | RegExp, value: string): void =>
  void fireEvent.change(within(where).getByLabelText(label), { target: { value } });

describe('What is refused in an invoice stands at the field that is on the screen', () => {
  test('of an item after a blank one, by the server', async () => {
    const dialog = await editing(shown(), [{ path: 'lines.1.net', message: 'Ingresá un importe' }]);
    press('Agregar ítem', dialog);
    press('Agregar ítem', dialog);
    const third = within(dialog).getByRole('group', { name: 'Ítem 3' });
    fill(third, 'Concepto', 'Aceite');
    fill(third, /neto del ítem/, '9');
    press('Guardar cambios', dialog);
    expect(await wrong()).toEqual([within(third).getByLabelText(/neto del ítem/)]);
  });

  test('of an item after a blank one, on this phone', async () => {
    const typed = { concept: 'Gasoil', quantity: 10, unit_price: '100', net: '', vat_rate: '21' };
    const blank = { concept: '', quantity: 1, unit_price: '', net: '', vat_rate: '21' };
    const issues = [{ path: 'lines.1.concept', message: 'Ingresá el concepto' }];
    const drafts = { 'factura-nueva': { cid: 'c1', lines: [typed, blank, { ...typed, concept: '' }] } };
    await renderScreen(<NewInvoiceScreen fromPaper={false} onDone={nothing} />, {
      farm: fakeFarm({ drafts, saved: failure({ reason: 'invalid', issues }) }),
      session: fakeSession(),
    });
    press('Revisar y guardar', await screen.findByRole('main').catch(() => document.body));
    press('Guardar borrador', await screen.findByRole('dialog'));
    const third = screen.getByRole('group', { name: 'Ítem 3', hidden: true });
    expect(await wrong()).toEqual([within(third).getByLabelText('Concepto')]);
  });

  test('of a retención after a blank one', async () => {
    const dialog = await editing(shown(), [{ path: 'withholdings.0.amount', message: 'Ingresá un importe' }]);
    press('Agregar percepción o retención', dialog);
    press('Agregar percepción o retención', dialog);
    const second = within(dialog).getByRole('group', { name: 'Percepción o retención 2' });
    fill(second, 'Importe', '9');
    press('Guardar cambios', dialog);
    expect(await wrong()).toEqual([within(second).getByLabelText('Importe')]);
  });

  test('of the line that a ticket has of its total, at the total', async () => {
    const made = { concept: 'Compra con ticket', quantity: 1, net: '1000', vat_rate: 'no_gravado' };
    const dialog = await editing(shown({ kind: 'ticket', total: '1000', lines: [made] }), [
      { path: 'lines.0.net', message: 'Ingresá un importe' },
      { path: 'total', message: 'Ingresá un importe' },
    ]);
    press('Guardar cambios', dialog);
    expect(await wrong()).toEqual([within(dialog).getByLabelText(/Total del ticket/)]);
    expect(screen.getByText('Falta corregir 1 dato')).not.toBeNull();
  });

  test('of our own CUIT at no field of the client, and says where it is set', async () => {
    const ours = {
      direction: 'emitida',
      issuer: { name: 'El Ombú', cuit: null },
      recipient: { name: 'Feria Sur', cuit: '20123456786' },
    };
    const dialog = await editing(shown(ours), [{ path: 'issuer.cuit', message: 'Ingresá el CUIT del emisor' }]);
    press('Guardar cambios', dialog);
    expect(await wrong()).toEqual([]);
    expect(dialog.textContent).toContain('Cargá el CUIT de tu organización en Configuración');
    expect(dialog.textContent).not.toContain('Ingresá el CUIT del emisor');
  });
});
