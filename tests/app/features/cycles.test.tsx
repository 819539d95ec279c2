// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CycleForm } from '../../../src/app/features/cycles/cycle-form.tsx';
import { CycleScreen } from '../../../src/app/features/cycles/cycle-screen.tsx';
import { CyclesScreen } from '../../../src/app/features/cycles/cycles-screen.tsx';
import { withCycle } from '../../../src/app/features/record/with-cycle.ts';
import type { PendingView, ThingView } from '../../../src/app/sync/farm.ts';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import type { Cycle } from '../../../src/domain/office/cycles.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { failure } from '../../../src/domain/result.ts';
import { cycleView, workedTally } from '../../support/cycle-view.ts';
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
  vi.useRealTimers();
});

const now = '2026-11-05T15:00:00.000Z';
const opened = vi.fn<(sheet: string) => void>();
const closed = vi.fn<() => void>();
const made = vi.fn<(id: string) => void>();
const recorded = vi.fn<(type: string, rodeoId: string | null) => void>();
const gone = vi.fn<() => void>();
const acts = (farm: FakeFarm) => farm.done.filter(([act]) => act !== 'saveDraft');
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });

interface Shown extends Partial<FarmValues> {
  readonly role?: Role;
  readonly sheet?: string | null;
}

async function showList(cycles: readonly ThingView<Cycle>[], { role = 'owner', sheet = null, ...values }: Shown = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  const farm = fakeFarm({ things: { cycle: cycles }, ...values });
  await renderScreen(<CyclesScreen sheet={sheet} onOpen={opened} onClose={closed} onMade={made} />, {
    farm,
    session: fakeSession(role),
  });
  return farm;
}
async function showOne(
  cycles: readonly ThingView<Cycle>[],
  { role = 'owner', sheet = null, ...values }: Shown = {},
  id = 'spring',
) {
  recorded.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  const farm = fakeFarm({ things: { cycle: cycles }, ...values });
  await renderScreen(
    <>
      <CycleScreen id={id} sheet={sheet} onSheet={opened} onSheetEnd={closed} onRecord={recorded} onGone={gone} />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  await screen.findByRole('heading', { level: 1 });
  return farm;
}
const cellOf = (index: string): string | undefined =>
  within(screen.getByRole('row', { name: new RegExp(`^${index}`) }))
    .getAllByRole('cell')
    .map((cell) => cell.lastElementChild?.textContent ?? '')[0];

describe('The list of cycles', () => {
  test('shows each with its funnel in heads and shares, and what comes next', async () => {
    await showList([cycleView()]);
    const funnel = await screen.findByRole('list', { name: /De entoradas a destetadas/ });
    expect(within(funnel).getAllByText('167 de 196 (85,2%)')).not.toEqual([]);
    expect(within(funnel).getAllByText('150 de 196, en curso')).not.toEqual([]);
    // Its calving is over: what comes next is the weaning.
    expect(screen.getByText('Destete en 77 días')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ver ciclo Servicio primavera 2025' }).getAttribute('href')).toBe(
      '/ciclos-reproductivos/spring',
    );
  });

  test('without any tells the office to make one, a hand who makes them', async () => {
    await showList([], { role: 'user' });
    expect(await screen.findByText(/Los carga el dueño o un administrador/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Nuevo ciclo' })).toBeNull();
  });

  test('calls one that has no name yet after its season', async () => {
    await showList([cycleView({ name: '', totals: undefined }, { state: 'pendiente' })]);
    expect(await screen.findByRole('heading', { name: 'Servicio primavera 2025' })).toBeDefined();
  });
});

describe('A new cycle', () => {
  test('is of at least a rodeo, with its service; what nobody counts is left to the book', async () => {
    const farm = await showList([], { sheet: 'nuevo' });
    fireEvent.click(await screen.findByRole('button', { name: 'Cría · 60' }));
    type('Empieza', '2026-10-15');
    type('Termina', '2027-01-15');
    press('Guardar');
    await waitFor(() => expect(made).toHaveBeenCalledWith('movement-1'));
    expect(acts(farm)[0]?.[2]).toEqual({
      rodeo_ids: ['cria'],
      service_type: 'natural',
      service_start: '2026-10-15',
      service_end: '2027-01-15',
      bulls: null,
      withdrawn: null,
      vet: null,
      notes: null,
    });
  });

  test('says how many stand once a rodeo is chosen, not none before', async () => {
    const categories = (await fakeFarm().views.categories()).map((one) => ({ ...one, is_breeding_female: true }));
    await showList([], { sheet: 'nuevo', categories });
    const cria = await screen.findByRole('button', { name: 'Cría · 60' });
    expect(screen.queryByText(/Hoy hay/)).toBeNull();
    fireEvent.click(cria);
    expect((await screen.findAllByText(/Hoy hay/)).length).toBeGreaterThan(0);
  });

  test('whose service ends before it begins is not saved', async () => {
    const farm = await showList([], { sheet: 'nuevo' });
    fireEvent.click(await screen.findByRole('button', { name: 'Cría · 60' }));
    type('Empieza', '2026-10-15');
    type('Termina', '2026-09-15');
    press('Guardar');
    expect((await screen.findAllByText('El servicio termina antes de empezar')).length).toBeGreaterThan(0);
    expect(acts(farm)).toEqual([]);
  });

  test('whose service is longer than usual says so, and is saved all the same', async () => {
    const farm = await showList([], { sheet: 'nuevo' });
    fireEvent.click(await screen.findByRole('button', { name: 'Cría · 60' }));
    type('Empieza', '2026-10-15');
    type('Termina', '2027-02-12');
    expect(screen.queryByText(/lo usual/)).toBeNull();
    type('Termina', '2027-02-13');
    expect(screen.getByRole('status').textContent).toContain('El servicio dura 121 días; lo usual son hasta 120.');
    press('Guardar');
    await waitFor(() => expect(acts(farm)).toHaveLength(1));
  });
});

describe('A cycle', () => {
  test('says every index with its base, as in the worked example', async () => {
    await showOne([cycleView({ state: 'destetado' })]);
    expect(cellOf('Preñez sobre entoradas')).toBe('85,2%');
    expect(cellOf('Preñez sobre tactadas')).toBe('87,9%');
    expect(cellOf('Faltan tactar')).toBe('6');
    expect(cellOf('Destete sobre entoradas')).toBe('76,5%');
    expect(cellOf('Merma de tacto a destete, en puntos')).toBe('8,7 puntos');
    expect(cellOf('Kilos destetados por vientre entorado')).toBe('137,8 kg');
  });

  test('says of what is not over that it is under way, not how much of it was lost', async () => {
    await showOne([cycleView({ totals: { ...workedTally, weaned: 0 } })]);
    expect(cellOf('Preñez sobre entoradas')).toBe('85,2%');
    expect(cellOf('Parición sobre preñadas')).toBe('en curso');
    expect(cellOf('Merma de preñez a parición')).toBe('en curso');
    expect(cellOf('Kilos destetados por vientre entorado')).toBe('—');
  });

  test('says no kilos where none were weighed', async () => {
    await showOne([cycleView({ state: 'destetado', totals: { ...workedTally, weaned_kg: 0 } })]);
    expect(cellOf('Kilos destetados por vientre entorado')).toBe('—');
  });

  test('is told by rodeo and by category', async () => {
    const of = (type: 'PREGNANCY_DIAGNOSIS' | 'BIRTH', rodeoId: string, metadata: object, count = 0) =>
      movementView(
        {
          id: `${type} ${rodeoId}`,
          type,
          rodeoId,
          animals: count > 0 ? [{ type: 'ternero', count }] : [],
          metadata: { lot_id: 'ombu', deletedBy: null, editHistory: [], ...metadata },
        },
        { key: `${type} ${rodeoId}` },
      );
    await showOne([cycleView({ rodeo_ids: ['cria', 'invernada'] })], {
      movements: [
        of('PREGNANCY_DIAGNOSIS', 'cria', { examined: 100, pregnant: 90, empty: 10 }),
        of('PREGNANCY_DIAGNOSIS', 'invernada', { examined: 50, pregnant: 20, empty: 30 }),
        of('BIRTH', 'cria', {}, 12),
      ],
    });
    const rowOf = (table: string, name: string) =>
      within(within(screen.getByRole('table', { name: table })).getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map((cell) => cell.lastElementChild?.textContent ?? '');
    await screen.findByRole('table', { name: 'El ciclo por rodeo' });
    expect(rowOf('El ciclo por rodeo', 'Cría')).toEqual(['100', '90 (90%)', '12', '—']);
    expect(rowOf('El ciclo por rodeo', 'Invernada')).toEqual(['50', '20 (40%)', '—', '—']);
    expect(rowOf('El ciclo por categoría', 'Vaca')).toEqual(['200', '—', '—']);
    expect(rowOf('El ciclo por categoría', 'Ternero')).toEqual(['—', '12', '—']);
  });

  test('stands beside the one before of the same rodeo', async () => {
    const before = cycleView({
      id: 'old',
      name: 'Servicio 2024',
      service_start: '2024-10-15',
      totals: { ...workedTally, pregnant: 98 },
    });
    await showOne([cycleView(), before]);
    expect(screen.getByRole('columnheader', { name: 'Servicio 2024' })).toBeDefined();
    expect(within(screen.getByRole('row', { name: /^Preñez sobre entoradas/ })).getByText('50%')).toBeDefined();
  });

  test('counts a birth that waits on this phone', async () => {
    const birth = movementView(
      {
        type: 'BIRTH',
        animals: [{ type: 'ternero', count: 2 }],
        metadata: { lot_id: 'ombu', deletedBy: null, editHistory: [], reproductive_cycle_id: 'spring' },
      },
      { state: 'pendiente' },
    );
    await showOne([cycleView({ totals: { ...workedTally, calved: 0 } })], { movements: [birth] });
    expect(await screen.findAllByText('2 de 196, en curso')).not.toEqual([]);
  });

  test('counts the served as they were changed on this phone', async () => {
    const served = [{ category_id: 'vaca', count: 100 }];
    await showOne([cycleView({ served }, { state: 'pendiente' })]);
    expect(await screen.findAllByText('96')).not.toEqual([]);
  });

  test('does not count what was moved to another cycle on this phone', async () => {
    const moved: PendingView = {
      opId: 'op-1',
      title: 'Diagnóstico de preñez (edición)',
      summary: '190 tactadas',
      state: 'pendiente',
      recordedAt: now,
      attempts: 0,
      problem: null,
      waitsFor: null,
      author: null,
      subject: 'movement',
      movementType: 'PREGNANCY_DIAGNOSIS',
      entityId: 'diagnosis',
      act: 'edit',
      canCorrect: true,
    };
    await showOne([cycleView()], { pending: [moved] });
    await waitFor(() => expect(cellOf('Preñez sobre tactadas')).toBe('—'));
  });

  test('offers the step that the calendar speaks for, and takes it by one touch', async () => {
    const farm = await showOne([cycleView({ state: 'en_paricion' })]);
    press('Pasar a «A destetar»');
    expect(acts(farm)).toEqual([['editThing', 'cycle', 'spring', { state: 'a_destetar' }]]);
  });

  test('says why a step was not taken', async () => {
    const issues = [{ path: 'state', message: 'Ese paso no se puede dar' }];
    const saved = failure({ reason: 'invalid', issues } as const);
    await showOne([cycleView({ state: 'en_paricion' })], { saved });
    press('Pasar a «A destetar»');
    expect(await screen.findByText('Ese paso no se puede dar')).toBeDefined();
  });

  test('records a diagnosis in its only rodeo', async () => {
    await showOne([cycleView()], { role: 'user' });
    press('Tacto');
    expect(recorded).toHaveBeenCalledWith('PREGNANCY_DIAGNOSIS', 'cria');
    expect(screen.queryByRole('button', { name: 'Eliminar ciclo' })).toBeNull();
  });

  test('says what does not add up, never in the way', async () => {
    await showOne([cycleView({ totals: { ...workedTally, examined: 190, pregnant: 140 } })]);
    expect(screen.getByText('Hay más partos que preñadas')).toBeDefined();
    expect(screen.getByText('Las vacías pasan el 15 %')).toBeDefined();
  });

  test('is deleted after a question that says what becomes of its records', async () => {
    const farm = await showOne([cycleView()]);
    press('Eliminar ciclo');
    const question = screen.getByRole('alertdialog');
    expect(question.textContent).toContain('quedan en la historia, sin ciclo');
    press('Eliminar', question);
    await waitFor(() => expect(gone).toHaveBeenCalled());
    expect(acts(farm)).toEqual([['deleteThing', 'cycle', 'spring']]);
  });

  test('that is not here is said so, with a way back', async () => {
    await showOne([cycleView()], {}, 'otro');
    expect(screen.getByText(/No se encontró este ciclo/)).toBeDefined();
    expect(screen.getByText('Volver a Ciclos').closest('a')?.getAttribute('href')).toBe('/ciclos-reproductivos');
  });
});

describe('A birth', () => {
  const birth = recordedKind('BIRTH');
  const stock = [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 }];

  test('names the cycle of the rodeo that stands in its lot', () => {
    if (!birth) throw new Error('BIRTH is recorded');
    const payload = { date: '2026-08-10', lot_id: 'ombu', animals: [] };
    expect(withCycle(birth, payload, { categories: [], stock }, [cycleView()])).toEqual({
      ...payload,
      reproductive_cycle_id: 'spring',
    });
    expect(withCycle(birth, payload, { categories: [], stock: [] }, [cycleView()])).toEqual(payload);
  });
});

describe('a farm whose animals stand in no rodeo', () => {
  test('puts them into one from the form of the cycle, lot by lot', async () => {
    const stock = [
      { lot: 'ombu', rodeo: null, category: 'vaca', head: 60 },
      { lot: 'bajo', rodeo: null, category: 'novillito', head: 9 },
    ];
    const farm = fakeFarm({ rodeos: [], stock });
    await renderScreen(<CycleForm id={null} onSaved={() => undefined} onClose={() => undefined} />, { farm });
    fireEvent.click(await screen.findByRole('button', { name: 'Crear el rodeo con 69 animales' }));
    await waitFor(() => expect(farm.done.filter(([name]) => name === 'recordMovement')).toHaveLength(2));
    expect(farm.done.find(([name]) => name === 'createThing')?.slice(1, 3)).toEqual([
      'rodeo',
      { name: 'Rodeo general' },
    ]);
    expect(farm.done.filter(([name]) => name === 'recordMovement').map(([, , body]) => body)).toMatchObject([
      { from_rodeo_id: null, to_rodeo_id: 'movement-1', lot_id: 'ombu', animals: [{ type: 'vaca', count: 60 }] },
      { from_rodeo_id: null, to_rodeo_id: 'movement-1', lot_id: 'bajo', animals: [{ type: 'novillito', count: 9 }] },
    ]);
  });
});
