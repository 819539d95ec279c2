// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RodeoScreen } from '../../../src/app/features/rodeos/rodeo-screen.tsx';
import { RodeosScreen } from '../../../src/app/features/rodeos/rodeos-screen.tsx';
import type { MovementView, ThingView } from '../../../src/app/sync/farm.ts';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { addDays, dayAt, formatDay } from '../../../src/domain/dates.ts';
import type { Rodeo } from '../../../src/domain/farm/places.ts';
import type { Cycle } from '../../../src/domain/office/cycles.ts';
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

const today = dayAt(Date.now());
const ago = (days: number): string => addDays(today, -days);

const [cria, invernada] = farmRows.rodeos as unknown as readonly [Rodeo, Rodeo];
const thing = (row: Rodeo, rest: Partial<ThingView<Rodeo>> = {}): ThingView<Rodeo> => ({
  row,
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
  ...rest,
});
const both: Partial<FarmValues> = { things: { rodeo: [thing(cria), thing(invernada)] } };

const weighing = (id: string, date: string, total_kg: number): MovementView =>
  movementView(
    {
      id,
      type: 'WEIGHING',
      date,
      rodeoId: 'invernada',
      animals: [{ type: 'novillito', count: 80, total_kg }],
    },
    { summary: '80 novillitos' },
  );

const treatment = (date: string, withdrawal_days: number): MovementView =>
  movementView(
    {
      id: 'ivermectina',
      type: 'TREATMENT',
      date,
      rodeoId: 'invernada',
      metadata: {
        lot_id: 'bajo',
        deletedBy: null,
        editHistory: [],
        withdrawal_days,
        products: [{ name: 'Ivermectina' }],
      },
    },
    { summary: 'Desparasitación · Ivermectina' },
  );

const opened = vi.fn<(name: string) => void>();
const ended = vi.fn<() => void>();
const recorded = vi.fn<(type: string) => void>();
const moved = vi.fn<() => void>();
const gone = vi.fn<() => void>();
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });

interface Shown {
  readonly values?: Partial<FarmValues>;
  readonly role?: Role;
  readonly sheet?: string | null;
}

async function showList({ values = both, role = 'owner', sheet = null }: Shown = {}): Promise<FakeFarm> {
  for (const act of [opened, ended]) act.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <RodeosScreen sheet={sheet} onSheet={opened} onSheetEnd={ended} />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  return farm;
}

async function showRodeo(id: string, { values = both, role = 'owner', sheet = null }: Shown = {}): Promise<FakeFarm> {
  for (const act of [opened, ended, recorded, moved, gone]) act.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <RodeoScreen
        id={id}
        sheet={sheet}
        onSheet={opened}
        onSheetEnd={ended}
        onRecord={recorded}
        onChangeLot={moved}
        onGone={gone}
      />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  return farm;
}

const lineOf = async (name: string): Promise<HTMLElement> => {
  const list = await screen.findByRole('list', { name: 'Rodeos' });
  const link = within(list).getByText(name).closest('a');
  if (!link) throw new Error(`no row of ${name}`);
  return link;
};

