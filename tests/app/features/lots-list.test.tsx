// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LotsScreen } from '../../../src/app/features/lots/lots-screen.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import type { Role } from '../../../src/domain/people/roles.ts';
import { failure } from '../../../src/domain/result.ts';
import {
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  fakeSession,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';
import { farmRows } from '../../support/sim/farm-rows.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const opened = vi.fn<(name: string) => void>();
const ended = vi.fn<() => void>();
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

const lotNamed = (name: string, order: number, campo_id: string | null = 'sur'): FarmValues['lots'][number] => {
  const [lot] = farmRows.lots;
  if (!lot) throw new Error('no lot');
  return {
    lot: { ...lot, id: `lote-${order}`, name, order, campo_id },
    state: 'enviado',
    problem: null,
    pendingOp: null,
    heads: 0,
  };
};
const three = [lotNamed('El Bajo', 2), lotNamed('La Loma', 3, null), lotNamed('El Ombú', 1)];

interface Shown {
  readonly values?: Partial<FarmValues>;
  readonly role?: Role;
  readonly campoId?: string | null;
  readonly sheet?: string | null;
}

async function show({ values = { lots: three }, role = 'owner', campoId = null, sheet = null }: Shown = {}) {
  for (const one of [opened, ended]) one.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <LotsScreen campoId={campoId} sheet={sheet} onSheet={opened} onSheetEnd={ended} />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  return farm;
}
const names = async (): Promise<readonly (string | undefined)[]> =>
  within(await screen.findByRole('list', { name: 'Lotes' }))
    .getAllByRole('link')
    .map((link) => /^\D+?(?=\d)/.exec(link.textContent ?? '')?.[0]);

describe('the list of lots', () => {
  test('is in the order that was given to it', async () => {
    await show();
    expect(await names()).toEqual(['El Ombú', 'El Bajo', 'La Loma']);
    expect(screen.getByText('3 lotes · 300 ha · 0 cab. · 0 EV/ha')).not.toBeNull();
  });

  test('tells two of one name apart, and asks who may for another name', async () => {
    const lots = [...three, lotNamed('el ombu', 4)];
    await show({ values: { lots } });
    expect(await screen.findByText('El Ombú (1)')).not.toBeNull();
    expect(screen.getByText('el ombu (2)')).not.toBeNull();
    expect(screen.getByText(/^Más de un lote se llama El Ombú\./)).not.toBeNull();
    cleanup();
    await show({ values: { lots }, role: 'user' });
    await names();
    expect(screen.queryByText(/^Más de un lote se llama/)).toBeNull();
  });

  test('says which lots have little water or none', async () => {
    const levels = ['llena', 'baja', 'seca'];
    const lots = three.map((view, index) => ({ ...view, lot: { ...view.lot, water: levels[index] ?? null } }));
    await show({ values: { lots } });
    const rows = within(await screen.findByRole('list', { name: 'Lotes' })).getAllByRole('link');
    expect(rows.map((row) => /Agua baja|Sin agua/.exec(row.textContent)?.[0])).toEqual([
      'Sin agua',
      undefined,
      'Agua baja',
    ]);
  });

  test('is whole on paper, however few rows the screen has drawn', async () => {
    await show({ values: { lots: Array.from({ length: 120 }, (_, index) => lotNamed('Lote', index + 1)) } });
    const rows = within(await screen.findByRole('list', { name: 'Lotes' }));
    expect(rows.getAllByRole('link')).toHaveLength(50);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows.getAllByRole('link')).toHaveLength(120);
  });

  test('says how long each is grazed or rests, where the records tell', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T15:00:00.000Z') });
    const moved = (date: string, lot: string, head: number) =>
      movementView(
        { id: `${date} ${lot}`, date, type: 'TRANSFER' },
        { lines: [{ lot, rodeo: 'cria', category: 'vaca', head }] },
      );
    const lots = three.map((view) => ({ ...view, heads: view.lot.name === 'El Ombú' ? 60 : 0 }));
    const movements = [moved('2026-11-20', 'lote-2', -60), moved('2026-11-09', 'lote-1', 60)];
    await show({ values: { lots, movements } });
    const rows = within(await screen.findByRole('list', { name: 'Lotes' })).getAllByRole('link');
    const said = () => rows.map((row) => /(?:Ocupado|En descanso) (?:\d+ días?|desde hoy)/.exec(row.textContent)?.[0]);
    await waitFor(() => expect(said()).toEqual(['Ocupado 12 días', 'En descanso 1 día', undefined]));
    vi.useRealTimers();
  });

  test('reads a hundred records of each lot at most, by the index of the lot', async () => {
    const farm = fakeFarm({ lots: three });
    const asked: (string | undefined)[] = [];
    const items = Array.from({ length: 25 }, (_, index) => movementView({ id: `lluvia-${index}`, type: 'RAIN' }));
    const page: FakeFarm['views']['page'] = async (filter) => {
      asked.push(filter.lotId);
      return Promise.resolve({ items, next: 'más' });
    };
    const screenOf = <LotsScreen campoId={null} sheet={null} onSheet={opened} onSheetEnd={ended} />;
    await renderScreen(screenOf, { farm: { ...farm, views: { ...farm.views, page } } });
    await waitFor(() => expect(asked).toHaveLength(12));
    expect(await screen.findAllByText(/^(?:Ocupado|En descanso) al menos \d+ días/)).toHaveLength(3);
    expect(new Set(asked)).toEqual(new Set(['lote-1', 'lote-2', 'lote-3']));
  });

  test('of one campo holds its lots alone, with a way to all', async () => {
    await show({ campoId: 'sur' });
    expect(await names()).toEqual(['El Ombú', 'El Bajo']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lotes de Campo Sur');
    expect(screen.getByText('Ver todos los lotes').closest('a')?.getAttribute('href')).toBe('/lots');
  });

  test('of a thousand is searched as one types, and draws only what is near', async () => {
    const lots = Array.from({ length: 1000 }, (_, index) => lotNamed(`Potrero ${index + 1}`, index + 1));
    await show({ values: { lots } });
    const field = await screen.findByLabelText('Buscar lote');
    const list = (): readonly HTMLElement[] =>
      within(screen.getByRole('list', { name: 'Lotes' })).getAllByRole('listitem');
    expect(list().length).toBeLessThanOrEqual(100);
    for (const typed of ['p', 'po', 'potrero 9', 'potrero 99', 'POTRERO 999']) {
      act(() => void fireEvent.change(field, { target: { value: typed } }));
    }
    expect(list().map((row) => row.textContent?.includes('Potrero 999'))).toEqual([true]);
  });

  test('where nothing is found says so', async () => {
    const lots = Array.from({ length: 9 }, (_, index) => lotNamed(`Potrero ${index + 1}`, index + 1));
    await show({ values: { lots } });
    fireEvent.change(await screen.findByLabelText('Buscar lote'), { target: { value: 'xyz' } });
    expect(await screen.findByText(/No encontramos «xyz»/)).not.toBeNull();
  });

  test('is put in order by who may change lots alone', async () => {
    await show({ role: 'user' });
    await names();
    expect(screen.queryByRole('button', { name: 'Ordenar' })).toBeNull();
  });
});

