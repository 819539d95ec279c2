// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NewInvoiceScreen } from '../../../src/app/features/billing/new-invoice-screen.tsx';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  toast.remove();
});

const done = vi.fn<(id: string, toStock: boolean) => void>();
const press = (name: string | RegExp, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string | RegExp, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const line = { concept: 'Ivermectina', quantity: 2, unit_price: '18.500', net: '', vat_rate: '21' };
const typed = {
  kind: 'factura',
  letter: 'A',
  point_of_sale: '3',
  number: '1234',
  name: 'Agro Sur',
  cuit: '20-12345678-6',
  issued_on: '2026-01-05',
  lines: [line],
};

async function review(draft: object): Promise<HTMLElement> {
  done.mockClear();
  const drafts = { 'factura-nueva': { cid: 'c1', ...draft } };
  await renderScreen(<NewInvoiceScreen fromPaper={false} onDone={done} />, {
    farm: fakeFarm({ drafts }),
    session: fakeSession(),
  });
  await screen.findByLabelText('Tipo');
  press('Revisar y guardar');
  return await screen.findByRole('dialog', { name: 'Confirmar factura' });
}

const checksOf = (dialog: HTMLElement) => within(dialog).getByLabelText('Controles').textContent;
const confirmIn = (dialog: HTMLElement) => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Confirmar' });

describe('An amount that cannot be read', () => {
  test.each([
    ['a price', { lines: [{ ...line, unit_price: '12.5oo' }] }, /^Ingresá un precio/, 'lines.0.unit_price'],
    ['a net', { lines: [line, { ...line, unit_price: '', net: '12.5oo' }] }, 'Ingresá un importe', 'lines.1.net'],
    [
      'a net after a blank line',
      {
        lines: [
          { concept: '', quantity: 1 },
          { ...line, unit_price: '', net: 'x' },
        ],
      },
      'Ingresá un importe',
      'lines.1.net',
    ],
    ['a quantity', { lines: [{ ...line, quantity: '2o' }] }, 'Ingresá un número', 'lines.0.quantity'],
    ['the total', { total: '44.77o' }, 'Ingresá un importe', 'total'],
    [
      'a perception',
      { withholdings: [{ kind: 'percepcion', tax: 'iva', amount: '1oo' }] },
      'Ingresá un importe',
      'withholdings.0.amount',
    ],
    ['a ticket', { kind: 'ticket', lines: [], total: '12.5oo' }, 'Ingresá un importe', 'total'],
  ] as const)('is said before confirming, and no sum with it: %s', async (_what, odd, words, place) => {
    const dialog = await review({ ...typed, ...odd });
    expect(checksOf(dialog)).not.toContain('La suma');
    expect(checksOf(dialog)).not.toContain('Faltan');
    expect(within(dialog).getByLabelText('Importes').textContent).not.toContain('$');
    expect(confirmIn(dialog).disabled).toBe(true);
    const way = within(dialog).getAllByRole('button', { name: words });
    expect(way).toHaveLength(1);
    expect(within(dialog).queryByText('El total no es la suma de las líneas')).toBeNull();
    fireEvent.click(way[0] as HTMLElement);
    await waitFor(() => expect(document.activeElement?.id).toMatch(new RegExp(`${place}$`)));
    expect(document.activeElement).toHaveProperty('value', expect.stringMatching(/o|x/));
  });

  test('stands in no sum of the form, and the sum is back once it can be read', async () => {
    press('Editar', await review({ ...typed, lines: [{ ...line, unit_price: '12.5oo' }], total: '44.770' }));
    expect(screen.getByLabelText('Importes').textContent).not.toContain('$');
    expect(screen.queryByText('La suma no da')).toBeNull();
    type(/Precio unitario/, '18.500');
    expect(screen.getByLabelText('Importes').textContent).toContain('Total$ 44.770,00');
    press('Revisar y guardar');
    const dialog = await screen.findByRole('dialog', { name: 'Confirmar factura' });
    expect(checksOf(dialog)).toContain('La suma es correcta');
    expect(confirmIn(dialog).disabled).toBe(false);
  });
});
