// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { type FakeFarm, fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');
afterEach(cleanup);

const animals = [{ type: 'vaca', count: 50 }];

async function open(): Promise<FakeFarm> {
  const places = { lot_id: 'ombu', from_lot_id: 'ombu', to_lot_id: 'bajo', whole: true };
  const metadata = { deletedBy: null, editHistory: [], ...places };
  const moved = { id: 'ida', type: 'TRANSFER_RODEO', date: '2026-11-20', rodeoId: 'cria', animals, metadata };
  const farm = fakeFarm({ movements: [movementView(moved)] });
  await renderScreen(<EditSheet id="ida" role="owner" onClose={() => undefined} />, { farm });
  await screen.findByRole('button', { name: 'Guardar cambios' });
  return farm;
}
async function saved(farm: FakeFarm): Promise<unknown> {
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  await waitFor(() => expect(farm.done.map(([name]) => name)).toContain('editMovement'));
  return farm.done.find(([name]) => name === 'editMovement')?.[2];
}

test('A whole move is corrected with the heads that went, not with what stands there today', async () => {
  const farm = await open();
  fireEvent.change(screen.getByLabelText(/^Detalle/), { target: { value: 'A la tarde' } });
  expect(await saved(farm)).toMatchObject({ whole: true, animals, detail: 'A la tarde' });
});

test('A whole move that was of another rodeo takes what stands there', async () => {
  const farm = await open();
  fireEvent.click(screen.getByText(/El Ombú · Cría/));
  const which = await screen.findByRole('group', { name: 'Rodeo' });
  fireEvent.click(within(which).getByRole('button', { name: 'Invernada' }));
  expect(await saved(farm)).not.toHaveProperty('animals');
});