describe('the list of rodeos', () => {
  test('says how many there are, where they stand and how many animals each has', async () => {
    await showList();
    expect((await lineOf('Cría')).textContent).toContain('El Ombú');
    expect((await lineOf('Cría')).textContent).toContain('60 cab.');
    expect(screen.getByText('2 rodeos · 140 cab. · 140 EV')).not.toBeNull();
    expect((await lineOf('Cría')).getAttribute('href')).toBe('/rodeos/cria');
  });

  test('says the last weight and the daily gain, with three decimals', async () => {
    const movements = [weighing('b', ago(5), 80 * 222), weighing('a', ago(50), 80 * 180)];
    await showList({ values: { ...both, movements } });
    const line = await lineOf('Invernada');
    await waitFor(() => expect(line.textContent).toContain('222 kg · 0,933 kg/día'));
    expect((await lineOf('Cría')).textContent).not.toContain('kg');
  });

  test('says no gain where many of those weighed before are gone', async () => {
    const lines = [{ lot: 'bajo', rodeo: 'invernada', category: 'novillito', head: -40 }];
    const sold = movementView({ id: 'venta', type: 'SELL', date: ago(20), rodeoId: 'invernada' }, { lines });
    const movements = [weighing('b', ago(5), 80 * 222), sold, weighing('a', ago(50), 80 * 180)];
    await showList({ values: { ...both, movements } });
    const line = await lineOf('Invernada');
    await waitFor(() => expect(line.textContent).toContain('222 kg'));
    expect(line.textContent).not.toContain('kg/día');
  });

  test('marks a rodeo in its withdrawal period with the day on which it ends', async () => {
    await showList({ values: { ...both, movements: [treatment(ago(10), 35)] } });
    expect((await lineOf('Invernada')).textContent).toContain(`En retiro hasta ${formatDay(addDays(today, 25))}`);
    expect((await lineOf('Cría')).textContent).not.toContain('retiro');
  });

  test('no longer marks it the day after', async () => {
    await showList({ values: { ...both, movements: [treatment(ago(36), 35)] } });
    expect((await lineOf('Invernada')).textContent).not.toContain('retiro');
  });

  test('puts the inactive ones last', async () => {
    await showList({ values: { things: { rodeo: [thing({ ...cria, active: false }), thing(invernada)] } } });
    await lineOf('Cría');
    const names = within(screen.getByRole('list', { name: 'Rodeos' })).getAllByRole('link');
    expect(names.map((one) => one.textContent?.includes('Inactivo'))).toEqual([false, true]);
  });

  test('that is empty says what a rodeo is for, and offers to make one', async () => {
    await showList({ values: { things: {}, rodeos: [] } });
    expect(await screen.findByText(/Creá tus rodeos/)).not.toBeNull();
    press('Nuevo rodeo');
    expect(opened).toHaveBeenCalledWith('nuevo');
  });

  test('offers no change to a user', async () => {
    await showList({ role: 'user' });
    await lineOf('Cría');
    expect(screen.queryByRole('button', { name: 'Nuevo rodeo' })).toBeNull();
  });

  test('keeps a refused rodeo with its reason, and leads to its correction', async () => {
    const refused = thing(cria, { state: 'con_error', problem: 'Ya existe uno con ese nombre', pendingOp: 'op-9' });
    await showList({ values: { things: { rodeo: [refused] } } });
    expect(await screen.findByText('Ya existe uno con ese nombre')).not.toBeNull();
    press('Corregir');
    expect(opened).toHaveBeenCalledWith('cria');
  });
});

describe('a new rodeo', () => {
  test('is saved as it was typed', async () => {
    const farm = await showList({ sheet: 'nuevo' });
    await screen.findByLabelText('Nombre del rodeo');
    type('Nombre del rodeo', 'Recría');
    type('Actividad', 'recria');
    type('Raza', 'Angus');
    press('Verde');
    type('Objetivo de ganancia diaria', '0,5');
    press('Guardar');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const body = {
      name: 'Recría',
      activity: 'recria',
      breed: 'Angus',
      color: 'verde',
      target_daily_gain_kg: 0.5,
      active: true,
    };
    expect(farm.done).toEqual([['createThing', 'rodeo', body, 'rodeo nuevo']]);
  });

  test('with the name of another is told so at once; what was typed stays', async () => {
    const farm = await showList({ sheet: 'nuevo' });
    await screen.findByLabelText('Nombre del rodeo');
    type('Nombre del rodeo', ' cria');
    press('Guardar');
    expect((await screen.findAllByText('Ya existe uno con ese nombre')).length).toBeGreaterThan(0);
    expect(farm.done.some(([act]) => act === 'createThing')).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Nombre del rodeo').value).toBe(' cria');
  });

  test('half typed is found again', async () => {
    await showList({ values: { ...both, drafts: { 'rodeo nuevo': { name: 'Toros' } } }, sheet: 'nuevo' });
    expect(await screen.findByText('Recuperamos lo que estabas cargando')).not.toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Nombre del rodeo').value).toBe('Toros');
  });
});

