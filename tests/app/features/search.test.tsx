// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SearchSheet } from '../../../src/app/features/search/search-sheet.tsx';
import type { Farm, MovementFilter } from '../../../src/app/sync/farm.ts';
import { fakeFarm, type FarmValues, movementView, renderScreen, type Rendered } from '../../support/fake-farm.tsx';

afterEach(cleanup);

let rendered: Rendered;

async function show(values: Partial<FarmValues> = {}, farm: Farm = fakeFarm(values), text = '') {
  const acts = { onText: vi.fn<(text: string) => void>(), onClose: vi.fn<() => void>() };
  rendered = await renderScreen(<SearchSheet text={text} {...acts} />, { farm });
  return { field: screen.getByLabelText<HTMLInputElement>('Buscar en el campo'), ...acts };
}

const type = (field: HTMLInputElement, value: string): boolean => fireEvent.change(field, { target: { value } });
const group = async (name: string): Promise<HTMLElement> => screen.findByRole('list', { name });

describe('The search', () => {
  test('finds a lot whatever its accents, and says what stands there', async () => {
    const { field } = await show();
    type(field, 'ombu');
    const row = await within(await group('Lotes')).findByRole('link');
    expect(row.textContent).toContain('El Ombú');
    expect(row.getAttribute('href')).toBe('/lots/ombu');
  });

  test('groups what it finds, each with its count', async () => {
    const { field } = await show({ movements: [movementView()] });
    type(field, 'el');
    const lots = (await group('Lotes')).closest('section');
    expect(lots?.querySelector('header')?.textContent).toBe('Lotes2');
    const movements = (await group('Movimientos')).closest('section');
    expect(movements?.querySelector('header')?.textContent).toBe('Movimientos1');
  });

  test('shows what waits to be sent with its badge, and alone when that is asked for', async () => {
    const waiting = movementView({ id: 'm-2' }, { state: 'pendiente', summary: '1 ternero al pie · El Bajo' });
    const { field } = await show({ movements: [movementView(), waiting] });
    type(field, 'ternero');
    expect(within(await group('Movimientos')).getAllByRole('link')).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Sin enviar' }));
    const [only, ...others] = within(await group('Movimientos')).getAllByRole('link');
    expect(only?.textContent).toContain('Pendiente');
    expect(others).toEqual([]);
  });

  test('says how many it found, for who listens', async () => {
    const { field } = await show();
    type(field, 'ombu');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 resultado'));
  });

  test('says so where there may be more', async () => {
    const farm = fakeFarm();
    const items = Array.from({ length: 100 }, (_, at) => movementView({ id: `m-${at}` }, { key: `m-${at}` }));
    const page: Farm['views']['page'] = async () => Promise.resolve({ items, next: 'more' });
    const { field } = await show({}, { ...farm, views: { ...farm.views, page } });
    type(field, 'ternero');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('100 resultados o más'));
  });

  test('says that it found nothing, with what was looked for', async () => {
    const { field } = await show();
    type(field, 'xyz');
    await screen.findByText('No encontramos «xyz». Probá con el nombre del lote o la fecha.');
    expect(screen.getByRole('status').textContent).toBe('Sin resultados');
  });

  test('goes through rows with the arrows and opens the first one with Enter', async () => {
    const { field } = await show();
    type(field, 'el');
    const [first, second] = within(await group('Lotes')).getAllByRole('link');
    field.focus();
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowUp' });
    fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(rendered.address()).toMatch(/^\/lots\//));
  });

  test('tells the address what is typed, so that back from a result finds it again', async () => {
    const { field, onText } = await show();
    type(field, 'ombu');
    await waitFor(() => expect(onText).toHaveBeenLastCalledWith('ombu'));
  });

  test('opens with what the address says', async () => {
    const { field } = await show({}, fakeFarm(), 'ombu');
    expect(field.value).toBe('ombu');
    await group('Lotes');
  });
});

describe('Movements of long ago', () => {
  test('are looked for by stretches, and further back only when that is asked for', async () => {
    const asked: (string | null)[] = [];
    const base = fakeFarm();
    const page = async (_filter: MovementFilter, after: string | null) => {
      asked.push(after);
      const next = `2026-10-${String(31 - asked.length).padStart(2, '0')}|x|y`;
      return Promise.resolve({ items: [], next });
    };
    const { field } = await show({}, { ...base, views: { ...base.views, page } });
    type(field, 'aguada');
    await screen.findByText('Buscamos en los movimientos hasta el 21/10/2026.');
    expect(asked).toHaveLength(10);
    fireEvent.click(screen.getByRole('button', { name: 'Buscar más atrás' }));
    await screen.findByText('Buscamos en los movimientos hasta el 11/10/2026.');
    expect(asked).toHaveLength(20);
    expect(asked[10]).toBe('2026-10-21|x|y');
  });
});

describe('Recent searches', () => {
  test('are kept when something is opened', async () => {
    const farm = fakeFarm();
    const { field } = await show({}, farm);
    type(field, 'ombu');
    fireEvent.click(await within(await group('Lotes')).findByRole('link'));
    await waitFor(() => expect(farm.done).toContainEqual(['saveDraft', 'search/recent', { list: ['ombu'] }]));
  });

  test('stand before anything is typed, are looked for again at a touch, and can be forgotten', async () => {
    const farm = fakeFarm({ drafts: { 'search/recent': { list: ['ombú'] } } });
    const { field } = await show({}, farm);
    fireEvent.click(await screen.findByRole('button', { name: 'ombú' }));
    expect(field.value).toBe('ombú');
    await group('Lotes');
    fireEvent.click(screen.getByRole('button', { name: 'Borrar lo escrito' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Borrar' }));
    expect(farm.done).toContainEqual(['saveDraft', 'search/recent', null]);
  });
});
