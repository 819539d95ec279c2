// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { HerdSheet } from '../../../src/app/features/billing/edit-invoice-sheet.tsx';
import { EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import { invoice } from '../form-drafts/rows.ts';
import { fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');

const reminder = /ningún ternero .* sin caravana electrónica/;
const nothing = () => undefined;
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('The electronic tag of calves', () => {
  const correct = async (date: string): Promise<void> => {
    const sold = movementView({ id: 'sold', type: 'SELL', date, animals: [{ type: 'vaca', count: 2 }] });
    await renderScreen(<EditSheet id="sold" role="owner" onClose={nothing} />, {
      farm: fakeFarm({ movements: [sold], stock: [{ lot: 'ombu', rodeo: 'cria', category: 'ternero', head: 5 }] }),
    });
    await screen.findByRole('button', { name: 'Guardar cambios' });
    expect(screen.queryByText(reminder)).toBeNull();
    press('Sumar 1 ternero al pie');
  };

  test('is a word beside a sale that is corrected, once calves are in it', async () => {
    await correct('2026-11-20');
    expect(await screen.findByText(reminder)).not.toBeNull();
  });

  test('is not spoken of where the sale was before there was one', async () => {
    await correct('2025-12-31');
    expect(screen.queryByText(reminder)).toBeNull();
  });

  const book = async (direction: Invoice['direction']): Promise<void> => {
    const lines = [{ concept: 'Terneros', category_id: 'ternero', heads: 5, vat_rate: 10.5, net: '1', vat: '0' }];
    const paper = { ...invoice, direction, issued_on: '2026-11-20', lines } as unknown as Invoice;
    await renderScreen(<HerdSheet invoice={paper} booked={new Map()} onClose={nothing} />, { farm: fakeFarm() });
    await screen.findByRole('option', { name: 'Cría' });
  };

  test('is a word on the sheet that books the calves of an invoice, while they are on it', async () => {
    await book('emitida');
    expect(await screen.findByText(reminder)).not.toBeNull();
    fireEvent.change(screen.getByLabelText('Cabezas'), { target: { value: '' } });
    expect(screen.queryByText(reminder)).toBeNull();
  });

  test('is the seller’s to think of where the calves come in', async () => {
    await book('recibida');
    expect(screen.queryByText(reminder)).toBeNull();
  });
});