describe('a rodeo', () => {
  test('that is not here says so, with a way back', async () => {
    await showRodeo('vendido');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rodeo no encontrado');
    expect(screen.getByText('Volver a Rodeos').closest('a')?.getAttribute('href')).toBe('/rodeos');
  });

  test('shows its animals by lot and category', async () => {
    await showRodeo('cria');
    const list = await screen.findByRole('list', { name: 'Hacienda por lote' });
    expect(list.textContent).toBe('El OmbúVaca 6060 cab.');
    expect(within(list).getByRole('link').getAttribute('href')).toBe('/lots/ombu');
  });

  test('says since when it stands in its lot', async () => {
    const lines = [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 }];
    const movements = [movementView({ id: 'mudanza', type: 'TRANSFER_RODEO', date: ago(12) }, { lines })];
    await showRodeo('cria', { values: { ...both, movements } });
    expect(await screen.findByText('hace 12 días')).not.toBeNull();
  });

  test.each([
    [0, /· hoy$/],
    [1, /· hace 1 día$/],
  ])('says the day of its last weight: %i days ago', async (days, words) => {
    const animals = [{ type: 'vaca', count: 60, total_kg: 25_200 }];
    const movements = [movementView({ id: 'pesada', type: 'WEIGHING', date: ago(days), rodeoId: 'cria', animals })];
    await showRodeo('cria', { values: { ...both, movements } });
    expect(await screen.findByText(words)).not.toBeNull();
  });

  describe('that is in service', () => {
    const cycle = (row: Partial<Cycle>): ThingView<Cycle> => ({
      ...thing(cria),
      row: {
        id: 'spring',
        organization_id: 'ombu',
        created_by: 'ana',
        created_at: `${today}T12:00:00.000Z`,
        updated_at: `${today}T12:00:00.000Z`,
        version: 1,
        deleted: false,
        name: 'Servicio primavera',
        rodeo_ids: ['cria'],
        service_type: 'natural',
        service_start: ago(100),
        service_end: ago(20),
        served: [],
        bulls: null,
        withdrawn: null,
        inseminations: [],
        state: 'a_tactar',
        suggested_state: null,
        vet: null,
        notes: null,
        indices: {},
        ...row,
      },
    });

    test('shows its cycle and what comes next in it, and leads there', async () => {
      await showRodeo('cria', { values: { things: { ...both.things, cycle: [cycle({})] } } });
      const card = await screen.findByRole('region', { name: 'Ciclo en curso' });
      expect(card.textContent).toContain('Servicio primaveraTacto en 40 díasA tactar');
      expect(within(card).getByRole('link').getAttribute('href')).toBe('/ciclos-reproductivos/spring');
    });

    test('shows none that is over, which stays among its cycles', async () => {
      await showRodeo('cria', { values: { things: { ...both.things, cycle: [cycle({ state: 'cerrado' })] } } });
      press('Ciclos');
      const list = await screen.findByRole('list', { name: 'Ciclos reproductivos' });
      expect(within(list).getByRole('link').getAttribute('href')).toBe('/ciclos-reproductivos/spring');
      expect(screen.queryByRole('region', { name: 'Ciclo en curso' })).toBeNull();
    });
  });

  test('tells its last weight, its gain, and that the group changed in between', async () => {
    const bought = [{ lot: 'bajo', rodeo: 'invernada', category: 'novillito', head: 20 }];
    const movements = [
      weighing('b', ago(5), 80 * 222),
      movementView({ id: 'compra', type: 'BUY', date: ago(20), rodeoId: 'invernada' }, { lines: bought }),
      weighing('a', ago(50), 60 * 180),
    ];
    await showRodeo('invernada', { values: { ...both, movements } });
    expect(await screen.findByText('222 kg', { selector: 'dd *, dd' })).not.toBeNull();
    expect(screen.getByText(/Grupo cambió/)).not.toBeNull();
    press('Pesadas');
    expect(screen.getByRole('table', { name: 'Pesadas del rodeo' }).textContent).toContain(formatDay(ago(50)));
  });

  test('in its withdrawal period says so above everything, with the product and the day', async () => {
    await showRodeo('invernada', { values: { ...both, movements: [treatment(ago(10), 35)] } });
    expect(await screen.findByText(`En retiro hasta ${formatDay(addDays(today, 25))}`)).not.toBeNull();
    expect(screen.getByText(/^Ivermectina\. Los animales quedan libres al día siguiente/)).not.toBeNull();
    press('Sanidad');
    expect(screen.getByRole('list', { name: 'Tratamientos' }).textContent).toContain('Ivermectina');
  });

  test('leads to its records, and to another lot', async () => {
    await showRodeo('cria');
    press('Pesar');
    expect(recorded).toHaveBeenCalledWith('WEIGHING');
    press('Mover');
    expect(moved).toHaveBeenCalledOnce();
  });
});

