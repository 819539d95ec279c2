// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ChangeLotSheet } from '../../../src/app/features/change-lot/change-lot-sheet.tsx';
import type { MoveFrom } from '../../../src/app/features/change-lot/move.ts';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { dayAt } from '../../../src/domain/dates.ts';
import { failure } from '../../../src/domain/result.ts';
import { type FakeFarm, type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { farmRows } from '../../support/sim/farm-rows.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const today = dayAt(Date.now());
const closed = vi.fn<() => void>();
/** The farm answers after the sheet is there: what is touched may come a moment later. */
const press = async (name: string | RegExp, where: HTMLElement = document.body): Promise<void> =>
  void fireEvent.click(await within(where).findByRole('button', { name }));

async function open(from: MoveFrom, values: Partial<FarmValues> = {}): Promise<FakeFarm> {
  closed.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <ChangeLotSheet from={from} onClose={closed} />
      <Toaster />
    </>,
    { farm },
  );
  await screen.findByRole('dialog', { name: 'Mover' });
  return farm;
}
const recorded = (farm: FakeFarm): readonly unknown[] | undefined =>
  farm.done.find(([act]) => act === 'recordMovement')?.slice(1, 3);
const destination = async (name: RegExp): Promise<HTMLElement> =>
  await within(await screen.findByRole('list', { name: 'Lotes de destino' })).findByRole('button', { name });

const lotView = (id: string, name: string, receptivity_ev_ha: number | null): FarmValues['lots'][number] => {
  const [lot] = farmRows.lots;
  if (!lot) throw new Error('no lot');
  const animals = id === 'bajo' ? [{ id: 'a', count: 80, category: { id: 'novillito', name: 'Novillito' } }] : [];
  return {
    lot: { ...lot, id, name, receptivity_ev_ha, animals },
    state: 'enviado',
    problem: null,
    pendingOp: null,
    heads: 0,
  };
};

describe('moving from Inicio', () => {
  test('asks which first, and says so where it was not answered', async () => {
    const farm = await open({});
    await press('Mover');
    expect((await screen.findAllByText('Elegí cuáles')).length).toBeGreaterThan(0);
    await press('Cría · El Ombú (60)');
    fireEvent.click(await destination(/El Bajo/));
    await press('Mover 60 cabezas');
    await waitFor(() =>
      expect(recorded(farm)).toMatchObject(['TRANSFER_RODEO', { rodeo_id: 'cria', to_lot_id: 'bajo' }]),
    );
  });

  test('of many places finds them by a part of their names', async () => {
    const [vaca] = farmRows.cells;
    if (!vaca) throw new Error('no cell');
    const lots = Array.from({ length: 20 }, (_, at) => lotView(`lot-${at}`, `Potrero ${at}`, null));
    const stock = lots.map(({ lot }, at) => ({
      lot: lot.id,
      rodeo: 'cria',
      category: vaca.category_id,
      head: 40 - at,
    }));
    const farm = await open({}, { lots, stock });
    const offered = await screen.findByRole('list', { name: 'Rodeos y lotes' });
    expect(within(offered).getAllByRole('listitem')).toHaveLength(20);
    const sought = screen.getByRole('searchbox', { name: '¿Cuáles?' });
    fireEvent.change(sought, { target: { value: 'cría de la luna' } });
    expect(screen.getByText('Ningún rodeo ni lote se llama así')).toBeTruthy();
    fireEvent.change(sought, { target: { value: 'potrero 19' } });
    await press(/Cría · Potrero 19/);
    fireEvent.click(await destination(/Potrero 3/));
    await press('Mover 21 cabezas');
    await waitFor(() =>
      expect(recorded(farm)).toMatchObject(['TRANSFER_RODEO', { from_lot_id: 'lot-19', to_lot_id: 'lot-3' }]),
    );
  });
});

