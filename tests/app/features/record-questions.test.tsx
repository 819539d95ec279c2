// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import {
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  fakeSession,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';
import { cycleView, workedTally } from '../../support/cycle-view.ts';
import { unfoldPlace } from '../../support/place-line.ts';
import { standOn } from '../../support/stand-on.ts';
import { farmRows } from '../../support/sim/farm-rows.ts';

const today = '2026-11-21';
const fakeCategories = farmRows.categories;
standOn(today);

const closed = vi.fn<() => void>();
async function open(type: string, values: Partial<FarmValues> = {}, role: Role = 'owner'): Promise<FakeFarm> {
  const kind = recordedKind(type);
  if (!kind) throw new Error(type);
  closed.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <NewRecordSheet kind={kind} role={role} from={{ lotId: null, rodeoId: null }} onClose={closed} />,
    { farm, session: fakeSession(role) },
  );
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  return farm;
}
const chip = (group: string, name: string): void =>
  void fireEvent.click(within(screen.getByRole('group', { name: group })).getByRole('button', { name }));
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const pressed = (group: string): string[] =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('button', { pressed: true })
    .map((one) => one.textContent ?? '');
async function saved(farm: FakeFarm): Promise<unknown> {
  await act(async () => {
    fireEvent.submit(document.querySelector('form') ?? document.body);
    await Promise.resolve();
  });
  return farm.done.find(([name]) => name === 'recordMovement')?.[2];
}

describe('weather that killed animals', () => {
  const from = { lotId: null, rodeoId: null };
  async function sheet(type: string, farm: FakeFarm, rest: object): Promise<void> {
    const kind = recordedKind(type);
    if (!kind) throw new Error(type);
    await renderScreen(<NewRecordSheet kind={kind} role="user" from={from} onClose={() => undefined} {...rest} />, {
      farm,
    });
    await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  }
  /** The form of the dead, as it opens after a weather. */
  async function deaths(
    weather: Parameters<typeof movementView>[0],
    drafts: FarmValues['drafts'] = {},
  ): Promise<FakeFarm> {
    const farm = fakeFarm({ movements: [movementView({ id: 'cielo', ...weather })], drafts });
    await sheet('DEATH', farm, { weatherId: 'cielo' });
    return farm;
  }
  const hail = {
    type: 'HAIL',
    date: '2026-11-20',
    metadata: { lot_id: null, lot_ids: ['bajo'], deletedBy: null, editHistory: [] },
  };
  const cause = () => screen.getByLabelText<HTMLSelectElement>(/^Causa/).selectedOptions[0]?.textContent;
  const recovered = () => screen.queryByText('Recuperamos lo que estabas cargando');
  const halfTyped = { date: '2026-11-19', lot_id: 'ombu', cause: 'predador', detail: 'Un puma en la aguada' };

  test('is saved without that answer, and then the form of its dead opens', async () => {
    const onDeaths = vi.fn<(weatherId: string) => void>();
    const farm = fakeFarm();
    await sheet('HAIL', farm, { onDeaths });
    fireEvent.click(screen.getByLabelText(/¿Hubo animales muertos\?/));
    press('Fuerte');
    expect(await saved(farm)).not.toHaveProperty('hubo_muertos');
    await waitFor(() => expect(onDeaths).toHaveBeenCalledExactlyOnceWith('movement-1'));
  });

  test('gives the deaths its day, its lot and its cause, and nothing is said to be recovered', async () => {
    const farm = await deaths(hail);
    expect(recovered()).toBeNull();
    expect(cause()).toBe('Rayo o tormenta');
    press('Sumar 1 novillito');
    expect(await saved(farm)).toEqual({
      date: '2026-11-20',
      lot_id: 'bajo',
      cause: 'rayo',
      animals: [{ type: 'novillito', count: 1 }],
    });
  });

  test('leaves no draft where nothing was typed', async () => {
    const farm = await deaths(hail);
    cleanup();
    expect(farm.done).toEqual([]);
  });

  test('that was a cold is another cause', async () => {
    await deaths({ ...hail, type: 'EXTREME_TEMPERATURE', metadata: { ...hail.metadata, extreme: 'frio' } });
    expect(cause()).toBe('Frío o temporal');
  });

  test('leaves deaths that were half-typed before where they are', async () => {
    const farm = await deaths(hail, { 'registro DEATH': halfTyped });
    expect(recovered()).toBeNull();
    expect(cause()).toBe('Rayo o tormenta');
    press('Sumar 1 novillito');
    await saved(farm);
    expect(farm.done.filter(([, key]) => key === 'registro DEATH')).toEqual([]);
    expect(farm.done.find(([name]) => name === 'recordMovement')?.[3]).toBe('registro DEATH tras');
    cleanup();
    await sheet('DEATH', fakeFarm({ drafts: { 'registro DEATH': halfTyped } }), {});
    expect(recovered()).not.toBeNull();
    expect(cause()).toBe('Predador');
  });

  test('finds its own deaths again, half-typed, after a reload and from the menu', async () => {
    const drafts = { 'registro DEATH tras': { ...halfTyped, cause: 'rayo' } };
    await deaths(hail, drafts);
    expect(recovered()).not.toBeNull();
    cleanup();
    const farm = fakeFarm({ drafts });
    await sheet('DEATH', farm, {});
    expect(recovered()).not.toBeNull();
    expect(screen.getByDisplayValue('Un puma en la aguada')).toBeTruthy();
    press('Empezar de nuevo');
    expect(farm.done).toContainEqual(['saveDraft', 'registro DEATH tras', null]);
  });
});

