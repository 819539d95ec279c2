// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  askedBefore,
  filterOf,
  MovementsScreen,
  nothingAsked,
  questionsIn,
} from '../../../src/app/features/movements/movements-screen.tsx';
import type { FarmViews } from '../../../src/app/sync/farm.ts';
import { fakeFarm, fakeSession, movementView, renderScreen } from '../../support/fake-farm.tsx';

// What another file's list was asked is kept for the tab.
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const rain = movementView({ id: 'a', type: 'RAIN' }, { summary: 'lluvia a' });

/** Shows the list; `answer` is what each page of it comes to. */
async function show(answer: FarmViews['page'] = async () => Promise.resolve({ items: [rain], next: null })) {
  const page = vi.fn<FarmViews['page']>(answer);
  const farm = fakeFarm();
  Object.assign(farm.views, { page });
  await renderScreen(<MovementsScreen />, { farm, session: fakeSession('owner') });
  await screen.findByRole('heading', { name: 'Movimientos' });
  return { page, last: () => page.mock.lastCall?.[0] };
}
const press = async (name: string | RegExp): Promise<void> =>
  act(async () => void fireEvent.click(await screen.findByRole('button', { name })));
async function choose(label: string, word: string): Promise<void> {
  await screen.findByRole('option', { name: word });
  const select = screen.getByLabelText(new RegExp(`^${label}`));
  const option = [...select.querySelectorAll('option')].find((one) => one.textContent === word);
  await act(async () => void fireEvent.change(select, { target: { value: option?.value } }));
}

describe('The list of movements', () => {
  test('is asked by rodeo, by who recorded and by state', async () => {
    const { last } = await show();
    await press('Buscar y filtrar');
    await choose('Rodeo', 'Invernada');
    await choose('Quién lo registró', 'Beto Sosa');
    await choose('Estado', 'Con error');
    await waitFor(() => expect(last()).toEqual({ rodeoId: 'invernada', authorId: 'beto', standing: 'con_error' }));
  });

  test('says on paper that there are earlier ones, not that they are coming', async () => {
    const many = Array.from({ length: 50 }, (_, at) => movementView({ id: `rain-${at}`, type: 'RAIN' }));
    await show(async () => Promise.resolve({ items: many, next: '2026-10-01' }));
    const words = 'Hay movimientos anteriores, que no están en esta hoja.';
    expect((await screen.findByText(words)).className).toContain('onPaper');
    const coming = screen.getByText('Cargando…').parentElement?.parentElement;
    expect(coming?.className).toContain('notOnPaper');
  });

  test('says how much is asked of it, and takes it all back at once', async () => {
    const { last } = await show();
    await press('Buscar y filtrar');
    await choose('Lote', 'El Bajo');
    await choose('Estado', 'Eliminado');
    expect(screen.getByRole('button', { name: 'Buscar y filtrar (2)' })).toBeDefined();
    await press('Quitar filtros');
    await waitFor(() => expect(last()).toEqual({}));
    expect(screen.queryByRole('button', { name: 'Quitar filtros' })).toBeNull();
  });

  test('says what it is filtered by once the fields are folded away, and after one comes back', async () => {
    await show();
    await press('Buscar y filtrar');
    await act(async () => void fireEvent.change(screen.getByLabelText('Buscar'), { target: { value: 'aftosa ' } }));
    await choose('Lote', 'El Bajo');
    await choose('Quién lo registró', 'Beto Sosa');
    await choose('Estado', 'Pendiente');
    await act(async () => void fireEvent.change(screen.getByLabelText('Desde'), { target: { value: '2026-11-02' } }));
    const words = 'Solo «aftosa» · El Bajo · Beto Sosa · Pendiente · desde el 02/11/2026';
    expect(screen.queryByText(words)).toBeNull();
    await press('Buscar y filtrar (5)');
    expect(await screen.findByText(words)).toBeDefined();
    cleanup();
    await show();
    expect(await screen.findByText(words)).toBeDefined();
    await press('Quitar filtros');
    expect(screen.queryByText(/^Solo/)).toBeNull();
  });

  test('is asked the same when one comes back from a record', async () => {
    await show();
    await press('Buscar y filtrar');
    await choose('Estado', 'Pendiente');
    cleanup();
    const { last } = await show();
    await waitFor(() => expect(last()).toEqual({ standing: 'pendiente' }));
    expect(screen.getByRole('button', { name: 'Buscar y filtrar (1)' })).toBeDefined();
  });
});

describe('The family that the address asks for', () => {
  const open = async (group: string) => {
    const page = vi.fn<FarmViews['page']>(async () => Promise.resolve({ items: [rain], next: null }));
    const farm = fakeFarm();
    Object.assign(farm.views, { page });
    await renderScreen(<MovementsScreen group={group} />, { farm, session: fakeSession('owner') });
    await waitFor(() => expect(page).toHaveBeenCalledTimes(1));
    return page.mock.lastCall?.[0];
  };

  test('is what the list begins with, and what was asked of that family before stays asked', async () => {
    expect((await open('clima'))?.types).toContain('RAIN');
    await press('Buscar y filtrar');
    await choose('Estado', 'Pendiente');
    cleanup();
    expect(await open('clima')).toMatchObject({ standing: 'pendiente' });
    cleanup();
    expect(await open('altas')).not.toHaveProperty('standing');
  });

  test('is no question where it is a word of another app', async () => {
    expect(await open('ovnis')).toEqual({});
  });
});

describe('What few records say', () => {
  const nowhere: FarmViews['page'] = async (_filter, after) =>
    Promise.resolve({ items: [], next: after === null ? '2025-03-12|x|y' : '2024-01-02|x|y' });

  test('is looked for so far back, and the list says how far', async () => {
    const { page } = await show(nowhere);
    expect(await screen.findByText('Buscamos hasta el 02/01/2024.')).toBeDefined();
    expect(page.mock.calls.length).toBe(4);
  });

  test('is looked for further back when the person asks', async () => {
    const { page } = await show(nowhere);
    await screen.findByText('Buscamos hasta el 02/01/2024.');
    page.mockImplementation(async () => Promise.resolve({ items: [rain], next: null }));
    await press('Buscar más atrás');
    expect(await screen.findByText(/lluvia a/)).toBeDefined();
    expect(screen.queryByText(/Buscamos hasta/)).toBeNull();
  });
});

describe('What a tab remembers of it', () => {
  test('is nothing where the words are of another version', () => {
    expect(askedBefore(null)).toEqual(nothingAsked);
    expect(askedBefore({ standing: 'pendiente', lotId: 5, other: 'x' })).toEqual({
      ...nothingAsked,
      standing: 'pendiente',
    });
    expect(filterOf({ ...nothingAsked, standing: 'nunca' })).toEqual({});
  });

  test('counts no empty search', () => {
    expect(questionsIn({ ...nothingAsked, text: '  ', group: 'clima' })).toBe(0);
  });
});