describe('moving what was never given a place', () => {
  const loose = [{ lot: null, rodeo: null, category: 'vaca', head: 3 }];

  test('takes animals without lot and rodeo to a lot', async () => {
    const farm = await open({}, { stock: loose });
    fireEvent.click(await destination(/El Bajo/));
    await press('Mover 3 cabezas');
    const animals = [{ type: 'vaca', count: 3 }];
    const payload = { date: today, from_lot_id: null, to_lot_id: 'bajo', rodeo_id: null, animals };
    await waitFor(() => expect(recorded(farm)).toEqual(['TRANSFER', payload]));
  });

  test('says on a farm without lots that a lot is missing, never that animals are', async () => {
    await open({}, { stock: loose, lots: [] });
    expect(await screen.findByText(/^No hay otro lote adonde mover\./)).not.toBeNull();
    expect(screen.queryByText('No hay animales para mover.')).toBeNull();
  });

  test('says so too where the only lot is where they stand', async () => {
    await open({ rodeoId: 'cria' }, { lots: [lotView('ombu', 'El Ombú', null)] });
    expect(await screen.findByText(/^No hay otro lote adonde mover\./)).not.toBeNull();
  });
});

describe('moving a whole rodeo', () => {
  test('takes the lot and one touch: the rodeo goes by its own record', async () => {
    const farm = await open({ rodeoId: 'cria' });
    fireEvent.click(await destination(/El Bajo/));
    await press('Mover 60 cabezas');
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    const payload = { date: today, rodeo_id: 'cria', from_lot_id: 'ombu', to_lot_id: 'bajo', whole: true };
    expect(recorded(farm)).toEqual(['TRANSFER_RODEO', payload]);
  });

  test('says what the lot carries then, and warns above what it bears, without forbidding', async () => {
    const farm = await open(
      { rodeoId: 'cria' },
      { lots: [lotView('ombu', 'El Ombú', null), lotView('bajo', 'El Bajo', 1)] },
    );
    const row = await destination(/El Bajo/);
    expect(row.textContent).toContain('1,4 EV/ha');
    expect(row.textContent).toContain('hoy 0,8');
    expect(row.textContent).toContain('Invernada');
    fireEvent.click(row);
    expect(await screen.findByText(/El Bajo queda con 1,4 EV\/ha: más de lo que aguanta \(1 EV\/ha\)/)).not.toBeNull();
    await press('Mover 60 cabezas');
    await waitFor(() => expect(recorded(farm)).toBeDefined());
  });

  test('never offers the lot where it stands', async () => {
    await open({ rodeoId: 'cria' });
    const list = await screen.findByRole('list', { name: 'Lotes de destino' });
    expect(within(list).queryByText('El Ombú')).toBeNull();
  });
});

