// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MovementScreen } from '../../../src/app/features/movements/movement-screen.tsx';
import { EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const nothing = (): void => undefined;
const farmWith = (type: string, entry_kind: string) => {
  const said = { asset_id: 'sal', name: 'Sal', unit: 'kg', quantity: 3, entry_kind };
  const metadata = { lot_id: null, deletedBy: null, editHistory: [], ...said };
  return fakeFarm({ movements: [movementView({ id: 'uno', type, metadata })] });
};

test.each([
  ['a count of a supply', 'ASSET_CONSUMPTION', 'ajuste', 'Ajuste por recuento'],
  ['a count that found more', 'ASSET', 'ajuste', 'Ajuste por recuento'],
  ['a loss', 'ASSET_CONSUMPTION', 'merma', 'Merma'],
  ['a use', 'ASSET_CONSUMPTION', 'consumo', 'Consumo de insumo'],
])('The screen of %s is headed by what it is, and so is its form', async (_, type, entry_kind, heading) => {
  const farm = farmWith(type, entry_kind);
  await renderScreen(
    <MovementScreen id="uno" onEdit={nothing} onRepeat={nothing} onGone={nothing} onRenamed={nothing} />,
    { farm },
  );
  expect(await screen.findByRole('heading', { level: 2, name: heading })).not.toBeNull();
  cleanup();
  await renderScreen(<EditSheet id="uno" role="owner" onClose={nothing} />, { farm });
  expect(await screen.findByRole('dialog', { name: `Editar ${heading.toLocaleLowerCase('es-AR')}` })).not.toBeNull();
});
