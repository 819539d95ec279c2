// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { readHerdHistory } from '../../../src/app/farm/herd-history.ts';
import { LotFigures } from '../../../src/app/features/lots/lot-facts.tsx';
import { RodeoScreen } from '../../../src/app/features/rodeos/rodeo-screen.tsx';
import { fakeFarm, fakeSession, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { farmRows } from '../../support/sim/farm-rows.ts';
import { standOn } from '../../support/stand-on.ts';

afterEach(cleanup);
standOn('2026-09-12');

const nothing = (): void => undefined;
/** A move of a phone whose calendar is a day ahead: the server takes it, and the herd stands there already. */
const farm = fakeFarm({
  movements: [
    movementView(
      { id: 'ahead', type: 'TRANSFER_RODEO', date: '2026-09-13' },
      {
        lines: [
          { lot: 'bajo', rodeo: 'cria', category: 'vaca', head: -60 },
          { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 },
        ],
      },
    ),
  ],
  stock: [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 }],
  things: {
    rodeo: farmRows.rodeos.map((row) => ({ row, state: 'enviado', problem: null, pendingOp: null, canUndo: false })),
  },
});

test('Nobody has stood anywhere for less than no day', async () => {
  const view = await farm.views.lot('ombu');
  if (!view) throw new Error('no lot');
  await renderScreen(<LotFigures view={view} />, { farm });
  expect(await screen.findByText('Superficie')).not.toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(document.body.textContent).not.toMatch(/-1|desde el/);
  cleanup();
  await renderScreen(
    <RodeoScreen
      id="cria"
      sheet={null}
      onSheet={nothing}
      onSheetEnd={nothing}
      onRecord={nothing}
      onChangeLot={nothing}
      onGone={nothing}
    />,
    { farm, session: fakeSession('owner') },
  );
  expect((await screen.findAllByText('60 cab.')).length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(/-1/);
});

test('The herd in time ends with the heads that every other screen shows', async () => {
  const total = async (scope: object) => (await readHerdHistory(farm.views, scope, '2026-09-12')).total.slice(-2);
  expect(await total({})).toEqual([60, 60]);
  // They came by the move: nobody stood there before.
  expect(await total({ lotId: 'ombu' })).toEqual([0, 60]);
});
