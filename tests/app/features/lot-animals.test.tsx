// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LotAnimals } from '../../../src/app/features/lots/lot-screen.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { dayAt } from '../../../src/domain/dates.ts';
import { failure } from '../../../src/domain/result.ts';
import { type FakeFarm, type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  toast.remove();
});

const opened = vi.fn<(name: string) => void>();
const ended = vi.fn<() => void>();
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });

interface Shown {
  readonly values?: Partial<FarmValues>;
  readonly mayEdit?: boolean;
  readonly sheet?: string | null;
}

async function show({ values = {}, mayEdit = true, sheet = null }: Shown = {}): Promise<FakeFarm> {
  for (const act of [opened, ended]) act.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <LotAnimals lotId="ombu" lotName="El Ombú" mayEdit={mayEdit} sheet={sheet} onSheet={opened} onSheetEnd={ended} />
      <Toaster />
    </>,
    { farm },
  );
  await screen.findByRole('list', { name: 'Hacienda por categoría' });
  return farm;
}

describe('the animals of a lot', () => {
  test('can be counted, passed to another category and taken off, each from its row', async () => {
    await show();
    press('Editar cantidad de Vaca');
    press('Transferir Vaca a otra categoría');
    press('Eliminar Vaca del lote');
    expect(opened.mock.calls.flat()).toEqual(['cantidad:vaca', 'categoria:vaca', 'quitar:vaca']);
  });

  test('are passed on, but not counted anew, by a user', async () => {
    await show({ mayEdit: false });
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Transferir Vaca a otra categoría',
    ]);
  });

  test('that are missing in the book are said so', async () => {
    await show({ values: { stock: [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: -2 }] } });
    expect(screen.getByText('El libro tiene 2 de menos')).not.toBeNull();
  });
});

describe('«Editar cantidad»', () => {
  test('shows the difference, and asks why before it is saved', async () => {
    const farm = await show({ sheet: 'cantidad:vaca' });
    await screen.findByLabelText('¿Cuántos contaste?');
    type('¿Cuántos contaste?', '57');
    expect(screen.getByText('Diferencia: −3')).not.toBeNull();
    press('Guardar cantidad');
    expect((await screen.findAllByText('Elegí una opción')).length).toBeGreaterThan(0);
    press('Faltante');
    press('Guardar cantidad');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const typed = { lot_id: 'ombu', animal_type: 'vaca', count: 57, reason: 'Faltante' };
    expect(farm.done.find(([act]) => act === 'editCount')).toEqual(['editCount', typed, 'cantidad ombu vaca']);
  });

  test('takes whole animals alone', async () => {
    const farm = await show({ sheet: 'cantidad:vaca' });
    await screen.findByLabelText('¿Cuántos contaste?');
    type('¿Cuántos contaste?', '57,5');
    press('Faltante');
    press('Guardar cantidad');
    expect((await screen.findAllByText('Ingresá un número entero')).length).toBeGreaterThan(0);
    expect(farm.done.some(([act]) => act === 'editCount')).toBe(false);
  });

  test('that was not saved says why, and keeps what was typed', async () => {
    const issues = [{ path: 'count', message: 'Es la cantidad que ya figura' }];
    await show({ sheet: 'cantidad:vaca', values: { saved: failure({ reason: 'invalid', issues }) } });
    await screen.findByLabelText('¿Cuántos contaste?');
    press('Recuento');
    press('Guardar cantidad');
    expect((await screen.findAllByText('Es la cantidad que ya figura')).length).toBeGreaterThan(0);
    expect(ended).not.toHaveBeenCalled();
  });
});

describe('«Transferir categoría»', () => {
  test('writes a recategorization of the rodeo that stands there', async () => {
    const farm = await show({ sheet: 'categoria:vaca' });
    await screen.findByLabelText('Pasan a');
    type('Pasan a', 'novillito');
    press('Todos');
    press('Transferir 60 vacas');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const payload = {
      date: dayAt(Date.now()),
      lot_id: 'ombu',
      rodeo_id: 'cria',
      from_category: 'vaca',
      to_category: 'novillito',
      count: 60,
    };
    expect(farm.done.find(([act]) => act === 'recordMovement')).toEqual([
      'recordMovement',
      'RECATEGORIZATION',
      payload,
      'transferir ombu vaca',
    ]);
  });

  test('that the disk does not take says «Error al transferir animales»', async () => {
    await show({ sheet: 'categoria:vaca', values: { saved: failure({ reason: 'storage', message: '' }) } });
    await screen.findByLabelText('Pasan a');
    type('Pasan a', 'novillito');
    press('Todos');
    press('Transferir 60 vacas');
    expect(await screen.findByText('Error al transferir animales')).not.toBeNull();
  });
});

describe('taking a category off a lot', () => {
  test('asks first, with what it does, and books a count of none', async () => {
    const farm = await show({ sheet: 'quitar:vaca' });
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar Vaca de El Ombú?' });
    expect(dialog.textContent).toContain('Se descuentan 60 vacas de El Ombú');
    press('Eliminar', dialog);
    const typed = { lot_id: 'ombu', animal_type: 'vaca', count: 0, reason: 'Eliminación' };
    await waitFor(() => expect(farm.done).toEqual([['editCount', typed]]));
  });

  test('that does not work says «Error al eliminar animal»', async () => {
    await show({ sheet: 'quitar:vaca', values: { saved: failure({ reason: 'invalid', issues: [] }) } });
    press('Eliminar', await screen.findByRole('alertdialog'));
    expect(await screen.findByText('Error al eliminar animal')).not.toBeNull();
  });
});