describe('moving some animals of a lot', () => {
  test('goes from lot to lot, with their rodeo', async () => {
    const farm = await open({ lotId: 'ombu' });
    await press('Algunas categorías');
    await press('Sumar uno a Vaca');
    await press('Sumar uno a Vaca');
    fireEvent.click(await destination(/El Bajo/));
    await press('Mover 2 cabezas');
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    const animals = [{ type: 'vaca', count: 2 }];
    const payload = { date: today, from_lot_id: 'ombu', to_lot_id: 'bajo', rodeo_id: 'cria', animals };
    expect(recorded(farm)).toEqual(['TRANSFER', payload]);
  });

  test('says that what stands there is of today, where it was on an earlier day', async () => {
    await open({ lotId: 'ombu' });
    await press('Algunas categorías');
    expect(screen.getByText('hay 60')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^Qué, adónde y cuándo/ }));
    await press('Ayer');
    expect(screen.getByText('hoy hay 60')).not.toBeNull();
  });

  test('shows what was counted of a category that others took away meanwhile', async () => {
    const draft = { source: 'ombu|cria', what: 'parte', heads: { vaca: 10, novillito: 3 } };
    await open({ lotId: 'ombu' }, { drafts: { 'mover ombu ': draft } });
    expect(await screen.findByRole('button', { name: 'Mover 13 cabezas' })).not.toBeNull();
    const counter = await screen.findByRole('button', { name: '3, escribir la cantidad de Novillito' });
    expect(screen.getByText('hay 0')).not.toBeNull();
    for (const left of [2, 1, 0]) {
      await press('Restar uno a Novillito');
      await screen.findByRole('button', { name: `Mover ${10 + left} cabezas` });
    }
    expect(counter.isConnected).toBe(true);
  });

  test('all of a category by one touch', async () => {
    await open({ lotId: 'ombu' });
    await press('Algunas categorías');
    await press('0, escribir la cantidad de Vaca');
    await press('Todas (60)');
    expect(screen.getByRole('button', { name: 'Mover 60 cabezas' })).not.toBeNull();
  });

  test('of several rodeos asks which', async () => {
    const stock = [
      { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 },
      { lot: 'ombu', rodeo: null, category: 'novillito', head: 5 },
    ];
    const farm = await open({ lotId: 'ombu' }, { stock });
    await press('Sin rodeo · El Ombú (5)');
    fireEvent.click(await destination(/El Bajo/));
    await press('Mover 5 cabezas');
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    const animals = [{ type: 'novillito', count: 5 }];
    const payload = { date: today, from_lot_id: 'ombu', to_lot_id: 'bajo', rodeo_id: null, animals };
    expect(recorded(farm)).toEqual(['TRANSFER', payload]);
  });
});

describe('a move that is put away', () => {
  test('is no draft while nothing but the animals was chosen', async () => {
    const farm = await open({});
    await press('Cría · El Ombú (60)');
    await press('Cerrar');
    expect(closed).toHaveBeenCalledOnce();
    expect(screen.queryByText('Borrador guardado')).toBeNull();
    expect(farm.done.at(-1)).toEqual(['saveDraft', 'mover  ', null]);
  });

  test('and such a one that is found on the disk is not told', async () => {
    await open({}, { drafts: { 'mover  ': { source: 'ombu cria' } } });
    expect(await screen.findByRole('button', { name: 'Cría · El Ombú (60)' })).toBeDefined();
    expect(screen.queryByText('Recuperamos lo que estabas cargando')).toBeNull();
  });

  test('is one with its lot: it says so, and is found again', async () => {
    const farm = await open({ rodeoId: 'cria' });
    fireEvent.click(await destination(/El Bajo/));
    await press('Cerrar');
    expect(await screen.findByText('Borrador guardado')).toBeDefined();
    await waitFor(() => expect(farm.done.at(-1)).toMatchObject(['saveDraft', 'mover  cria', { toLotId: 'bajo' }]));
  });
});

describe('a move that lacks something', () => {
  test('without a lot says so, and saves nothing', async () => {
    const farm = await open({ rodeoId: 'cria' });
    await destination(/El Bajo/);
    await press('Mover 60 cabezas');
    expect((await screen.findAllByText('Elegí el lote de destino')).length).toBeGreaterThan(0);
    expect(recorded(farm)).toBeUndefined();
  });

  test('that was not saved says why, and what was chosen stays', async () => {
    await open({ rodeoId: 'cria' }, { saved: failure({ reason: 'storage', message: '' }) });
    fireEvent.click(await destination(/El Bajo/));
    await press('Mover 60 cabezas');
    expect(await screen.findByText('Error al transferir animales')).not.toBeNull();
    expect(
      screen.getByRole('button', { name: 'Qué, adónde y cuándo: Cría · El Ombú → El Bajo · Hoy, cambiar' }),
    ).toBeTruthy();
  });

  test('of a place without animals says that there are none', async () => {
    await open({ lotId: 'ombu' }, { stock: [] });
    expect(await screen.findByText('No hay animales para mover.')).not.toBeNull();
  });
});
