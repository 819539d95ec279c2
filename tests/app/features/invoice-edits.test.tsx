// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { draftOf } from '../../../src/app/features/billing/invoice-draft.ts';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import { shownSums } from '../../../src/domain/office/invoice-sums.ts';
import { type Invoice, storedOf } from '../../../src/domain/office/invoices.ts';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const gasoil = { concept: 'Gasoil', quantity: 10, unit_price: '100', vat_rate: 21 };
/** As the server shows what it holds. */
const shown = (stored: object): Invoice => {
  const row = invoiceRow({
    total: null,
    lines: [gasoil],
    issuer: { name: 'Agro Sur', cuit: '20123456786' },
    ...stored,
  });
  return { ...row, ...shownSums(storedOf(row)) };
};

const ended = vi.fn<() => void>();
async function editing(invoice: Invoice) {
  ended.mockClear();
  const bodies: Readonly<Record<string, unknown>>[] = [];
  const farm = fakeFarm({ invoices: [invoice] });
  const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
  await renderScreen(
    <InvoiceScreen id="f1" sheet="editar" onSheet={() => undefined} onSheetEnd={ended} onGone={ended} />,
    {
      farm,
      session: {
        ...fakeSession(),
        call: async (request) => {
          if (request.method === 'GET')
            return Promise.resolve({ outcome: 'unreachable' as const, reason: 'FETCH_ERROR', detail: '' });
          bodies.push(request.body as Readonly<Record<string, unknown>>);
          return Promise.resolve({ outcome: 'answer' as const, status: 200, body: { ok: true, invoice }, marks });
        },
      },
    },
  );
  const dialog = await screen.findByRole('dialog');
  return {
    bodies,
    type: (label: RegExp, text: string): void =>
      void fireEvent.change(within(dialog).getByLabelText(label), { target: { value: text } }),
    valueOf: (label: RegExp) => within(dialog).getByLabelText<HTMLInputElement>(label).value,
    save: async () => {
      fireEvent.click(within(dialog).getByRole('button', { name: 'Guardar cambios' }));
      await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    },
  };
}

describe('The total of an invoice that is edited', () => {
  test('stays empty where nobody typed one, and goes with its lines', async () => {
    const { bodies, type, valueOf, save } = await editing(shown({}));
    expect(valueOf(/Total del comprobante/)).toBe('');
    type(/Precio unitario/, '150');
    expect(screen.queryByText('La suma no da')).toBeNull();
    await save();
    expect(bodies).toMatchObject([{ total: null, lines: [{ unit_price: '150' }] }]);
  });

  test.each(['1210.00', '1210.60'])('is still what the paper says, %s, where it was typed', async (total) => {
    const { bodies, type, valueOf, save } = await editing(shown({ total }));
    expect(valueOf(/Total del comprobante/)).toBe(total.replace('.00', '').replace('.', ','));
    type(/Precio unitario/, '150');
    expect(screen.getByText('La suma no da')).not.toBeNull();
    await save();
    expect(bodies[0]?.['total']).toBe(total.replace('.00', ''));
  });

  test('of a row from before is taken for typed only where it is not the sum', () => {
    const older = (total: string) => ({ ...shown({ total }), total_typed: undefined });
    expect(draftOf(older('1210.00')).total).toBe('');
    expect(draftOf(older('1210.60')).total).toBe('1210,60');
  });
});

describe('A ticket that is edited', () => {
  const made = { concept: 'Compra con ticket', quantity: 1, net: '1000', vat_rate: 'no_gravado' };
  const ticket = (changes: object = {}) => shown({ kind: 'ticket', total: '1000', lines: [made], ...changes });

  test('is corrected by its total alone', async () => {
    const { bodies, type, valueOf, save } = await editing(ticket());
    expect(valueOf(/Total del ticket/)).toBe('1000');
    type(/Total del ticket/, '1.250,50');
    expect(screen.queryByText('La suma no da')).toBeNull();
    await save();
    expect(bodies).toMatchObject([{ total: '1250.50', lines: [{ ...made, net: '1250.50' }] }]);
  });

  test('has its percepciones in its total', async () => {
    const withholdings = [{ kind: 'percepcion', tax: 'iibb', amount: '50' }];
    const whole = ticket({ withholdings, lines: [{ ...made, net: '950' }] });
    expect(whole).toMatchObject({ net: '0.00', other: '1000.00', total: '1000.00' });
    const { bodies, type, save } = await editing(whole);
    type(/Total del ticket/, '1.250');
    expect(screen.queryByText('La suma no da')).toBeNull();
    type(/^Importe$/, '60,50');
    expect(screen.queryByText('La suma no da')).toBeNull();
    type(/^Importe$/, '2000');
    expect(screen.getByText('La suma no da')).not.toBeNull();
    type(/^Importe$/, '60,50');
    await save();
    expect(bodies).toMatchObject([{ total: '1250', lines: [{ ...made, net: '1189.50' }] }]);
  });

  test('that a draft of before counted twice is put right by a save', async () => {
    const withholdings = [{ kind: 'percepcion', tax: 'iibb', amount: '50' }];
    const { bodies, save } = await editing(ticket({ withholdings, state: 'borrador' }));
    expect(screen.queryByText('La suma no da')).toBeNull();
    await save();
    expect(bodies).toMatchObject([{ total: '1000', lines: [{ net: '950.00' }] }]);
  });

  test('is less what was retained of it, which its line is not', async () => {
    const withholdings = [{ kind: 'retencion', tax: 'iibb', amount: '50' }];
    const { bodies, save } = await editing(ticket({ withholdings }));
    await save();
    expect(bodies).toMatchObject([{ total: '1000', lines: [made] }]);
  });

  test('keeps its amount where the row does not say whether it was typed', () => {
    expect(draftOf({ ...ticket(), total_typed: undefined })).toMatchObject({ total: '1000', lines: [] });
  });

  test('keeps the lines that somebody typed, or that say another amount', () => {
    expect(draftOf(ticket({ lines: [{ ...made, concept: 'Clavos' }] })).lines).toHaveLength(1);
    expect(draftOf(ticket({ total: '1200' })).lines).toHaveLength(1);
    expect(draftOf(ticket({ kind: 'factura' })).lines).toHaveLength(1);
    expect(draftOf(ticket({ lines: [made, made], total: '2000' })).lines).toHaveLength(2);
  });
});
