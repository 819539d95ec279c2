// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MovementsScreen } from '../../../src/app/features/movements/movements-screen.tsx';
import type { Deletion, MovementView } from '../../../src/app/sync/farm.ts';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import type { Role } from '../../../src/domain/people/roles.ts';
import { success } from '../../../src/domain/result.ts';
import {
  type FakeFarm,
  fakeFarm,
  fakeSession,
  type FarmValues,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  toast.remove();
  vi.useRealTimers();
});
beforeEach(() => vi.unstubAllGlobals());

const cow = (head: number) => [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head }];
const rain = (id: string, date = '2026-11-05'): MovementView =>
  movementView({ id, date, type: 'RAIN' }, { summary: `lluvia ${id}` });
const five: readonly MovementView[] = [
  rain('a'),
  rain('b'),
  movementView({ id: 'c', type: 'DEATH' }, { summary: 'muerte c', lines: cow(-1) }),
  movementView({ id: 'd', type: 'BUY', date: '2026-11-04' }, { summary: 'compra d', lines: cow(3) }),
  movementView({ id: 'e', type: 'CREATE_LOT', date: '2026-11-04' }, { summary: 'lote e' }),
];

async function show(values: Partial<FarmValues> = {}, role: Role = 'owner'): Promise<FakeFarm> {
  const farm = fakeFarm({ movements: five, ...values });
  await renderScreen(
    <>
      <MovementsScreen />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  await screen.findByText(/lluvia a/);
  return farm;
}
const press = async (name: string | RegExp): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name: new RegExp(name) });
const pick = (name: string, shiftKey = false): void => void fireEvent.click(box(name), { shiftKey });
const picked = (): string[] =>
  screen
    .queryAllByRole('checkbox', { checked: true })
    .map((row) => /(lluvia|muerte|compra|lote) (\w)/.exec(row.textContent ?? '')?.[2] ?? '?');
const key = (name: string, more: object = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });

describe('picking movements', () => {
  test('by a button, then by a touch each; the bar counts them', async () => {
    await show();
    expect(screen.queryByRole('toolbar')).toBeNull();
    await press('Seleccionar');
    pick('lluvia a');
    pick('compra d');
    expect(picked()).toEqual(['a', 'd']);
    expect(within(screen.getByRole('toolbar', { name: 'Con los elegidos' })).getByRole('status').textContent).toBe(
      '2 elegidos',
    );
    pick('lluvia a');
    expect(picked()).toEqual(['d']);
    await press('Terminar de elegir');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('link', { name: /lluvia a/ })).toBeTruthy();
  });

  test('by a finger that rests on one, which does not open it', async () => {
    await show();
    vi.useFakeTimers();
    const row = screen.getByRole('link', { name: /muerte c/ });
    fireEvent.pointerDown(row, { button: 0 });
    act(() => void vi.advanceTimersByTime(500));
    expect(picked()).toEqual(['c']);
  });

  test('a finger that slides scrolls the list and picks nothing', async () => {
    await show();
    vi.useFakeTimers();
    const row = screen.getByRole('link', { name: /muerte c/ });
    fireEvent.pointerDown(row, { button: 0, clientX: 10, clientY: 10 });
    fireEvent.pointerMove(row, { clientX: 10, clientY: 60 });
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('a stretch with shift, and all that the list shows', async () => {
    await show();
    await press('Seleccionar');
    pick('lluvia b');
    pick('compra d', true);
    expect(picked()).toEqual(['b', 'c', 'd']);
    await press('Los 5');
    expect(picked()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('by the keys alone: the first row has them, arrows go on, shift picks on the way, escape ends', async () => {
    await show();
    await press('Seleccionar');
    expect(document.activeElement).toBe(box('lluvia a'));
    fireEvent.click(box('lluvia a'));
    key('ArrowDown', { shiftKey: true });
    key('ArrowDown', { shiftKey: true });
    expect(picked()).toEqual(['a', 'b', 'c']);
    key('ArrowUp');
    expect(document.activeElement).toBe(box('lluvia b'));
    box('lote e').focus();
    key(' ', { shiftKey: true });
    expect(picked()).toEqual(['a', 'b', 'c', 'd', 'e']);
    key('Escape');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /lluvia a/ }));
  });

  test('Ctrl A picks all', async () => {
    await show();
    await press('Seleccionar');
    key('a');
    expect(picked()).toEqual([]);
    key('a', { ctrlKey: true });
    expect(picked()).toHaveLength(5);
  });
});

describe('another filter', () => {
  test('picks nothing any more: what is out of sight is not deleted with the rest', async () => {
    await show();
    await press('Seleccionar');
    pick('lluvia a');
    await press('Bajas');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('deleting them', () => {
  const deletion = (more: Partial<Deletion> = {}): FarmValues['deleted'] =>
    success({ count: 4, kept: 0, opIds: [], unsent: 1, undo: async () => Promise.resolve(4), ...more });
  const deleteAll = async (): Promise<void> => {
    await press('Seleccionar');
    await press('Los 5');
    await press('Eliminar');
    const dialog = within(screen.getByRole('alertdialog'));
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Eliminar' })));
  };

  test('asks once, with the effect in sum and those that stay', async () => {
    const farm = await show();
    await press('Seleccionar');
    await press('Los 5');
    await press('Eliminar');
    const dialog = screen.getByRole('alertdialog', { name: '¿Eliminar 4 movimientos?' });
    expect([...dialog.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      'Lluvia (2), Muerte (1) y Compra (1).',
      'Se descuentan 2 vacas de El Ombú. Quedan en la historia como Eliminado.',
      'Otro de los elegidos no se elimina: ya está eliminado, lo hizo el sistema o no te corresponde.',
    ]);
    expect(farm.done).toEqual([]);
  });

  test('is one act, and the list says so with one way back for all', async () => {
    const undo = vi.fn<() => Promise<number>>(async () => Promise.resolve(4));
    const farm = await show({ deleted: deletion({ undo }) });
    await deleteAll();
    expect(farm.done).toEqual([['deleteMovements', ['a', 'b', 'c', 'd']]]);
    expect(screen.getByText('4 movimientos eliminados')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await press('Deshacer');
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.getByText('Deshecho')).toBeTruthy();
    expect(screen.queryByText('4 movimientos eliminados')).toBeNull();
  });

  test('what left in the meantime is said', async () => {
    await show({ deleted: deletion({ undo: async () => Promise.resolve(1) }) });
    await deleteAll();
    await press('Deshacer');
    expect(screen.getByText('Volvieron 1 de 4: lo demás ya se había enviado')).toBeTruthy();
  });

  test('when all of it has left there is no way back to be offered', async () => {
    await show({ deleted: deletion({ unsent: 0, opIds: ['gone'] }) });
    await deleteAll();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull());
    expect(screen.getByText('4 movimientos eliminados')).toBeTruthy();
  });

  test('those that others depend on are said to stay', async () => {
    await show({ deleted: deletion({ count: 3, kept: 1 }) });
    await deleteAll();
    expect(screen.getByText('1 movimiento queda: otros registros sin enviar dependen de él.')).toBeTruthy();
  });

  test('a hand deletes only what is his and fresh', async () => {
    const mine = movementView(
      { id: 'm', type: 'RAIN', created_by: 'ana', created_at: new Date().toISOString() },
      { summary: 'lluvia m' },
    );
    const others = five.map((view) => ({ ...view, movement: { ...view.movement, created_by: 'beto' } }));
    const farm = await show({ movements: [mine, ...others], deleted: deletion({ count: 1 }) }, 'user');
    await press('Seleccionar');
    pick('lluvia a');
    expect(screen.getByRole('button', { name: 'Eliminar' })).toHaveProperty('disabled', true);
    pick('lluvia m');
    await press('Eliminar');
    const dialog = within(screen.getByRole('alertdialog', { name: '¿Eliminar 1 movimiento?' }));
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Eliminar' })));
    expect(farm.done).toEqual([['deleteMovements', ['m']]]);
  });

  test('one that the server refused to delete stays with its reason', async () => {
    const refused = movementView(
      { id: 'r' },
      { summary: 'compra r', state: 'con_error', problem: 'Eliminá primero la venta del 06/11/2026' },
    );
    await show({ movements: [rain('a'), refused] });
    const row = screen.getByRole('link', { name: /compra r/ });
    expect(row.textContent).toContain('Eliminá primero la venta del 06/11/2026');
    expect(row.textContent).toContain('Con error');
  });
});

describe('taking them away as a file', () => {
  const files: Blob[] = [];
  beforeEach(() => {
    files.length = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:file';
    });
  });
  const rows = async (): Promise<string[]> => (await files[0]?.text())?.trim().split('\r\n').slice(1) ?? [];

  test('is a row for each that is picked, as the list has them', async () => {
    await show();
    await press('Seleccionar');
    pick('compra d');
    pick('lluvia a');
    await press('Exportar');
    await waitFor(() => expect(files).toHaveLength(1));
    expect((await rows()).map((row) => row.split(';').slice(0, 6))).toEqual([
      ['a', '1', 'Registro', '2026-11-05', 'RAIN', 'Lluvia'],
      ['d', '1', 'Hacienda', '2026-11-04', 'BUY', 'Compra'],
    ]);
    expect(picked()).toEqual(['a', 'd']);
  });

  test('a hand takes away his own alone', async () => {
    const others = five.map((view) => ({ ...view, movement: { ...view.movement, created_by: 'beto' } }));
    await show({ movements: [movementView({ id: 'm', type: 'RAIN' }, { summary: 'lluvia m' }), ...others] }, 'user');
    await press('Seleccionar');
    await press('Los 6');
    await press('Exportar');
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await rows()).toHaveLength(1);
  });
});