describe('changing a rodeo', () => {
  test('sends only what changed', async () => {
    const farm = await showRodeo('cria', { sheet: 'editar' });
    await screen.findByLabelText('Nombre del rodeo');
    type('Nombre del rodeo', 'Cría general');
    press('Guardar cambios');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(farm.done).toEqual([['editThing', 'rodeo', 'cria', { name: 'Cría general' }, 'rodeo cria']]);
  });

  test('that was refused starts from what was typed then', async () => {
    const refused = thing(cria, { state: 'con_error', problem: 'Ya existe uno con ese nombre', pendingOp: 'op-9' });
    const values = { things: { rodeo: [refused] }, payloads: { 'op-9': { name: 'Invernada' } } };
    await showRodeo('cria', { values, sheet: 'editar' });
    expect((await screen.findByLabelText<HTMLInputElement>('Nombre del rodeo')).value).toBe('Invernada');
    expect(screen.getAllByText('Ya existe uno con ese nombre').length).toBeGreaterThan(0);
  });
});

describe('deleting a rodeo', () => {
  const empty = { ...both, stock: [] };

  test('asks first, with what it does', async () => {
    const farm = await showRodeo('cria', { values: empty });
    press('Eliminar rodeo');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar Cría?' });
    expect(dialog.textContent).toContain('Sus movimientos quedan en la historia');
    press('Eliminar', dialog);
    await waitFor(() => expect(gone).toHaveBeenCalledOnce());
    expect(farm.done).toEqual([['deleteThing', 'rodeo', 'cria']]);
  });

  test('with animals in it offers to give them to another, and deletes nothing', async () => {
    const farm = await showRodeo('cria');
    press('Eliminar rodeo');
    const dialog = await screen.findByRole('alertdialog', { name: 'No se puede eliminar' });
    expect(dialog.textContent).toContain('60 cabezas');
    press('Cambiar de rodeo', dialog);
    expect(recorded).toHaveBeenCalledWith('CHANGE_RODEO');
    expect(farm.done).toEqual([]);
  });

  test('that does not work says why', async () => {
    const saved = failure({ reason: 'gone' as const, message: 'Este registro ya no está' });
    await showRodeo('cria', { values: { ...empty, saved } });
    press('Eliminar rodeo');
    press('Eliminar', await screen.findByRole('alertdialog'));
    expect(await screen.findByText('Este registro ya no está')).not.toBeNull();
    expect(gone).not.toHaveBeenCalled();
  });
});
