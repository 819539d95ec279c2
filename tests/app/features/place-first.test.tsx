// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import type { Role } from '../../../src/domain/people/roles.ts';
import { calm, type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { habitsOf, saved, saves } from '../../support/saved-records.ts';
import { unfoldPlace } from '../../support/place-line.ts';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');

const closed = vi.fn<() => void>();
interface Opened {
  readonly values?: Partial<FarmValues>;
  readonly role?: Role;
  readonly lotId?: string;
  readonly isTanda?: boolean;
}
async function open(
  registrar: string,
  { values = {}, role = 'owner', lotId, isTanda = false }: Opened = {},
): Promise<FakeFarm> {
  const farm = fakeFarm(values);
  await renderScreen(
    <RecordOverlay
      role={role}
      registrar={registrar}
      editId={null}
      correctOp={null}
      lotId={lotId ?? null}
      rodeoId={null}
      isTanda={isTanda}
      onPick={closed}
      onClose={closed}
    />,
    { farm, session: fakeSession(role) },
  );
  await waitFor(() => expect(document.querySelector('dialog [role=group]')).not.toBeNull());
  return farm;
}
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('place before animals', () => {
  const cell = (lot: string | null, rodeo: string | null, category: string, head: number) => ({
    lot,
    rodeo,
    category,
    head,
  });
  const shown = (): string[] =>
    [...document.querySelectorAll('[role=group][aria-label=Animales] > div > [role=group]')].map(
      (one) => one.getAttribute('aria-label') ?? '',
    );

  test('what is offered follows the lot that is chosen later', async () => {
    await open('DEATH', { values: { habits: habitsOf('DEATH', 'ombu') } });
    expect(shown()).toEqual(['Vaca']);
    unfoldPlace();
    press('El Bajo');
    expect(shown()).toEqual(['Novillito']);
  });

  test('a lot that was skipped is asked inside the touch that saves, with the animals of each', async () => {
    const farm = await open('DEATH');
    press('Sumar 1 vaca');
    expect(screen.getByText('Falta el lote: se pregunta al guardar')).not.toBeNull();
    press('Guardar 1 muerte');
    const dialog = await screen.findByRole('alertdialog', { name: '¿De qué lote?' });
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['', 'El Ombú · 60', 'El Bajo · 80', 'Sin lote']);
    fireEvent.click(within(dialog).getByRole('button', { name: 'El Ombú · 60' }));
    expect(await saved(farm)).toMatchObject({ lot_id: 'ombu', animals: [{ type: 'vaca', count: 1 }] });
  });

  test('who closes the question is back in the form, and nothing was saved', async () => {
    const farm = await open('DEATH');
    press('Sumar 1 vaca');
    press('Guardar 1 muerte');
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(saves(farm)).toEqual([]);
  });

  test('a rodeo is asked where two of the lot hold such animals, none where one does', async () => {
    const stock = [
      cell('ombu', 'cria', 'vaca', 60),
      cell('ombu', null, 'vaca', 4),
      cell('ombu', 'invernada', 'novillito', 9),
    ];
    const farm = await open('DEATH', { lotId: 'ombu', values: { stock } });
    press('Sumar 1 vaca');
    press('Guardar 1 muerte');
    const dialog = await screen.findByRole('alertdialog', { name: '¿De qué rodeo?' });
    expect(within(dialog).getByRole('button', { name: 'Cría · 60' })).not.toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sin rodeo · 4' }));
    expect(await saved(farm)).toMatchObject({ lot_id: 'ombu', rodeo_id: null });
    cleanup();
    const other = await open('DEATH', { lotId: 'ombu', values: { stock } });
    press('Sumar 1 novillito');
    press('Guardar 1 muerte');
    expect(await saved(other)).not.toHaveProperty('rodeo_id');
  });

  test('a farm without rodeos never meets the word', async () => {
    const stock = [cell('bajo', null, 'novillito', 90)];
    const farm = await open('SELL', { lotId: 'bajo', values: { rodeos: [], stock } });
    expect(document.querySelector('dialog')?.textContent).not.toMatch(/rodeo/i);
    press('Sumar 1 novillito');
    press('Guardar 1 cabeza');
    expect(await saved(farm)).toMatchObject({ lot_id: 'bajo', rodeo_id: null });
  });

  test('a phone that does not hold the farm yet says that no place is missing, and claims no shortage', async () => {
    const values = {
      lots: [],
      rodeos: [],
      stock: [],
      status: { ...calm, reach: 'unreachable', ready: false } as const,
    };
    const farm = await open('DEATH', { values });
    expect(document.querySelector('dialog')?.textContent).not.toMatch(/hay 0/);
    press('Sumar 1 vaca');
    press('Guardar 1 muerte');
    expect(await screen.findByText(/todavía está cargando el campo/)).not.toBeNull();
    press('Sin lote');
    expect(await saved(farm)).toMatchObject({ lot_id: null });
  });

  test('a shortage that only the answer shows is read before it is saved', async () => {
    const stock = [cell('bajo', 'cria', 'vaca', 1), cell('ombu', 'cria', 'vaca', 60)];
    const farm = await open('DEATH', { values: { stock } });
    press('Sumar 1 vaca');
    press('Sumar 1 vaca');
    press('Guardar 2 muertes');
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'El Bajo · 1' }));
    await screen.findByRole('button', { name: 'Guardar igual: 2 de 1' });
    expect(saves(farm)).toEqual([]);
  });
});

describe('animals weighed one by one', () => {
  test('are in a lot of novillos no cows: the category is of the place, once it is known', async () => {
    const stock = [
      { lot: 'ombu', rodeo: null, category: 'vaca', head: 300 },
      { lot: 'bajo', rodeo: null, category: 'novillito', head: 90 },
    ];
    const farm = await open('WEIGHING', { values: { stock, rodeos: [] }, isTanda: true });
    const touch = async (name: string): Promise<void> => act(async () => Promise.resolve(press(name)));
    await touch('El Bajo');
    await touch('Empezar');
    expect(screen.queryByRole('button', { name: 'Vaca' })).toBeNull();
    for (const key of ['4', '1', '2', 'Anotar el peso']) await touch(key);
    await touch('Guardar 1 pesada');
    const animals = [{ type: 'novillito', count: 1, weights: [{ kg: 412 }] }];
    expect(await saved(farm)).toMatchObject({ rodeo_id: null, lot_id: 'bajo', animals });
  });
});
