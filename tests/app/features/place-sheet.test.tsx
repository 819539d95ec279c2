// @vitest-environment happy-dom
import { AnimalIcon } from '../../../src/app/ui/animal-icon.tsx';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PlaceSheet } from '../../../src/app/features/record/place-sheet.tsx';
import type { FarmThings } from '../../../src/app/features/record/start.ts';
import { fakeFarm } from '../../support/fake-farm.tsx';
import { farmRows } from '../../support/sim/farm-rows.ts';

const picked = vi.fn<(value: string | null) => void>();
const closed = vi.fn<() => void>();
const asked = vi.fn<(...how: readonly unknown[]) => void>();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  picked.mockClear();
  closed.mockClear();
  asked.mockClear();
});

/** A phone that may be asked where it is, or may not; and where it is. */
function standAt(
  state: PermissionState,
  place: { readonly latitude: number; readonly longitude: number } | null,
): void {
  vi.stubGlobal('navigator', {
    permissions: { query: async () => Promise.resolve({ state }) },
    geolocation: {
      getCurrentPosition: (
        found: (position: { readonly coords: unknown }) => void,
        failed: (why: Error) => void,
        how: unknown,
      ) => {
        asked(how);
        if (place) found({ coords: place });
        else failed(new Error('no place at hand'));
      },
    },
  });
}

const [south] = farmRows.campos;
const campos = [
  { ...south, latitude: -36.5, longitude: -60 },
  { ...south, id: 'norte', name: 'Campo Norte', latitude: -27, longitude: -60 },
] as FarmThings['campos'];

async function farmOf(
  lots: readonly (readonly [name: string, campo: string | null])[],
  more: Partial<FarmThings> = {},
) {
  const { views } = fakeFarm();
  const [[like], rodeos, categories] = await Promise.all([views.lots(), views.rodeos(), views.categories()]);
  if (!like) throw new Error('no lot');
  const things: FarmThings = {
    lots: lots.map(([name, campo_id], at) => ({ ...like, lot: { ...like.lot, id: `lot-${at}`, name, campo_id } })),
    rodeos,
    campos: farmRows.campos as FarmThings['campos'],
    categories,
    stock: [],
    habits: { byType: {}, recentLotIds: [] },
    isWhole: true,
    ...more,
  };
  return things;
}
async function show(things: FarmThings, noneWord?: string): Promise<void> {
  const places = things.lots.map(({ lot }) => ({ id: lot.id, name: lot.name }));
  const props = { label: 'Lote', half: 'lot', value: undefined, noneWord, onPick: picked, onClose: closed } as const;
  render(<PlaceSheet {...props} places={places} things={things} />);
  await waitFor(() => expect(screen.queryByRole('list')).not.toBeNull());
}
const rows = (): string[] =>
  within(screen.getByRole('list', { name: 'Lote: todos' }))
    .getAllByRole('button')
    .map((row) => row.textContent ?? '');
const look = (text: string): void =>
  void fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar' }), { target: { value: text } });