describe('a change of rodeo', () => {
  const question = '¿También se mueven de lote?';
  const asks = () => screen.queryByRole('group', { name: question });

  test('asks whether the animals also go where the new rodeo stands, and takes a no for granted', async () => {
    const farm = await open('CHANGE_RODEO');
    chip('Rodeo de origen', 'Cría');
    expect(asks()).toBeNull();
    chip('Rodeo de destino', 'Invernada');
    expect(pressed(question)).toEqual(['No, se quedan']);
    press('Sumar 1 vaca');
    const payload = await saved(farm);
    expect(payload).toEqual({
      date: today,
      from_rodeo_id: 'cria',
      to_rodeo_id: 'invernada',
      animals: [{ type: 'vaca', count: 1 }],
    });
  });

  test('the lot of the new rodeo is the first that is offered, and a yes goes with the record', async () => {
    const farm = await open('CHANGE_RODEO');
    chip('Rodeo de origen', 'Cría');
    chip('Rodeo de destino', 'Invernada');
    const offered = within(screen.getByRole('group', { name: question })).getAllByRole('button');
    expect(offered.map((one) => one.textContent).slice(0, 2)).toEqual(['No, se quedan', 'El Bajo']);
    chip(question, 'El Bajo');
    press('Sumar 1 vaca');
    expect(await saved(farm)).toMatchObject({ to_lot_id: 'bajo' });
  });

  test('asks nothing where both rodeos stand in one lot', async () => {
    await open('CHANGE_RODEO', {
      stock: [
        { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 },
        { lot: 'ombu', rodeo: 'invernada', category: 'novillo', head: 8 },
      ],
    });
    chip('Rodeo de origen', 'Cría');
    chip('Rodeo de destino', 'Invernada');
    expect(asks()).toBeNull();
  });
});

