// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CreateLotScreen } from '../../../src/app/features/lots/create-lot-screen.tsx';
import { LotFigures } from '../../../src/app/features/lots/lot-facts.tsx';
import { LotScreen } from '../../../src/app/features/lots/lot-screen.tsx';
import { ApplicationError } from '../../../src/app/features/shell/application-error.tsx';
import type { SaveProblem } from '../../../src/app/sync/farm.ts';
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

afterEach(() => {
  cleanup();
  toast.remove();
});

const fakeLots = await fakeFarm().views.lots();
const gone = vi.fn<() => void>();
const recorded = vi.fn<(type: string) => void>();
const edited = vi.fn<() => void>();
const changedLot = vi.fn<() => void>();
const made = vi.fn<(id: string) => void>();
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });
const box = (label: string): HTMLInputElement => screen.getByLabelText(label, { exact: false });
const refused = (problem: SaveProblem) => ({ saved: failure(problem) });

async function showLot(
  id: string,
  values: Partial<FarmValues> = {},
  role: Role = 'owner',
  isEditing = false,
): Promise<FakeFarm> {
  for (const act of [gone, recorded, edited, changedLot]) act.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <LotScreen
        id={id}
        isEditing={isEditing}
        sheet={null}
        onSheet={() => undefined}
        onSheetEnd={() => undefined}
        onEdit={edited}
        onEditEnd={edited}
        onGone={gone}
        onRecord={recorded}
        onChangeLot={changedLot}
        onCount={() => undefined}
      />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  return farm;
}
const emptyLots = (): FarmValues['lots'] =>
  (['ombu'] as const).map((id) => ({
    lot: {
      id,
      name: 'El Ombú',
      hectares: 1200.5,
      order: 1,
      deleted: false,
      campo_id: null,
      use: null,
      is_grazing: true,
      receptivity_ev_ha: null,
      notes: null,
      version: 1,
      animals: [],
    },
    state: 'enviado',
    problem: null,
    pendingOp: null,
    heads: 0,
  }));

describe('a lot', () => {
  test('that is not here is «Lote no encontrado», with a way back', async () => {
    await showLot('vendido');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lote no encontrado');
    expect(screen.getByText('Volver a Lotes').closest('a')?.getAttribute('href')).toBe('/lots');
  });

  test('says its hectares, its heads and what it carries', async () => {
    const [first] = emptyLots();
    if (!first) throw new Error('no lot');
    const animals = [{ id: 'a', count: 60, category: { id: 'vaca', name: 'Vaca' } }];
    const lot = { ...first.lot, hectares: 50, receptivity_ev_ha: 1, animals };
    await showLot('ombu', { lots: [{ ...first, lot, heads: 60 }] });
    for (const figure of ['50 ha', 'cabezas · 1,2 cab/ha', '1,2', 'Sobrecargado']) {
      expect(await screen.findByText(figure)).not.toBeNull();
    }
    const stock = await screen.findByRole('list', { name: 'Hacienda por categoría' });
    expect(stock.textContent).toBe('VacaCría60');
    // Where a narrow phone breaks the line, the dot stays at the end of it.
    const dots = [...document.querySelectorAll('dd')].flatMap(({ textContent }) => textContent.match(/.·/gu) ?? []);
    expect(new Set(dots)).toEqual(new Set(['\u00a0·']));
  });

  test('that the server refused says why', async () => {
    const lots = emptyLots().map((view) => ({
      ...view,
      state: 'con_error' as const,
      problem: 'Error al crear el lote',
    }));
    await showLot('ombu', { lots });
    expect(screen.getByText('Error al crear el lote')).not.toBeNull();
    expect(screen.getByText('Con error')).not.toBeNull();
  });
});

