// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { RodeoScreen } from '../../../src/app/features/rodeos/rodeo-screen.tsx';
import type { MovementView } from '../../../src/app/sync/farm.ts';
import type { Rodeo } from '../../../src/domain/farm/places.ts';
import { type FarmValues, fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { farmRows } from '../../support/sim/farm-rows.ts';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');
afterEach(cleanup);

const nothing = () => undefined;
const [, invernada] = farmRows.rodeos as unknown as readonly [Rodeo, Rodeo];
const rodeo = { row: invernada, state: 'enviado' as const, problem: null, pendingOp: null, canUndo: false };
const cell = (category: string, head: number) => ({ lot: 'bajo', rodeo: 'invernada', category, head });

const weighing = (id: string, date: string, average: number): MovementView =>
  movementView({
    id,
    type: 'WEIGHING',
    date,
    rodeoId: 'invernada',
    animals: [{ type: 'novillito', count: 80, total_kg: 80 * average }],
  });
const opening = (average_kg: number): MovementView => {
  const counted = [{ type: 'vaca', count: 12, expected: 0, difference: 12, average_kg }];
  return movementView(
    {
      id: 'existencia',
      type: 'AUDIT_RECORD',
      date: '2026-07-01',
      rodeoId: 'invernada',
      animals: [{ type: 'vaca', count: 12 }],
      metadata: { lot_id: 'bajo', deletedBy: null, editHistory: [], kind: 'opening', state: 'aprobado', counted },
    },
    { lines: [cell('vaca', 12)] },
  );
};

const rowsOf = async (values: Partial<FarmValues>): Promise<readonly (string | null)[]> => {
  const farm = fakeFarm({ things: { rodeo: [rodeo] }, ...values });
  const acts = { onSheet: nothing, onSheetEnd: nothing, onRecord: nothing, onChangeLot: nothing, onGone: nothing };
  await renderScreen(<RodeoScreen id="invernada" sheet={null} {...acts} />, { farm });
  const list = await screen.findByRole('list', { name: 'Kilos por cabeza' });
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};

describe('The last weight of a rodeo', () => {
  const stock = [cell('novillito', 80), cell('vaca', 12)];

  test('says of whom it is where not all were weighed that day', async () => {
    await rowsOf({ movements: [weighing('b', '2026-11-11', 222), opening(410)], stock });
    const last = screen.getByText('Último peso').parentElement;
    expect(last?.textContent).toContain('222 kg');
    expect(last?.textContent).toContain('Novillito · 11/11/2026 · hace 10 días');
  });

  test('names nobody where all that stand there were weighed', async () => {
    await rowsOf({ movements: [weighing('b', '2026-11-11', 222)], stock: [cell('novillito', 80)] });
    expect(screen.getByText('11/11/2026 · hace 10 días')).not.toBeNull();
  });

  test('is compared with a weighing of the same categories alone', async () => {
    const movements = [weighing('b', '2026-11-11', 222), opening(410)];
    await rowsOf({ movements, stock });
    fireEvent.click(screen.getByRole('button', { name: 'Pesadas' }));
    expect(await screen.findByText(/no se compara con la anterior/)).not.toBeNull();
    cleanup();
    await rowsOf({ movements: [...movements, weighing('a', '2026-09-12', 180)], stock });
    fireEvent.click(screen.getByRole('button', { name: 'Pesadas' }));
    expect(await screen.findByText('42 kg más que el 12/09/2026.')).not.toBeNull();
  });
});

describe('The kilos per head of a rodeo', () => {
  test('are told by category, measured, estimated, or not at all', async () => {
    const movements = [weighing('b', '2026-11-11', 222), weighing('a', '2026-09-12', 180), opening(410)];
    const stock = [cell('novillito', 80), cell('vaca', 12), cell('ternero', 2)];
    expect(await rowsOf({ movements, stock })).toEqual(
      expect.arrayContaining([
        'NovillitoDel 11/11/2026 · más 10 días a 0,700 kg/día229 kgEstimado',
        'VacaDel 01/07/2026410 kgMedido',
        'Ternero al pieSin pesadas—',
      ]),
    );
  });

  test('say that the group changed since it was weighed, and add nothing then', async () => {
    const bought = movementView(
      { id: 'compra', type: 'BUY', date: '2026-11-15', rodeoId: 'invernada' },
      { lines: [cell('novillito', 20)] },
    );
    const movements = [bought, weighing('b', '2026-11-11', 222), weighing('a', '2026-09-12', 180)];
    expect(await rowsOf({ movements, stock: [cell('novillito', 100)] })).toEqual([
      'NovillitoDel 11/11/2026 · Grupo cambió222 kgMedido',
    ]);
  });

  test('are told of no category that is missing heads', async () => {
    expect(await rowsOf({ stock: [cell('novillito', 80), cell('vaca', -2)] })).toEqual(['NovillitoSin pesadas—']);
  });
});