describe('a diagnosis with empty cows', () => {
  const [vaca] = fakeCategories.filter((one) => one.id === 'vaca');
  const named = (id: string, name: string) => ({ ...(vaca ?? fakeCategories[0]), id, name, is_breeding_female: true });
  const culls = named('descarte', 'Vaca de descarte');
  const categories = [named('vaca', 'Vaca'), named('vaquillona', 'Vaquillona'), culls] as FarmValues['categories'];
  const diagnose = (empty: number, examined = 60): void => {
    unfoldPlace();
    chip('Rodeo', 'Cría');
    for (const [label, figure] of [
      ['Tactadas', examined],
      ['Cabeza', examined - empty],
      ['Vacías', empty],
    ] as const) {
      fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: String(figure) } });
    }
  };
  const offer = (words: string) => screen.queryByRole('checkbox', { name: words });

  test('offers to pass them to the culls, and says whence without asking where there is one place', async () => {
    const farm = await open('PREGNANCY_DIAGNOSIS', { categories });
    diagnose(0);
    expect(screen.queryByRole('checkbox', { name: /Pasar/ })).toBeNull();
    diagnose(12);
    fireEvent.click(offer('Pasar 12 vacías a Vaca de descarte') ?? document.body);
    expect(screen.queryByLabelText(/¿De dónde salen/)).toBeNull();
    expect(await saved(farm)).toMatchObject({
      empty: 12,
      to_category: 'descarte',
      from_category: 'vaca',
      lot_id: 'ombu',
    });
  });

  test('of more cows than stand in the rodeo is told, and can be saved', async () => {
    const farm = await open('PREGNANCY_DIAGNOSIS', { categories });
    diagnose(0);
    expect(screen.queryByText(/vientres/)).toBeNull();
    diagnose(0, 300);
    expect(await screen.findByText('En Cría hay 60 vientres: las tactadas son más.')).toBeDefined();
    expect(await saved(farm)).toMatchObject({ examined: 300 });
  });

  test('of more than were served is told by its cycle, with those examined before', async () => {
    const totals = { ...workedTally, served: 80, withdrawn: 5, examined: 20 };
    await open('PREGNANCY_DIAGNOSIS', {
      categories,
      things: {
        cycle: [cycleView({ state: 'a_tactar', service_start: '2026-06-01', service_end: '2026-08-01', totals })],
      },
    });
    diagnose(0);
    expect(await screen.findByText('Con estas, 80 tactadas: más que las 75 entoradas.')).toBeDefined();
  });

  test('that is not taken up passes nobody', async () => {
    const farm = await open('PREGNANCY_DIAGNOSIS', { categories });
    diagnose(12);
    const payload = await saved(farm);
    expect(payload).toMatchObject({ empty: 12 });
    expect(payload).not.toHaveProperty('to_category');
    expect(payload).not.toHaveProperty('from_category');
  });

  test('asks whence where cows and heifers were felt', async () => {
    const stock = [
      { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 },
      { lot: 'bajo', rodeo: 'cria', category: 'vaquillona', head: 20 },
    ];
    const farm = await open('PREGNANCY_DIAGNOSIS', { categories, stock });
    diagnose(1);
    fireEvent.click(offer('Pasar 1 vacía a Vaca de descarte') ?? document.body);
    const whence = screen.getByLabelText(/¿De dónde salen/);
    expect([...whence.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
      'Elegir…',
      'Vaca · El Ombú (60)',
      'Vaquillona · El Bajo (20)',
    ]);
    fireEvent.change(whence, { target: { value: whence.querySelectorAll('option')[2]?.value } });
    expect(await saved(farm)).toMatchObject({ from_category: 'vaquillona', lot_id: 'bajo' });
  });

  test('passes them to the rodeo of the culls where no category is called so', async () => {
    const [cria] = farmRows.rodeos;
    const apart = { rodeo: { ...cria, id: 'cut', name: 'CUT' }, heads: 0, lotIds: [] };
    const rodeos = [...farmRows.rodeos.map((rodeo) => ({ rodeo, heads: 9, lotIds: ['ombu'] })), apart];
    const farm = await open('PREGNANCY_DIAGNOSIS', {
      categories: categories.slice(0, 2),
      rodeos: rodeos as FarmValues['rodeos'],
    });
    diagnose(3);
    fireEvent.click(offer('Pasar 3 vacías al rodeo CUT') ?? document.body);
    expect(await saved(farm)).toMatchObject({ to_rodeo_id: 'cut', from_category: 'vaca', lot_id: 'ombu' });
  });

  test.each([
    ['owner', 1],
    ['user', 0],
  ] as const)('without either, who may make the category is told of it: %s', async (role, count) => {
    await open('PREGNANCY_DIAGNOSIS', { categories: categories.slice(0, 2) }, role);
    diagnose(3);
    expect(screen.queryAllByText(/creás la categoría «Vaca de descarte»/)).toHaveLength(count);
  });
});