describe('how long a lot has been grazed', () => {
  const moved = (date: string, head: number) =>
    movementView(
      { id: date, date, type: 'TRANSFER' },
      { lines: [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head }] },
    );
  const figures = (): string => document.querySelector('dl')?.textContent ?? '';
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T15:00:00.000Z') });
  });
  afterEach(() => vi.useRealTimers());

  test('is counted from the day when animals came into it', async () => {
    await showLot('ombu', { movements: [moved('2026-11-09', 60)] });
    await waitFor(() => expect(figures()).toContain('Ocupado12 díasdesde el 09/11/2026'));
  });

  test('is how long it rests where nothing stands', async () => {
    const [lot] = fakeLots;
    const lots = lot ? [{ ...lot, heads: 0 }] : [];
    await showLot('ombu', { lots, movements: [moved('2026-11-20', -60), moved('2026-11-01', 60)] });
    await waitFor(() => expect(figures()).toContain('En descanso1 díadesde el 20/11/2026'));
  });

  test('is not told where the book falls short of more than stands', async () => {
    const animals = [{ id: 'vaca', count: -11, category: { id: 'vaca', name: 'Vaca' } }];
    const lots = fakeLots.map((view) => ({ ...view, heads: 5, lot: { ...view.lot, animals } }));
    await showLot('ombu', { lots, movements: [moved('2026-11-20', -60)] });
    await waitFor(() => expect(figures()).toContain('Hacienda5'));
    expect(figures()).not.toMatch(/Ocupado|En descanso/);
  });

  test('is told as at least so long where there are more records than are read', async () => {
    const farm = fakeFarm();
    const items = Array.from({ length: 25 }, (_, at) =>
      movementView({ id: `${at}`, type: 'RAIN', date: '2026-10-12' }),
    );
    vi.spyOn(farm.views, 'page').mockImplementation(async () => Promise.resolve({ items, next: 'más' }));
    await renderScreen(
      <>
        {fakeLots.map((lot) => (
          <LotFigures key={lot.lot.id} view={{ ...lot, heads: 60 }} />
        ))}
      </>,
      { farm },
    );
    await waitFor(() => expect(figures()).toContain('OcupadoAl menos 40 díasdesde el 12/10/2026 o antes'));
  });

  test('is not said where no record tells', async () => {
    await showLot('ombu');
    await waitFor(() => expect(figures()).toContain('Carga'));
    expect(figures()).not.toMatch(/Ocupado|En descanso/);
  });
});

describe('the water of a lot', () => {
  const withWater = (water: string, water_on: string) =>
    fakeLots.map((view) => ({ ...view, lot: { ...view.lot, water, water_on } }));
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T15:00:00.000Z') });
  });
  afterEach(() => vi.useRealTimers());
  const card = async (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Agua' });

  test.each<Role>(['owner', 'user'])('is told by one touch, by anybody: %s', async (role) => {
    const farm = await showLot('ombu', {}, role);
    expect((await card()).textContent).toContain('Nadie la anotó todavía.');
    press('Baja', await card());
    await waitFor(() => expect(farm.done).toEqual([['seeWater', 'ombu', { water: 'baja', water_on: '2026-11-21' }]]));
    expect(await screen.findByText('Guardado')).toBeDefined();
  });

  test('says how it was and when, and the same is told anew on another day', async () => {
    const farm = await showLot('ombu', { lots: withWater('normal', '2026-11-20') });
    expect((await card()).textContent).toContain('Última recorrida: ayer');
    expect(
      within(await card())
        .getByRole('button', { name: 'Normal' })
        .getAttribute('aria-pressed'),
    ).toBe('true');
    press('Normal', await card());
    await waitFor(() => expect(farm.done).toHaveLength(1));
  });

  test('that could not be written down says so', async () => {
    await showLot('ombu', refused({ reason: 'storage', message: 'No hay lugar en el celular' }));
    press('Seca', await card());
    expect(await screen.findByText('No hay lugar en el celular')).toBeDefined();
  });
});

