// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Categories } from '../../../src/app/features/categories/categories.tsx';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import type { Category } from '../../../src/domain/farm/categories.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { farmRows } from '../../support/sim/farm-rows.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const thing = (row: Category, rest: Partial<ThingView<Category>> = {}): ThingView<Category> => ({
  row,
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
  ...rest,
});
const [ternero, vaca, novillito] = farmRows.categories as unknown as readonly [Category, Category, Category];
const all: Partial<FarmValues> = { things: { category: [thing(novillito), thing(vaca), thing(ternero)] } };

const opened = vi.fn<(name: string) => void>();
const ended = vi.fn<() => void>();
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });

interface Shown {
  readonly values?: Partial<FarmValues>;
  readonly role?: Role;
  readonly sheet?: string | null;
}

async function show({ values = all, role = 'owner', sheet = null }: Shown = {}): Promise<FakeFarm> {
  for (const act of [opened, ended]) act.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <Categories sheet={sheet} onSheet={opened} onSheetEnd={ended} />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  await screen.findByRole('list', { name: 'Categorías' });
  return farm;
}
const rows = (): readonly string[] =>
  within(screen.getByRole('list', { name: 'Categorías' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

describe('the categories', () => {
  test('stand in their order, each with what it is and how many there are', async () => {
    await show();
    expect(rows().map((row) => row.slice(0, 7))).toEqual(['Ternero', 'VacaMix', 'Novilli']);
    expect(rows()[0]).toContain('Mixto · 1 EV · pasa a Novillito');
    expect(rows()[1]).toContain('60 cab.');
  });

  test('change places by a button, and only what changed is sent', async () => {
    const farm = await show();
    press('Subir Vaca');
    await waitFor(() => expect(farm.done).toHaveLength(2));
    expect(farm.done).toEqual([
      ['editThing', 'category', 'vaca', { order: 1 }],
      ['editThing', 'category', 'ternero', { order: 2 }],
    ]);
  });

  test('are only read by a user', async () => {
    await show({ role: 'user' });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});

describe('a category', () => {
  test('is made with its fields', async () => {
    const farm = await show({ sheet: 'nueva' });
    await screen.findByLabelText('Nombre de la categoría');
    const typed = {
      'Nombre de la categoría': 'Vaca CUT',
      'Coeficiente EV': '0,9',
      'Edad mínima': '60',
      'Pasa a': 'vaca',
      'Categoría de SENASA': 'VACA',
    };
    press('Hembra');
    for (const [label, text] of Object.entries(typed)) type(label, text);
    fireEvent.click(screen.getByLabelText(/Es vientre/));
    press('Guardar');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const body = {
      name: 'Vaca CUT',
      sex: 'h',
      ev: 0.9,
      min_age_months: 60,
      max_age_months: null,
      next_id: 'vaca',
      senasa_code: 'VACA',
      is_breeding_female: true,
      active: true,
    };
    expect(farm.done).toEqual([['createThing', 'category', body, 'category nuevo']]);
  });

  test('ends no younger than it begins', async () => {
    const farm = await show({ sheet: 'nueva' });
    await screen.findByLabelText('Nombre de la categoría');
    type('Nombre de la categoría', 'Vaca CUT');
    type('Edad mínima', '12');
    type('Edad máxima', '6');
    press('Guardar');
    expect((await screen.findAllByText(/no puede ser menor que la mínima/)).length).toBeGreaterThan(0);
    expect(farm.done.some(([act]) => act === 'createThing')).toBe(false);
  });

  test('with animals is put to rest, never deleted', async () => {
    const farm = await show();
    expect(screen.queryByRole('button', { name: 'Eliminar Vaca' })).toBeNull();
    press('Desactivar Vaca');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Desactivar Vaca?' });
    expect(dialog.textContent).toContain('Quedan 60 cabezas');
    press('Desactivar', dialog);
    await waitFor(() => expect(farm.done).toEqual([['editThing', 'category', 'vaca', { active: false }]]));
  });

  test('at rest is brought back by one touch', async () => {
    const farm = await show({ values: { things: { category: [thing({ ...vaca, active: false })] } } });
    expect(rows()[0]).toContain('Inactiva');
    press('Activar Vaca');
    await waitFor(() => expect(farm.done).toEqual([['editThing', 'category', 'vaca', { active: true }]]));
  });

  test('without animals can be deleted, after a question', async () => {
    const farm = await show();
    press('Eliminar Ternero al pie');
    press('Eliminar', await screen.findByRole('alertdialog', { name: '¿Eliminar Ternero al pie?' }));
    await waitFor(() => expect(farm.done).toEqual([['deleteThing', 'category', 'ternero']]));
  });
});
