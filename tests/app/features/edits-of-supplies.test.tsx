// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { CorrectSheet, EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import type { FakeFarm } from '../../support/fake-farm.tsx';
import { fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');
afterEach(cleanup);

const nothing = (): void => undefined;
const date = '2026-11-20';
const fill = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function saved(farm: FakeFarm, act: 'editMovement' | 'correct'): Promise<unknown> {
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  await waitFor(() => expect(farm.done.map(([name]) => name)).toContain(act));
  return farm.done.find(([name]) => name === act)?.[2];
}

async function open(type: string, said: object): Promise<FakeFarm> {
  const metadata = { lot_id: null, deletedBy: null, editHistory: [], ...said };
  const farm = fakeFarm({ movements: [movementView({ id: 'dado', type, date, rodeoId: 'cria', metadata })] });
  await renderScreen(<EditSheet id="dado" role="owner" onClose={nothing} />, { farm });
  await screen.findByRole('button', { name: 'Guardar cambios' });
  return farm;
}

const ration = { asset_id: 'maiz', product: 'Maíz', quantity: 100, unit: 'kg' };
const intake = { asset_id: 'maiz', name: 'Maíz', quantity: 100, unit: 'kg', batch: 'A1', expires: '2027-01-31' };

describe('An edited record of the store room', () => {
  test('of a ration that is still of the same item goes on taking from it', async () => {
    const farm = await open('CONSUMPTION', ration);
    fill('Cantidad', '150');
    expect(await saved(farm, 'editMovement')).toMatchObject({ ...ration, quantity: 150 });
  });

  test('of a ration of something else takes from no item', async () => {
    const farm = await open('CONSUMPTION', ration);
    fill('Ración o producto', 'Sorgo');
    expect(await saved(farm, 'editMovement')).not.toHaveProperty('asset_id');
  });

  test('of an intake keeps the day on which its batch expires', async () => {
    const farm = await open('ASSET', intake);
    fill('Cantidad', '150');
    expect(await saved(farm, 'editMovement')).toMatchObject({ ...intake, quantity: 150 });
  });

  test('of a line of a delivery note that names something else is of no item that was there', async () => {
    const lines = [{ asset_id: 'maiz', name: 'Maíz', quantity: 100, unit: 'kg' }];
    const farm = await open('ASSET_BATCH', { lines });
    fill('Insumo', 'Sorgo');
    expect(await saved(farm, 'editMovement')).toMatchObject({ lines: [{ name: 'Sorgo', quantity: 100, unit: 'kg' }] });
    expect(JSON.stringify(farm.done)).not.toContain('maiz');
  });

  test('that was made from an invoice is of that invoice still', async () => {
    const animals = [{ type: 'vaca', count: 4 }];
    const metadata = { lot_id: 'ombu', deletedBy: null, editHistory: [], invoice_id: 'factura' };
    const bought = movementView({ id: 'dado', type: 'BUY', date, rodeoId: 'cria', animals, metadata });
    const farm = fakeFarm({ movements: [bought] });
    await renderScreen(<EditSheet id="dado" role="owner" onClose={nothing} />, { farm });
    await screen.findByRole('button', { name: 'Guardar cambios' });
    fireEvent.click(screen.getByRole('button', { name: 'Sumar 1 vaca' }));
    expect(await saved(farm, 'editMovement')).toMatchObject({
      animals: [{ type: 'vaca', count: 5 }],
      invoice_id: 'factura',
    });
  });

  test('that was refused takes from its item when it is corrected', async () => {
    const farm = fakeFarm({
      pending: [
        {
          opId: 'op-1',
          title: 'Consumo',
          summary: '100 kg Maíz',
          state: 'con_error',
          recordedAt: '2026-11-20T12:00:00.000Z',
          attempts: 1,
          problem: { code: 'INVALID_BODY', message: 'Revisá los datos marcados', issues: [] },
          waitsFor: null,
          author: null,
          subject: 'movement',
          movementType: 'CONSUMPTION',
          entityId: 'dado',
          act: 'create',
          canCorrect: true,
        },
      ],
      payloads: { 'op-1': { date, rodeo_id: 'cria', ...ration } },
    });
    await renderScreen(<CorrectSheet opId="op-1" role="owner" onClose={nothing} />, { farm });
    await screen.findByRole('button', { name: 'Guardar cambios' });
    fill('Cantidad', '150');
    expect(await saved(farm, 'correct')).toMatchObject({ ...ration, quantity: 150 });
  });
});