describe('deleting a lot', () => {
  const confirm = async (): Promise<void> => {
    press('Eliminar lote');
    press('Eliminar', await screen.findByRole('alertdialog', { name: '¿Eliminar El Ombú?' }));
  };

  test('asks first', async () => {
    const farm = await showLot('ombu', { lots: emptyLots() });
    await confirm();
    await waitFor(() => expect(gone).toHaveBeenCalledOnce());
    expect(farm.done).toEqual([['deleteLot', 'ombu']]);
  });

  test('with animals in it offers to move them, and deletes nothing', async () => {
    const farm = await showLot('ombu');
    press('Eliminar lote');
    const dialog = await screen.findByRole('alertdialog', { name: 'No se puede eliminar' });
    expect(dialog.textContent).toContain('El lote tiene animales: movelos a otro lote antes de eliminarlo');
    press('Mover animales', dialog);
    expect(changedLot).toHaveBeenCalledOnce();
    expect(farm.done).toEqual([]);
  });

  test.each<[SaveProblem, string]>([
    [{ reason: 'invalid', issues: [] }, 'Error al eliminar el lote'],
    [{ reason: 'gone', message: 'Este registro ya no está' }, 'Este registro ya no está'],
  ])('that does not work, %j, says «%s»', async (problem, sentence) => {
    await showLot('ombu', { lots: emptyLots(), ...refused(problem) });
    await confirm();
    expect(await screen.findByText(sentence)).not.toBeNull();
    expect(gone).not.toHaveBeenCalled();
  });

  test('is not for a user', async () => {
    await showLot('ombu', {}, 'user');
    expect(screen.queryByRole('button', { name: 'Eliminar lote' })).toBeNull();
  });
});

async function showForm(values: Partial<FarmValues> = {}): Promise<FakeFarm> {
  made.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(<CreateLotScreen onDone={made} />, { farm });
  await screen.findByLabelText('Nombre del lote', { exact: false });
  return farm;
}

describe('a new lot', () => {
  test('is saved with its hectares, and its screen opens', async () => {
    const farm = await showForm();
    type('Nombre del lote', 'El Sauce');
    type('Hectáreas', '40,5');
    press('Guardar lote');
    await waitFor(() => expect(made).toHaveBeenCalledWith('movement-1'));
    expect(farm.done).toEqual([['createLot', { name: 'El Sauce', hectares: 40.5 }, 'lote-nuevo']]);
  });

  test('is saved with its water as it is today, which a second touch takes back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T15:00:00.000Z') });
    const farm = await showForm();
    type('Nombre del lote', 'El Sauce');
    type('Hectáreas', '40');
    for (const level of ['Baja', 'Baja', 'Llena']) press(level);
    press('Guardar lote');
    await waitFor(() => expect(made).toHaveBeenCalled());
    vi.useRealTimers();
    const typed = { name: 'El Sauce', hectares: 40, water: 'llena', water_on: '2026-11-21' };
    expect(farm.done.find(([act]) => act === 'createLot')).toEqual(['createLot', typed, 'lote-nuevo']);
  });

  test.each([
    ['', '40', 'Nombre del lote', 'Ingresá el nombre del lote'],
    ['El Sauce', '', 'Hectáreas', 'Ingresá las hectáreas'],
    ['El Sauce', 'muchas', 'Hectáreas', 'Ingresá las hectáreas'],
    ['El Sauce', '-3', 'Hectáreas', 'Ingresá las hectáreas'],
  ])('«%s» with «%s» hectares: %s: %s; what was typed stays', async (name, hectares, label, sentence) => {
    const farm = await showForm();
    type('Nombre del lote', name);
    type('Hectáreas', hectares);
    press('Guardar lote');
    await waitFor(() => expect(box(label).getAttribute('aria-invalid')).toBe('true'));
    const error = document.getElementById(box(label).getAttribute('aria-errormessage') ?? '');
    expect(error?.textContent).toBe(sentence);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Falta corregir 1 dato'));
    fireEvent.click(screen.getByRole('link', { name: `${label}: ${sentence}` }));
    expect(document.activeElement).toBe(box(label));
    expect([box('Nombre del lote').value, box('Hectáreas').value]).toEqual([name, hectares]);
    expect(farm.done.filter(([act]) => act === 'createLot')).toEqual([]);
  });

  test.each<[SaveProblem, string]>([
    [{ reason: 'storage', message: '' }, 'Error al crear el lote'],
    [{ reason: 'storage', message: 'No se pudo guardar en este celular' }, 'No se pudo guardar en este celular'],
    [
      { reason: 'invalid', issues: [{ path: '', message: 'Otros registros sin enviar dependen de este' }] },
      'Otros registros sin enviar dependen de este',
    ],
  ])('that is not saved, %j, says «%s», and what was typed stays', async (problem, sentence) => {
    const farm = await showForm(refused(problem));
    type('Nombre del lote', 'El Sauce');
    type('Hectáreas', '40');
    press('Guardar lote');
    expect((await screen.findByText(sentence)).closest('[role=alert]')).not.toBeNull();
    expect(box('Nombre del lote').value).toBe('El Sauce');
    expect(farm.done.at(-1)).toMatchObject(['saveDraft', 'lote-nuevo', { name: 'El Sauce' }]);
    expect(made).not.toHaveBeenCalled();
  });
});

