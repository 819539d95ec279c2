// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StorageFailure } from '../../../../src/app/store/store.ts';
import { StartCard } from '../../../../src/app/features/start/start-card.tsx';
import { StartScreen } from '../../../../src/app/features/start/start-screen.tsx';
import { failure, success } from '../../../../src/domain/result.ts';
import type { Role } from '../../../../src/domain/people/roles.ts';
import {
  calm,
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  fakeSession,
  renderScreen,
} from '../../../support/fake-farm.tsx';

const empty: Partial<FarmValues> = { lots: [], rodeos: [], campos: [], stock: [], members: [] };
const full = fakeFarm();

afterEach(cleanup);

const opened = vi.fn<(lotId: string) => void>();
const campo = vi.fn<() => void>();

async function show(values: Partial<FarmValues> = {}, role: Role = 'owner'): Promise<FakeFarm> {
  opened.mockClear();
  campo.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(<StartScreen onCampo={campo} onOpening={opened} />, { farm, session: fakeSession(role) });
  return farm;
}
const heading = (title: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^${title}`) });
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const openStep = (): (string | null)[] =>
  screen.getAllByRole('button', { expanded: true }).map((button) => button.textContent);
const made = (farm: FakeFarm): readonly unknown[] =>
  farm.done.filter(([name]) => name !== 'saveDraft').map(([name, ...given]) => [name, ...given.slice(0, 2)]);

describe('the steps', () => {
  test('of a new farm are asked for, but for the farm itself', async () => {
    await show(empty);
    expect(await screen.findByText('1 de 5 pasos', { selector: 'strong' })).toBeDefined();
    expect(screen.getAllByRole('heading', { level: 2 }).map((step) => step.textContent)).toEqual([
      'EstablecimientoHecho · El Ombú',
      '2CampoFalta · El nombre y las hectáreas',
      '3LotesFalta · De a uno, o pegados de una planilla',
      '4RodeosFalta · Uno solo, o los que tengas',
      '5Hacienda que ya estáFalta · Lo que hay hoy en cada lote',
      '6EquipoOpcional · Quién más va a registrar',
    ]);
    expect(openStep()).toEqual(['2CampoFalta · El nombre y las hectáreas']);
  });

  test('are done by what the farm holds', async () => {
    await show({ rodeos: [], stock: [{ lot: 'ombu', rodeo: null, category: 'vaca', head: 60 }] });
    expect(await screen.findByText('4 de 5 pasos', { selector: 'strong' })).toBeDefined();
    expect(heading('Lotes').textContent).toBe('LotesHecho · 2 lotes · 200 ha');
    expect(heading('Hacienda').textContent).toBe('Hacienda que ya estáHecho · 60 cabezas en 2 de 2 lotes');
    expect(openStep()).toEqual(['4RodeosFalta · Uno solo, o los que tengas']);
  });

  test('are not done while lines of a pasted list are no lots: its step opens, with them', async () => {
    await show({ drafts: { 'empezar lotes pegados': { text: 'La Loma\t40' } } });
    expect(await screen.findByText('4 de 5 pasos', { selector: 'strong' })).toBeDefined();
    const title = 'LotesFalta · Quedan renglones pegados sin guardar';
    await waitFor(() => expect(openStep()).toEqual([`3${title}`]));
    expect(screen.getByRole('button', { name: 'Guardar 1 lote' })).toBeDefined();
    press('Vaciar la lista');
    await waitFor(() => expect(heading('Lotes').textContent).toContain('Hecho · 2 lotes'));
  });

  test('that are all done say so', async () => {
    await show();
    expect(await screen.findByText('5 de 5 pasos', { selector: 'strong' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ir a Inicio' }).getAttribute('href')).toBe('/dashboard');
  });

  test('say nothing before the farm is known', async () => {
    const farm = fakeFarm({ ...empty, status: { ...calm, ready: false, arriving: 'lots' } });
    Object.assign(farm.views, { lots: async () => new Promise(() => undefined) });
    await renderScreen(<StartScreen onCampo={campo} onOpening={opened} />, { farm });
    expect(screen.getByText('Cargando…')).toBeDefined();
    expect(screen.queryByText(/Falta/)).toBeNull();
    expect(screen.queryByText(/\d pasos/)).toBeNull();
  });

  test('may be passed over, and the next one has the focus', async () => {
    await show(empty);
    press('Seguir sin esto por ahora');
    expect(openStep()).toEqual([heading('Lotes').textContent]);
    expect(document.activeElement).toBe(heading('Lotes'));
  });

  test('lead to the forms that there are', async () => {
    await show(empty);
    press('Cargar el campo');
    expect(campo).toHaveBeenCalledOnce();
    fireEvent.click(heading('Establecimiento'));
    expect(screen.getByRole('link', { name: /Configuración/ }).getAttribute('href')).toContain('establecimiento');
    fireEvent.click(heading('Equipo'));
    expect(screen.getByRole('link', { name: 'Sumar al equipo' }).getAttribute('href')).toContain('agregar');
  });

  test('are not for who may not make them', async () => {
    await show(empty, 'user');
    expect(screen.getByText('Esto lo carga el dueño o un administrador.')).toBeDefined();
    expect(screen.queryByText(/\d pasos/)).toBeNull();
  });
});

describe('lots one after the other', () => {
  test('are saved as ordinary lots of the only campo, and the next name waits', async () => {
    const farm = await show({ ...empty, campos: await full.views.campos() });
    type('Nombre del lote', ' La Loma ');
    type('Hectáreas', '45,5');
    press('Agregar lote');
    expect(await screen.findByText('Guardado: La Loma, 45,5 ha')).toBeDefined();
    const body = { name: 'La Loma', hectares: 45.5, campo_id: 'sur' };
    expect(made(farm)).toEqual([['createLot', body, 'empezar lote']]);
    const name = screen.getByLabelText('Nombre del lote');
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect((name as HTMLInputElement).value).toBe('');
  });

  test('say beside the field what is wrong, and that a name stands already', async () => {
    const farm = await show({ rodeos: [] });
    fireEvent.click(heading('Lotes'));
    await screen.findByLabelText('Nombre del lote');
    press('Agregar lote');
    expect(await screen.findAllByText('Ingresá las hectáreas')).not.toHaveLength(0);
    type('Nombre del lote', 'el ombu');
    type('Hectáreas', '5');
    press('Agregar lote');
    expect(await screen.findAllByText('Ya existe un lote con ese nombre')).not.toHaveLength(0);
    expect(made(farm)).toEqual([]);
  });
});

describe('lots out of a sheet', () => {
  const list = (): HTMLTextAreaElement => screen.getByLabelText('Lista de lotes');
  const paste = async (text: string): Promise<void> => {
    fireEvent.click(heading('Lotes'));
    await screen.findByLabelText('Nombre del lote');
    press('Pegar lista');
    fireEvent.change(list(), { target: { value: text } });
  };
  const preview = (): (string | null)[] =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);

  test('are shown before anything is saved, those to correct first', async () => {
    const farm = await show(empty);
    await paste('Lote;Has\nEl Alto;80\nEl Bajo;muchas\nLa Loma;20,5');
    expect(preview()).toEqual([
      'El BajoLínea 3: No se entiende «muchas» como hectáreas—',
      'El Alto80 ha',
      'La Loma20,5 ha',
    ]);
    expect(screen.getByText('2 lotes · 100,5 ha · 1 línea para corregir')).toBeDefined();
    expect(made(farm)).toEqual([]);
  });

  test('are saved in order by the act of any lot, and what was wrong stays typed', async () => {
    const farm = await show(empty);
    await paste('El Alto;80\nEl Bajo;muchas\nLa Loma;20,5');
    press('Guardar 2 lotes');
    expect(await screen.findByText('Guardado: 2 lotes')).toBeDefined();
    expect(made(farm)).toEqual([
      ['createLot', { name: 'El Alto', hectares: 80 }],
      ['createLot', { name: 'La Loma', hectares: 20.5 }],
    ]);
    expect(list().value).toBe('El Bajo;muchas');
  });

  test('of which one is refused: the rest go on, and it stays with its reason', async () => {
    const farm = fakeFarm(empty);
    const names: unknown[] = [];
    Object.assign(farm.acts, {
      createLot: async ({ name }: { readonly name: string }) => {
        names.push(name);
        return Promise.resolve(
          name === 'Dos'
            ? failure({ reason: 'storage', message: 'No hay lugar en este celular' })
            : success({ opId: name, entityId: name }),
        );
      },
    });
    await renderScreen(<StartScreen onCampo={campo} onOpening={opened} />, { farm });
    await paste('Uno;1\nDos;2\nTres;3');
    press('Guardar 3 lotes');
    expect(await screen.findByText('Guardado: 2 lotes')).toBeDefined();
    expect(names).toEqual(['Uno', 'Dos', 'Tres']);
    expect(list().value).toBe('Dos;2');
    expect(preview()).toEqual(['DosLínea 1: No hay lugar en este celular2 ha']);
    expect(screen.getByRole('button', { name: 'Guardar 1 lote' })).toBeDefined();
  });

  test('that a disk which is away does not take stay in the list, and the form can be used again', async () => {
    const farm = fakeFarm(empty);
    Object.assign(farm.acts, { createLot: async () => Promise.reject(new StorageFailure('UnknownError')) });
    await renderScreen(<StartScreen onCampo={campo} onOpening={opened} />, { farm });
    await paste('Uno;1');
    press('Guardar 1 lote');
    await waitFor(() => expect(preview()[0]).toMatch(/^UnoLínea 1: ./));
    expect(list().value).toBe('Uno;1');
    expect(screen.getByRole('button', { name: 'Guardar 1 lote' })).toBeDefined();
  });

  test('say how far it is, and whoever goes away keeps the others in the list', async () => {
    const farm = fakeFarm(empty);
    const waiting: (() => void)[] = [];
    Object.assign(farm.acts, {
      createLot: async () =>
        new Promise((resolve) => {
          waiting.push(() => resolve(success({ opId: 'op', entityId: 'lot' })));
        }),
    });
    await renderScreen(<StartScreen onCampo={campo} onOpening={opened} />, { farm });
    await paste('Uno;1\nDos;2\nTres;3');
    press('Guardar 3 lotes');
    expect(screen.getByText('0 de 3', { selector: 'strong' })).toBeDefined();
    await act(async () => Promise.resolve(waiting[0]?.()));
    expect(await screen.findByText('1 de 3', { selector: 'strong' })).toBeDefined();
    fireEvent.click(heading('Lotes'));
    await act(async () => Promise.resolve(waiting[1]?.()));
    expect(waiting).toHaveLength(2);
    await waitFor(() => expect(farm.done.at(-1)).toEqual(['saveDraft', 'empezar lotes pegados', { text: 'Tres;3' }]));
  });

  test('that were left half done are there again', async () => {
    await show({ ...empty, campos: await full.views.campos(), drafts: { 'empezar lotes pegados': { text: 'Uno;1' } } });
    expect(await screen.findByRole('button', { name: 'Guardar 1 lote' })).toBeDefined();
    expect(list().value).toBe('Uno;1');
  });
});

describe('rodeos', () => {
  const begun = async () => ({ ...empty, campos: await full.views.campos(), lots: await full.views.lots() });

  test('one alone takes one touch, and leads on', async () => {
    const farm = await show(await begun());
    press('Un solo rodeo');
    await waitFor(() => expect(openStep()).toEqual([heading('Hacienda').textContent]));
    expect(made(farm)).toEqual([['createThing', 'rodeo', { name: 'General' }]]);
  });

  test('several are typed one after the other', async () => {
    const farm = await show(await begun());
    for (const name of ['Cría', 'Recría']) {
      type(/nombre de cada rodeo/, name);
      press('Agregar rodeo');
      expect(await screen.findByText(`Guardado: ${name}`)).toBeDefined();
    }
    expect(made(farm)).toEqual([
      ['createThing', 'rodeo', { name: 'Cría' }],
      ['createThing', 'rodeo', { name: 'Recría' }],
    ]);
  });
});

describe('the animals that are there', () => {
  test('are loaded lot by lot in their own form', async () => {
    await show({ stock: [] });
    fireEvent.click(await screen.findByRole('button', { name: /El Bajo/ }));
    expect(opened).toHaveBeenCalledWith('bajo');
  });

  test('wait for the lots', async () => {
    await show(empty);
    fireEvent.click(heading('Hacienda'));
    expect(screen.getByText(/primero cargá los lotes/)).toBeDefined();
  });
});

describe('the card of Inicio', () => {
  const card = (values: Partial<FarmValues>, role: Role = 'owner') =>
    renderScreen(<StartCard />, { farm: fakeFarm(values), session: fakeSession(role) });

  test('leads a farm without animals to its steps, and says how far it is', async () => {
    await card({ ...empty, campos: await full.views.campos() });
    expect(await screen.findByText('2 de 5 pasos', { selector: 'strong' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Seguir' }).getAttribute('href')).toBe('/empezar');
  });

  test('counts no lots as loaded while lines of a pasted list are none', async () => {
    const places = { campos: await full.views.campos(), lots: await full.views.lots() };
    await card({ ...empty, ...places, drafts: { 'empezar lotes pegados': { text: 'La Loma\t40' } } });
    expect(await screen.findByText('2 de 5 pasos', { selector: 'strong' })).toBeDefined();
  });

  test('is not shown where there are animals', async () => {
    await card({});
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByText(/\d pasos/)).toBeNull();
  });

  test('is not shown to who may not make them', async () => {
    await card(empty, 'user');
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByText(/\d pasos/)).toBeNull();
  });
});