describe('the list of all lots', () => {
  test('has those of last time first, then by name, figures as figures', async () => {
    const lots = [['Lote 10'], ['Lote 9'], ['El Bajo']].map(([name = '']) => [name, null] as const);
    await show(await farmOf(lots, { habits: { byType: {}, recentLotIds: ['lot-0'] } }));
    expect(rows()).toEqual(['Lote 10Vacío', 'El BajoVacío', 'Lote 9Vacío']);
  });

  test('says the campo where there are several, and what stands there', async () => {
    const stock = [
      { lot: 'lot-0', rodeo: 'cria', category: 'vaca', head: 127 },
      { lot: 'lot-1', rodeo: 'cria', category: 'vaca', head: 1 },
      { lot: 'lot-1', rodeo: null, category: 'novillito', head: 338 },
      { lot: 'lot-1', rodeo: null, category: 'vaca', head: 2 },
      { lot: null, rodeo: null, category: 'vaca', head: 4 },
    ];
    await show(
      await farmOf(
        [
          ['Tajamar', 'norte'],
          ['El Bajo', 'sur'],
        ],
        { campos, stock },
      ),
      'Sin lote',
    );
    expect(rows()).toEqual([
      'TajamarCampo Norte · 127 vacas',
      'El BajoCampo Sur · 338 novillitos y 3 más',
      'Sin lote4 vacas',
    ]);
  });

  test('draws what a lot holds most, as its list does, and grass where nothing stands', async () => {
    const linesOf = (drawing: Element): (string | null)[] =>
      [...drawing.querySelectorAll('path')].map((path) => path.getAttribute('d'));
    const wanted = (['cow', 'steer', 'none'] as const).map((shape) =>
      linesOf(render(<AnimalIcon shape={shape} />).container),
    );
    cleanup();
    const stock = [
      { lot: 'lot-0', rodeo: 'cria', category: 'vaca', head: 127 },
      { lot: 'lot-0', rodeo: 'cria', category: 'novillito', head: 3 },
      { lot: 'lot-1', rodeo: null, category: 'novillito', head: 8 },
    ];
    const lots = ['A', 'B', 'C'].map((name) => [name, null] as const);
    const categories = farmRows.categories.map((one) => ({
      ...one,
      senasa_code: one.id === 'vaca' ? 'VACA' : 'NOVILLITO',
    }));
    await show(await farmOf(lots, { stock, categories }));
    const outlines = [...document.querySelectorAll('li svg')].map(linesOf);
    expect(outlines).toEqual(wanted);
  });

  test('of a phone that does not hold the whole farm says of no lot that it is empty', async () => {
    await show(await farmOf([['El Bajo', null]], { isWhole: false }));
    expect(rows()).toEqual(['El Bajo']);
    expect(document.querySelector('li svg')?.getAttribute('class')).toContain('lucide-fence');
  });

  test('is searched without accents and capitals, by the campo too', async () => {
    await show(
      await farmOf(
        [
          ['El Ñandú', 'norte'],
          ['La Loma', 'sur'],
        ],
        { campos },
      ),
    );
    look('nandu');
    expect(rows()).toEqual(['El ÑandúCampo Norte · Vacío']);
    look(' CAMPO sur ');
    expect(rows()).toEqual(['La LomaCampo Sur · Vacío']);
    look('zzz');
    expect(screen.getByRole('status').textContent).toBe('Ningún lote se llama así');
    expect(screen.queryByRole('list')).toBeNull();
  });

  test('gives back the lot that is touched, and none by its word', async () => {
    await show(await farmOf([['El Bajo', null]]), 'Sin lote');
    fireEvent.click(screen.getByRole('button', { name: /^El Bajo/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Sin lote' }));
    expect(picked.mock.calls).toEqual([['lot-0'], [null]]);
  });

  test('of a thousand lots draws fifty, more by a touch, and finds the last by its name', async () => {
    await show(await farmOf(Array.from({ length: 1000 }, (_, at) => [`Lote ${at + 1}`, null] as const)));
    expect(rows()).toHaveLength(50);
    fireEvent.click(screen.getByRole('button', { name: 'Mostrar más (950)' }));
    expect(rows()).toHaveLength(100);
    look('lote 1000');
    expect(rows()).toEqual(['Lote 1000Vacío']);
    expect(screen.queryByRole('button', { name: /^Mostrar más/ })).toBeNull();
  });
});

describe('the nearest lot', () => {
  const lots = [
    ['Aguada', 'sur'],
    ['Tajamar', 'norte'],
    ['Suelto', null],
  ] as const;

  test('is the first where the phone has its place at hand: the one that it has, without waiting', async () => {
    standAt('granted', { latitude: -27.1, longitude: -60.1 });
    await show(await farmOf(lots, { campos }));
    expect(rows().map((row) => row.slice(0, 6))).toEqual(['Tajama', 'Aguada', 'Suelto']);
    expect(asked.mock.calls).toEqual([[{ maximumAge: 900_000, timeout: 0 }]]);
  });

  test('nobody is asked where he is who did not allow it before', async () => {
    standAt('prompt', { latitude: -27.1, longitude: -60.1 });
    await show(await farmOf(lots, { campos }));
    expect(asked).not.toHaveBeenCalled();
    expect(rows()[0]).toMatch(/^Suelto/);
  });

  test('of a phone that has none at hand the list stands by its names', async () => {
    standAt('granted', null);
    await show(await farmOf(lots, { campos }));
    expect(asked).toHaveBeenCalledOnce();
    expect(rows()[0]).toMatch(/^Suelto/);
  });

  test('of a phone that says nothing at all the list does not wait for it', async () => {
    vi.stubGlobal('navigator', { permissions: { query: async () => new Promise(() => undefined) } });
    await show(await farmOf(lots, { campos }));
    expect(rows()).toHaveLength(3);
  });
});