describe('a name that another lot has', () => {
  const error = async (): Promise<string | undefined> => {
    await waitFor(() => expect(box('Nombre del lote').getAttribute('aria-invalid')).toBe('true'));
    return document.getElementById(box('Nombre del lote').getAttribute('aria-errormessage') ?? '')?.textContent;
  };

  test('is not given to a new one, case and accents aside', async () => {
    const farm = await showForm();
    type('Nombre del lote', 'el ombu ');
    type('Hectáreas', '40');
    press('Guardar lote');
    expect(await error()).toBe('Ya existe un lote con ese nombre');
    expect(farm.done.filter(([act]) => act === 'createLot')).toEqual([]);
  });

  test('is not given to an old one, which keeps its own', async () => {
    const farm = await showLot('ombu', {}, 'owner', true);
    type('Nombre del lote', 'El Bajo');
    press('Guardar cambios');
    expect(await error()).toBe('Ya existe un lote con ese nombre');
    type('Nombre del lote', 'EL OMBÚ');
    press('Guardar cambios');
    await waitFor(() => expect(farm.done).toContainEqual(['editLot', 'ombu', { name: 'EL OMBÚ' }]));
  });
});

describe('changing a lot', () => {
  const save = async (name: string): Promise<void> => {
    await screen.findByLabelText('Nombre del lote');
    type('Nombre del lote', name);
    press('Guardar cambios');
  };

  test('sends only what was changed', async () => {
    const farm = await showLot('ombu', { lots: emptyLots() }, 'owner', true);
    await save('El Ombú Chico');
    await waitFor(() => expect(edited).toHaveBeenCalledOnce());
    expect(farm.done).toEqual([
      ['editLot', 'ombu', { name: 'El Ombú Chico' }],
      ['saveDraft', 'lote ombu', null],
    ]);
  });

  test('that does not work says why, and what was typed stays', async () => {
    const issues = [{ path: '', message: 'Otros registros sin enviar dependen de este' }];
    await showLot('ombu', { lots: emptyLots(), ...refused({ reason: 'invalid', issues }) }, 'owner', true);
    await save('El Ombú Chico');
    expect(await screen.findByText(/dependen de este/)).not.toBeNull();
    expect(box('Nombre del lote').value).toBe('El Ombú Chico');
    expect(edited).not.toHaveBeenCalled();
  });
});

describe('a screen that broke', () => {
  test('is headed «Unexpected Application Error!», in English, and says in Spanish what to do', async () => {
    await renderScreen(<ApplicationError error={new Error('boom')} />);
    const heading = screen.getByRole('heading', { name: 'Unexpected Application Error!' });
    expect(heading.getAttribute('lang')).toBe('en');
    expect(screen.getByText(/no se perdió ningún registro\./)).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Recargar' })).not.toBeNull();
    expect(document.body.textContent).not.toContain('boom');
  });

  test('because its file did not come claims no newer version: there may be no signal', async () => {
    await renderScreen(
      <ApplicationError error={new TypeError('Failed to fetch dynamically imported module: /a.js')} />,
    );
    expect(
      screen.getByText(/^No llegó esta pantalla: falta señal, o hay una versión nueva de la app\./),
    ).not.toBeNull();
  });
});