describe('putting lots in order', () => {
  const inOrder = async (): Promise<readonly (string | null)[]> =>
    within(await screen.findByRole('list', { name: 'Lotes en orden' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  const saved = async (farm: FakeFarm): Promise<unknown> => {
    press('Guardar orden');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    return farm.done.find(([name]) => name === 'orderLots')?.[1];
  };

  test('by the arrows: says where it stands, and is saved as a whole', async () => {
    const farm = await show({ sheet: 'ordenar' });
    await inOrder();
    press('Bajar El Ombú');
    expect(await inOrder()).toEqual(['El Bajo', 'El Ombú', 'La Loma']);
    expect(screen.getByText('El Ombú: puesto 2 de 3')).not.toBeNull();
    expect(await saved(farm)).toEqual(['lote-2', 'lote-1', 'lote-3']);
  });

  test('by the keyboard on the handle', async () => {
    const farm = await show({ sheet: 'ordenar' });
    await inOrder();
    const handle = screen.getByRole('button', { name: /^Mover La Loma/ });
    fireEvent.keyDown(handle, { key: 'ArrowUp' });
    expect(await saved(farm)).toEqual(['lote-1', 'lote-3', 'lote-2']);
  });

  test('by dragging the handle over another row', async () => {
    const farm = await show({ sheet: 'ordenar' });
    await inOrder();
    const list = screen.getByRole('list', { name: 'Lotes en orden' });
    list.getBoundingClientRect = () => new DOMRect(0, 0, 320, 216);
    fireEvent.pointerDown(screen.getByRole('button', { name: /^Mover El Ombú/ }), { button: 0, clientY: 36 });
    fireEvent.pointerMove(window, { clientY: 180 });
    fireEvent.pointerUp(window, { clientY: 180 });
    expect(await inOrder()).toEqual(['El Bajo', 'La Loma', 'El Ombú']);
    expect(await saved(farm)).toEqual(['lote-2', 'lote-3', 'lote-1']);
  });

  test('Escape puts a held row back', async () => {
    await show({ sheet: 'ordenar' });
    await inOrder();
    const list = screen.getByRole('list', { name: 'Lotes en orden' });
    list.getBoundingClientRect = () => new DOMRect(0, 0, 320, 216);
    fireEvent.pointerDown(screen.getByRole('button', { name: /^Mover El Ombú/ }), { button: 0, clientY: 36 });
    fireEvent.pointerMove(window, { clientY: 180 });
    fireEvent.keyDown(window, { key: 'Escape' });
    fireEvent.pointerUp(window, { clientY: 180 });
    expect(await inOrder()).toEqual(['El Ombú', 'El Bajo', 'La Loma']);
  });

  test('that is refused says «error», and keeps the order', async () => {
    await show({ sheet: 'ordenar', values: { lots: three, saved: failure({ reason: 'storage', message: '' }) } });
    await inOrder();
    press('Bajar El Ombú');
    press('Guardar orden');
    expect(await screen.findByText('error')).not.toBeNull();
    expect(await inOrder()).toEqual(['El Bajo', 'El Ombú', 'La Loma']);
  });
});