describe('a rain that another has recorded of that day', () => {
  const question = '¿Sumar o reemplazar?';
  const duplicate = movementView(
    {
      id: 'rain-1',
      type: 'RAIN',
      date: today,
      created_by: 'beto',
      detail: 'Con granizo fino',
      rodeoId: null,
      metadata: { lot_id: null, campo_id: 'sur', mm: 22, deletedBy: null, editHistory: [] },
    },
    { summary: '22 mm · Campo Sur', author: 'Beto Sosa' },
  );
  const openRain = async (shown: typeof duplicate | null, role: Role = 'owner'): Promise<FakeFarm> => {
    const farm = await open('RAIN', { duplicate: shown }, role);
    if (shown) await screen.findByText('Beto Sosa ya cargó 22 mm hoy');
    press('25');
    return farm;
  };
  const acts = (farm: FakeFarm) => farm.done.filter(([name]) => name !== 'saveDraft');

  test('is asked about, and nothing is saved before the answer', async () => {
    const farm = await openRain(duplicate);
    await saved(farm);
    expect(acts(farm)).toEqual([]);
    const group = screen.getByRole('group', { name: question });
    expect(within(group).getByText('Elegí si se suma o la reemplaza')).not.toBeNull();
    expect(group.contains(document.activeElement)).toBe(true);
    // Nothing is to correct: the question alone is open.
    expect(screen.queryByText(/Falta corregir/)).toBeNull();
  });

  test.each([
    ['Guardar', 'Sumar', 'recordMovement', 0],
    ['Guardar y cargar otro', 'Reemplazar', 'editMovement', 1],
  ] as const)('answered after «%s», the save goes on by itself: %s', async (button, answer, act, stays) => {
    const farm = await openRain(duplicate);
    press(button === 'Guardar' ? /^Guardar(?! y)/ : button);
    await screen.findAllByText('Elegí si se suma o la reemplaza');
    chip(question, answer);
    await waitFor(() => expect(acts(farm).map(([name]) => name)).toEqual([act]));
    expect(closed).toHaveBeenCalledTimes(1 - stays);
  });

  test('answered before, it waits until the person saves', async () => {
    const farm = await openRain(duplicate);
    chip(question, 'Sumar');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(acts(farm)).toEqual([]);
  });

  test('summed, it is a second record that says what it adds to', async () => {
    const farm = await openRain(duplicate);
    chip(question, 'Sumar');
    expect(await saved(farm)).toEqual({ date: today, campo_id: 'sur', mm: 25, adds_to: 'rain-1' });
  });

  test('replaced, the other record says the new figure and keeps its detail', async () => {
    const farm = await openRain(duplicate);
    chip(question, 'Reemplazar');
    await saved(farm);
    expect(acts(farm)).toEqual([
      [
        'editMovement',
        'rain-1',
        expect.objectContaining({ date: today, campo_id: 'sur', mm: 25, detail: 'Con granizo fino' }),
        'registro RAIN',
      ],
    ]);
  });

  test('among several all are named, and which one would be replaced', async () => {
    const second = { ...duplicate, key: 'rain-2', summary: '4 mm · Campo Sur', author: 'Caro Ruiz' };
    const farm = await open('RAIN', { duplicate: [duplicate, second] });
    expect(await screen.findByText('Beto Sosa ya cargó 22 mm y Caro Ruiz ya cargó 4 mm hoy')).not.toBeNull();
    press('25');
    chip(question, 'Reemplazar los 22 mm');
    await saved(farm);
    expect(acts(farm)).toMatchObject([['editMovement', 'rain-1', { mm: 25 }, 'registro RAIN']]);
  });

  test('replaced by one of its day, it is no longer accumulated', async () => {
    const { movement } = duplicate;
    const metadata = { ...movement.metadata, mode: 'acumulado', since: '2026-11-15' };
    const farm = await openRain({ ...duplicate, movement: { ...movement, metadata } });
    chip(question, 'Reemplazar');
    await saved(farm);
    expect(acts(farm)[0]?.[2]).toMatchObject({ mode: undefined, since: undefined, mm: 25 });
  });

  test.each([
    ['it is his own', { ...duplicate, movement: { ...duplicate.movement, created_by: 'ana' } }, 'owner'],
    ['a hand may not change it', duplicate, 'user'],
    ['there is none', null, 'owner'],
  ] as const)('is not asked about where %s', async (_words, duplicate, role) => {
    const farm = await open('RAIN', { duplicate }, role);
    press('25');
    await act(async () => Promise.resolve());
    expect(screen.queryByRole('group', { name: question })).toBeNull();
    expect(await saved(farm)).toEqual({ date: today, campo_id: 'sur', mm: 25 });
  });
});

describe('an abortion', () => {
  test('is told with the warning about the hands', async () => {
    await open('ABORTION');
    expect(screen.getByText('Usá guantes: posible brucelosis')).not.toBeNull();
  });
});
