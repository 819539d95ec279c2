// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { keepChosenActs, type Opening } from '../../../src/app/features/home/acts.ts';
import { HomeScreen } from '../../../src/app/features/home/home-screen.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import type { FarmViews, MovementView } from '../../../src/app/sync/farm.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import {
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  fakeSession,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');

const recorded = vi.fn<(type: string) => void>();
const opened = vi.fn<(opening: Opening) => void>();
async function show(values: Partial<FarmValues> = {}, role: Role = 'owner'): Promise<FakeFarm> {
  recorded.mockClear();
  opened.mockClear();
  const farm = fakeFarm(values);
  const home = (
    <>
      <HomeScreen onRecord={recorded} onSearch={() => undefined} onOpen={opened} />
      <Toaster />
    </>
  );
  await renderScreen(home, {
    farm,
    session: fakeSession(role),
  });
  await screen.findByText('Últimos movimientos');
  return farm;
}
const tiles = (): (string | null)[] =>
  within(screen.getByRole('region', { name: 'Registrar' }))
    .getAllByRole('button')
    .map((tile) => tile.getAttribute('aria-label'))
    .filter((label) => label !== null);
const figures = async (): Promise<string> => {
  const section = await screen.findByRole('region', { name: 'Números del establecimiento' });
  return section.textContent ?? '';
};
const cell = (category: string, head: number) => ({ lot: 'ombu', rodeo: 'cria', category, head });

describe('the buttons', () => {
  const usual = ['Nacimiento', 'Lluvia', 'Muerte', 'Mover', 'Vacunar', 'Pesar', 'Contar', 'Nota'];

  test('stand where they stand, whatever was recorded most', async () => {
    const byType = { HAIL: { count: 2, categoryIds: [] }, FROST: { count: 7, categoryIds: [] } };
    await show({ habits: { byType, recentLotIds: [] } });
    expect(tiles()).toEqual(usual);
  });

  test.each([
    ['Lluvia', { is: 'record', type: 'RAIN' }],
    ['Vacunar', { is: 'record', type: 'TREATMENT' }],
    ['Pesar', { is: 'one-by-one', type: 'WEIGHING' }],
    ['Mover', { is: 'move' }],
    ['Contar', { is: 'count' }],
    ['Nota', { is: 'note' }],
  ])('%s opens what it says', async (name, opening) => {
    await show();
    fireEvent.click(screen.getByRole('button', { name }));
    expect(opened).toHaveBeenCalledWith(opening);
  });

  test('are chosen for the device, in the order of the choice, eight at most', async () => {
    await show({}, 'user');
    fireEvent.click(screen.getByRole('button', { name: 'Elegir botones' }));
    await screen.findByText('Elegiste 8 botones de 8. Quedan en el orden en que los elegís.');
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect(box('Granizo').disabled).toBe(true);
    for (const name of [...usual.slice(1), 'Granizo']) fireEvent.click(box(name));
    screen.getByText('Elegiste 2 botones de 8. Quedan en el orden en que los elegís.');
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(tiles()).toEqual(['Nacimiento', 'Granizo']);
    cleanup();
    await show();
    expect(tiles()).toEqual(['Nacimiento', 'Granizo']);
    fireEvent.click(screen.getByRole('button', { name: 'Elegir botones' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Los de siempre' }));
    expect(tiles()).toEqual(usual);
  });

  test('hold on a phone without room until the app is closed, and a word of another version is none', async () => {
    localStorage.setItem('botones', 'BIRTH desconocido');
    await show();
    expect(tiles()).toEqual(['Nacimiento']);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    fireEvent.click(screen.getByRole('button', { name: 'Elegir botones' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Lluvia' }));
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(tiles()).toEqual(['Nacimiento', 'Lluvia']);
    full.mockRestore();
    keepChosenActs([]);
  });
});

describe('what was recorded last on this device', () => {
  const mine = movementView({
    id: 'mine',
    type: 'RAIN',
    created_at: '2026-11-21T11:00:00.000Z',
    metadata: { lot_id: null, mm: 25, deletedBy: null, editHistory: [] },
  });
  const last = (): HTMLElement | null => screen.queryByRole('region', { name: 'Lo último que registraste' });
  const habits = { byType: {}, recentLotIds: [], lastId: 'mine' };

  test('stands in its own words until the next one, and is taken back by one touch', async () => {
    const farm = await show({ movements: [mine], habits });
    const region = await screen.findByRole('region', { name: 'Lo último que registraste' });
    expect(region.textContent).toContain('Lluvia');
    fireEvent.click(within(region).getByRole('button', { name: 'Deshacer' }));
    expect(await screen.findByText('Se eliminó: ya se había enviado')).toBeTruthy();
    expect(farm.done).toEqual([['deleteMovements', ['mine']]]);
  });

  test('is not there on a device that recorded nothing, nor once it is deleted', async () => {
    await show();
    expect(last()).toBeNull();
    cleanup();
    await show({ movements: [{ ...mine, movement: { ...mine.movement, deleted: true } }], habits });
    expect(last()).toBeNull();
  });

  test('and is a count: the office decides it, so that it is looked at and not taken back', async () => {
    const count = movementView({ id: 'mine', type: 'AUDIT_RECORD', created_at: '2026-11-21T11:00:00.000Z' });
    await show({ movements: [count], habits });
    const region = await screen.findByRole('region', { name: 'Lo último que registraste' });
    expect(region.textContent).toContain('Recuento de hacienda');
    expect(within(region).queryByRole('button', { name: 'Deshacer' })).toBeNull();
    expect(within(region).getByRole('link', { name: 'Ver' })).toBeTruthy();
  });

  test('of two days ago is no more a hand’s to take back', async () => {
    const movement = { ...mine.movement, created_at: '2026-11-18T12:00:00.000Z' };
    await show({ movements: [{ ...mine, movement }], habits }, 'user');
    const region = await screen.findByRole('region', { name: 'Lo último que registraste' });
    expect(within(region).queryByRole('button', { name: 'Deshacer' })).toBeNull();
    expect(within(region).getByRole('link', { name: 'Ver' })).toBeTruthy();
  });
});

describe('what is told at a glance', () => {
  test.each([
    ['user', ['Lluvia nov.', 'Terneros', 'Por enviar']],
    ['owner', ['Terneros', 'Por enviar']],
  ] as const)('stands under the buttons of %s, with what is not told above', async (role, labels) => {
    await show({}, role);
    const cells = within(await screen.findByRole('region', { name: 'De un vistazo' })).getAllByRole('link');
    expect(cells.map((cell) => cell.firstElementChild?.textContent)).toEqual(labels);
  });
});

describe('the figures', () => {
  test('heads, their EV and the three largest categories by name', async () => {
    await show();
    expect(await figures()).toContain('Cabezas140140 EV, 80 novillitos, 60 vacas');
  });

  test.each([
    [[cell('vaca', 1)], 'Cabezas11 EV, 1 vaca'],
    [[], 'Cabezas0Sin hacienda cargada'],
    [[cell('vaca', 30), { ...cell('vaca', 4), lot: 'bajo' }], 'Cabezas3434 EV, 34 vacas'],
    [[cell('vaca', 10), { ...cell('vaca', -4), lot: 'bajo' }], 'Cabezas1010 EV, 10 vacasEl libro tiene 4 de menos'],
  ])('%j is «%s»', async (stock, words) => {
    await show({ stock });
    expect(await figures()).toContain(words);
  });

  test('say what is missing instead of a comparison, which would count it', async () => {
    await show({ stock: [cell('vaca', 10), { ...cell('novillito', -4), lot: 'bajo' }] });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(await figures()).toContain('Cabezas1010 EV, 10 vacasEl libro tiene 4 de menos');
    expect(await figures()).not.toContain('que a fin de');
  });

  test('of a farm without animals compare nothing with nothing', async () => {
    await show({ lots: [], stock: [] });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(await figures()).not.toContain('Las mismas que');
  });

  test('the rain of the month and of the year', async () => {
    const rain = { '2026-11': 62.5, '2026-11|sur': 62.5, '2026-03': 100, '2026-03|sur': 100 };
    await show({ rain });
    expect(await figures()).toContain('Lluvia en noviembre62,5 mm162,5 mm en 2026');
  });

  test('no rain where nobody wrote any down: that is not 0 mm', async () => {
    await show({ rain: {} });
    expect(await figures()).toContain('Lluvia en noviembre—Sin registros en 2026');
  });

  describe('the last rain', () => {
    const rained = (id: string, date: string, mm: number, deletedBy: string | null = null) =>
      movementView({ id, date, type: 'RAIN', metadata: { lot_id: null, mm, deletedBy, editHistory: [] } });

    test('stands beside them with its day', async () => {
      await show({
        movements: [rained('a', '2026-11-20', 12.5), rained('b', '2026-11-02', 30)],
        rain: { '2026-11|': 42.5 },
      });
      expect(await figures()).toContain('42,5 mm en 2026 · última: ayer, 12,5 mm');
    });

    test('is told without millimetres where two gauges were read that day', async () => {
      await show({ movements: [rained('a', '2026-11-05', 12), rained('b', '2026-11-05', 30)] });
      expect(await figures()).toContain('última: 05/11/2026');
      expect(await figures()).not.toContain('última: 05/11/2026,');
    });

    test('is none that was deleted', async () => {
      await show({ movements: [rained('a', '2026-11-20', 12, 'ana'), rained('b', '2026-11-02', 30)] });
      expect(await figures()).toContain('última: 02/11/2026, 30 mm');
    });
  });

  describe('against the end of last month', () => {
    const cows = (id: string, type: 'BIRTH' | 'DEATH', date: string, head: number) =>
      movementView({ id, type, date }, { lines: [cell('vaca', head)] });
    async function showRecords(...movements: readonly MovementView[]): Promise<void> {
      const farm = fakeFarm();
      const page: FarmViews['page'] = async ({ types = [], from = '' }) =>
        Promise.resolve({
          items: movements.filter(({ movement: { type, date } }) => types.includes(type) && date >= from),
          next: null,
        });
      Object.assign(farm.views, { page });
      const home = (
        <>
          <HomeScreen onRecord={recorded} onSearch={() => undefined} onOpen={opened} />
          <Toaster />
        </>
      );
      await renderScreen(home, {
        farm,
        session: fakeSession('owner'),
      });
    }

    test('the herd has grown by what came since', async () => {
      await showRecords(
        cows('a', 'BIRTH', '2026-11-20', 12),
        cows('b', 'DEATH', '2026-11-01', -2),
        cows('c', 'BIRTH', '2026-10-31', 40),
      );
      expect(await screen.findByText('10 más que a fin de octubre')).toBeDefined();
    });

    test('the herd has shrunk by what went since', async () => {
      await showRecords(cows('b', 'DEATH', '2026-11-01', -2));
      expect(await screen.findByText('2 menos que a fin de octubre')).toBeDefined();
    });

    test('nothing is said, nor drawn, while a new lot waits whose animals are in no record yet', async () => {
      const farm = fakeFarm();
      const lots = (await farm.views.lots()).map((view) => ({ ...view, lot: { ...view.lot, isOptimistic: true } }));
      Object.assign(farm.views, { lots: async () => Promise.resolve(lots) });
      const home = (
        <>
          <HomeScreen onRecord={recorded} onSearch={() => undefined} onOpen={opened} />
          <Toaster />
        </>
      );
      await renderScreen(home, {
        farm,
        session: fakeSession('owner'),
      });
      expect(await figures()).toContain('Lotes2');
      await waitFor(() => expect(screen.queryByText('Hacienda en el tiempo')).toBeNull());
      expect(document.body.textContent).not.toContain('a fin de octubre');
    });

    test('nothing is said of other heads than those that stand above', async () => {
      const farm = fakeFarm({ stock: [] });
      const born: MovementView[] = [];
      const tellers: (() => void)[] = [];
      Object.assign(farm.views, {
        stock: async () => Promise.resolve(born.flatMap(({ lines }) => lines)),
        page: async ({ types = [] }: { readonly types?: readonly string[] }) =>
          Promise.resolve({ items: types.includes('BIRTH') ? [...born] : [], next: null }),
      });
      Object.assign(farm, { onRows: (tell: () => void) => (tellers.push(tell), () => undefined) });
      await renderScreen(<HomeScreen onRecord={recorded} onSearch={() => undefined} onOpen={opened} />, {
        farm,
        session: fakeSession('owner'),
      });
      expect(await figures()).toContain('Cabezas0Sin hacienda cargada');
      await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
      for (const head of [4, 3]) {
        born.push(cows(`${head}`, 'BIRTH', '2026-11-20', head));
        for (const tell of tellers) tell();
        await waitFor(async () => expect(await figures()).toContain(head === 4 ? 'Cabezas4' : 'Cabezas7'));
        expect(await figures()).not.toContain('que a fin de');
        const all = head === 4 ? '4 más' : '7 más';
        expect(await screen.findByText(`${all} que a fin de octubre`, {}, { timeout: 4_000 })).toBeDefined();
      }
    });

    test('the herd is as it was', async () => {
      await showRecords();
      expect(await screen.findByText('Hacienda en el tiempo')).toBeDefined();
      expect(await screen.findByText('Las mismas que a fin de octubre')).toBeDefined();
    });
  });

  test('lots and hectares', async () => {
    await show();
    expect(await figures()).toContain('Lotes2200 ha');
  });

  test.each<[Role, boolean]>([
    ['owner', true],
    ['admin', true],
    ['user', false],
  ])('are for the office: %s %s', async (role, sees) => {
    await show({}, role);
    await screen.findByText('Últimos movimientos');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Números del establecimiento' }) !== null).toBe(sees),
    );
  });
});

describe('the last movements', () => {
  test('are said to be none where there are none', async () => {
    await show();
    expect(
      await screen.findByText('Todavía no hay movimientos. Registrá el primero y aparece acá, aunque no tengas señal.'),
    ).not.toBeNull();
  });

  test('wait with a new lot whose animals no record tells of yet, and are not said to be none', async () => {
    const lots = (await fakeFarm().views.lots()).map((view) => ({
      ...view,
      lot: { ...view.lot, isOptimistic: true },
      state: 'pendiente' as const,
    }));
    await show({ lots });
    const said =
      'Los animales de tus lotes nuevos están guardados en este celular: su carga aparece acá cuando se envíe.';
    expect(await screen.findByText(said)).not.toBeNull();
    expect(screen.queryByText(/Todavía no hay movimientos/)).toBeNull();
  });

  test('are ten at most, each with its kind, what, when, who and whether the server has it', async () => {
    const today = { id: 'm-0', date: '2026-11-21', created_at: '2026-11-21T14:05:00.000Z' };
    const movements = [
      movementView(today, { state: 'pendiente' }),
      ...Array.from({ length: 14 }, (_, index) => movementView({ id: `m-${index + 1}` })),
    ];
    await show({ movements });
    const list = await screen.findByRole('list', { name: 'Últimos movimientos' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows).toHaveLength(10);
    expect(rows[0]?.textContent).toBe('Nacimiento · 2 terneros al piehoy 11:05 · El Ombú · Ana PazPendiente');
    expect(rows[1]?.textContent).toBe('Nacimiento · 2 terneros al pie05/11/2026 · El Ombú · Ana PazEnviado');
    expect(rows[1]?.querySelector('a')?.getAttribute('href')).toBe('/data/m-1');
  });

  test.each([
    ['con_error', 'Con error'],
    ['revisar', 'Revisar'],
    ['enviando', 'Enviando'],
    ['espera_sesion', 'Pendiente'],
  ] as const)('%s reads «%s»', async (state, words) => {
    await show({ movements: [movementView({}, { state })] });
    expect(await screen.findByText(words)).not.toBeNull();
  });

  test('one that was deleted says so', async () => {
    await show({
      movements: [movementView({ metadata: { lot_id: null, deletedBy: 'beto', editHistory: [] } })],
    });
    expect(await screen.findByText('Eliminado · 05/11/2026 · El Ombú · Ana Paz')).not.toBeNull();
  });

  test('one that leaves no trace yet can be taken back', async () => {
    const farm = await show({
      movements: [movementView({}, { state: 'pendiente', pendingOp: 'op-1', canUndo: true })],
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Deshacer: Nacimiento/ }));
    expect(farm.done).toEqual([['undo', 'op-1']]);
  });

  test('«Ver todo» leads to all of them', async () => {
    await show();
    const link = (await screen.findByText('Ver todo')).closest('a');
    expect(link?.getAttribute('href')).toBe('/data');
  });
});
