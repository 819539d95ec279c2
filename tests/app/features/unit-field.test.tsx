// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { BatchSheet } from '../../../src/app/features/stock/intake-sheet.tsx';
import { CreateStockScreen } from '../../../src/app/features/stock/create-stock-screen.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import { type FakeFarm, fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');
afterEach(cleanup);

const nothing = (): void => undefined;
const list = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /^Unidad/ });
const words = () =>
  within(list())
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const choose = (value: string): void => void fireEvent.change(list(), { target: { value } });
const tell = (value: string): void =>
  void fireEvent.change(screen.getByLabelText('Otra unidad'), { target: { value } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

const units = ['Elegir…', 'dosis', 'ml', 'l', 'kg', 't', 'rollos', 'fardos', 'bolsas', 'unidades'];

function newRecord(type: string): ReactElement {
  const kind = recordedKind(type);
  if (!kind) throw new Error(type);
  return <NewRecordSheet kind={kind} role="owner" from={{ lotId: 'ombu', rodeoId: 'cria' }} onClose={nothing} />;
}

const forms: readonly (readonly [of: string, form: () => ReactElement, open: () => void])[] = [
  ['a new item', () => <CreateStockScreen onDone={nothing} />, nothing],
  [
    'a line of a delivery note',
    () => <BatchSheet onClose={nothing} />,
    () => void fireEvent.change(screen.getByLabelText('Insumo'), { target: { value: 'otro' } }),
  ],
  ['an intake', () => newRecord('ASSET'), nothing],
  ['feed that was given', () => newRecord('CONSUMPTION'), nothing],
];

describe('The unit of a quantity', () => {
  test.each(forms)('of %s is one of a list', async (_of, form, open) => {
    await renderScreen(form(), { farm: fakeFarm() });
    await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
    open();
    await screen.findByRole('combobox', { name: /^Unidad/ });
    expect(words()).toEqual(units);
  });

  test('of a treatment is one of the same list, or another in words of its own', async () => {
    await renderScreen(newRecord('TREATMENT'), { farm: fakeFarm() });
    await screen.findByRole('combobox', { name: /^Unidad/ });
    expect(words()).toEqual([...units, 'Otra']);
    choose('ml');
    expect(screen.queryByLabelText('Otra unidad')).toBeNull();
    choose('Otra…');
    // The first letters are a unit of the list.
    for (const typed of ['l', 'latas']) tell(typed);
    expect(screen.getByLabelText('Otra unidad')).toHaveProperty('value', 'latas');
    choose('dosis');
    expect(screen.queryByLabelText('Otra unidad')).toBeNull();
  });

  const given = (unit: string) =>
    movementView({
      id: 'dado',
      type: 'TREATMENT',
      date: '2026-11-20',
      rodeoId: 'cria',
      animals: [{ type: 'vaca', count: 10 }],
      metadata: {
        lot_id: 'ombu',
        deletedBy: null,
        editHistory: [],
        reason: 'antiparasitario',
        products: [{ name: 'Ivermectina', quantity: 3, unit }],
      },
    });
  const edited = async (farm: FakeFarm): Promise<unknown> => {
    press('Guardar cambios');
    await waitFor(() => expect(farm.done.map(([name]) => name)).toContain('editMovement'));
    return farm.done.find(([name]) => name === 'editMovement')?.[2];
  };

  test.each([
    ['frascos', 'Otra…'],
    ['ml', 'ml'],
  ])('that was told as %j stays so through an edit', async (unit, held) => {
    const farm = fakeFarm({ movements: [given(unit)] });
    await renderScreen(<EditSheet id="dado" role="owner" onClose={nothing} />, { farm });
    await screen.findByRole('combobox', { name: /^Unidad/ });
    expect(list().value).toBe(held);
    fireEvent.change(screen.getByLabelText('Producto'), { target: { value: 'Ivermectina 1%' } });
    expect(await edited(farm)).toMatchObject({ products: [{ name: 'Ivermectina 1%', unit }] });
  });

  test('of an item that no list has is offered as it was told, and no other', async () => {
    const came = movementView({
      id: 'remito',
      type: 'ASSET_BATCH',
      date: '2026-11-20',
      metadata: {
        lot_id: null,
        deletedBy: null,
        editHistory: [],
        lines: [{ asset_id: 'sal', name: 'Sal', quantity: 3, unit: 'pallet' }],
      },
    });
    const farm = fakeFarm({ movements: [came] });
    await renderScreen(<EditSheet id="remito" role="owner" onClose={nothing} />, { farm });
    await screen.findByRole('combobox', { name: /^Unidad/ });
    expect(list().value).toBe('pallet');
    expect(words()).toEqual([...units.slice(1), 'pallet']);
    fireEvent.change(screen.getByLabelText('Cantidad'), { target: { value: '4' } });
    expect(await edited(farm)).toMatchObject({ lines: [{ quantity: 4, unit: 'pallet' }] });
  });
});
