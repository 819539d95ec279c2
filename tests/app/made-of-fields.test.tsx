// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ThingsScreen, type ThingsScreenProps } from '../../src/app/farm/things/things-screen.tsx';
import type { ThingView } from '../../src/app/sync/farm.ts';
import { Toaster } from '../../src/app/ui/toaster.tsx';
import {
  category,
  choice,
  day,
  flag,
  integer,
  lot,
  money,
  optional,
  quantity,
  requiredText,
  time,
} from '../../src/domain/movements/fields.ts';
import type { Role } from '../../src/domain/people/roles.ts';
import { failure } from '../../src/domain/result.ts';
import { defineThing } from '../../src/domain/things/define.ts';
import { type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../support/fake-farm.tsx';

/** A thing that no product has, of every word that things are made of. */
const trough = defineThing({
  name: 'trough',
  table: 'troughs',
  words: { one: 'Bebedero', many: 'Bebederos', gender: 'm' },
  icon: 'bucket',
  screen: { path: '/bebederos', about: 'Dónde toma agua la hacienda' },
  fields: {
    name: requiredText('Nombre', 60),
    litres: integer('Capacidad', 1, 50_000, { unit: 'l' }),
    depth: optional(quantity('Profundidad', 'm', 0, 5)),
    made_of: optional(choice('Material', { chapa: 'Chapa', hormigon: 'Hormigón' })),
    made_on: optional(day('Desde')),
    filled_at: optional(time('Hora de llenado')),
    cost: money('Costo'),
    has_float: flag('Tiene flotante'),
    lot_id: lot('Lote'),
    category_id: optional(category('Para')),
  },
  calledBy: 'name',
  isUnique: true,
  shown: ['made_of', 'litres', 'lot_id'],
  may: { create: 'edit-places', edit: 'edit-places', remove: 'delete-places' },
  example: () => ({ form: { name: 'Del bajo', litres: 3000 }, changes: { litres: 4000 } }),
});

const row = {
  id: 'bajo-1',
  organization_id: 'ombu',
  name: 'Del bajo',
  litres: 3000,
  depth: null,
  made_of: 'chapa',
  made_on: '2026-03-04',
  filled_at: null,
  cost: '1500.00',
  has_float: true,
  lot_id: 'ombu',
  category_id: null,
  created_by: 'ana',
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
  version: 2,
  deleted: false,
  editHistory: [{ editedBy: 'ana', editedAt: '2026-11-02T12:00:00.000Z', changes: ['litres', 'made_of'] }],
};
type Seen = ThingView<typeof row>;
const seen = (more: Partial<typeof row> = {}, rest: Partial<Seen> = {}): Seen => ({
  row: { ...row, ...more },
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
  ...rest,
});
const having = (...troughs: readonly Seen[]): Partial<FarmValues> => ({
  things: { trough: troughs } as unknown as FarmValues['things'],
});

const opened = vi.fn<(name: string) => void>();
const closed = vi.fn<() => void>();

async function show(
  values: Partial<FarmValues>,
  sheet: ThingsScreenProps['sheet'] = null,
  role: Role = 'owner',
): Promise<FakeFarm> {
  for (const act of [opened, closed]) act.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <ThingsScreen
        thing={trough as never}
        empty="Cargá tus bebederos para saber dónde hay agua."
        sheet={sheet}
        onOpen={opened}
        onClose={closed}
      />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  return farm;
}

const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });
const acts = (farm: FakeFarm, name: string) => farm.done.filter(([act]) => act === name);

afterEach(() => {
  cleanup();
  toast.remove();
});

describe('The list of a thing that is made of fields', () => {
  test('says by their names what its declaration shows of each, and how far it is on its way', async () => {
    await show(having(seen({ id: 'z', name: 'Zanjón', made_of: 'hormigon' }), seen({}, { state: 'con_error' })));
    const rows = within(await screen.findByRole('list', { name: 'Bebederos' })).getAllByRole('button');
    expect(rows.map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Del bajoChapa · 3\.000 l · El Ombú.*error/i),
      'ZanjónHormigón · 3.000 l · El Ombú',
    ]);
    fireEvent.click(rows[1] as HTMLElement);
    expect(opened).toHaveBeenCalledWith('z');
  });

  test('says what it is for while there is none, and leads who may to the first one', async () => {
    await show(having());
    expect(await screen.findByText('Cargá tus bebederos para saber dónde hay agua.')).not.toBeNull();
    press('Bebedero nuevo');
    expect(opened).toHaveBeenCalledWith('nuevo');
  });

  test('offers nothing that a hand may not do', async () => {
    await show(having(seen()), null, 'user');
    expect(await screen.findByRole('list', { name: 'Bebederos' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Bebedero nuevo' })).toBeNull();
    cleanup();
    await show(having(seen()), 'bajo-1', 'user');
    expect(await screen.findByRole('dialog', { name: 'Del bajo' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Eliminar' })).toBeNull();
    cleanup();
    await show(having(), 'nuevo', 'user');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('The form of a thing that is made of fields', () => {
  test('takes every word that things are made of, and saves once whoever touches twice', async () => {
    const farm = await show(having(), 'nuevo');
    await screen.findByRole('dialog', { name: 'Bebedero nuevo' });
    type('Nombre', ' Del alto ');
    type('Capacidad', '2500');
    type('Profundidad', '1,5');
    type('Material', 'hormigon');
    press('Hoy');
    type('Hora de llenado', '07:30');
    type('Costo', '12.500,50');
    fireEvent.click(screen.getByLabelText('Tiene flotante'));
    type('Lote', 'bajo');
    type('Para', 'vaca');
    press('Guardar');
    press('Guardar');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm, 'createThing')).toEqual([
      [
        'createThing',
        'trough',
        {
          name: 'Del alto',
          litres: 2500,
          depth: 1.5,
          made_of: 'hormigon',
          made_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
          filled_at: '07:30',
          cost: '12500.50',
          has_float: true,
          lot_id: 'bajo',
          category_id: 'vaca',
        },
        'trough nuevo',
      ],
    ]);
    const [, , form] = acts(farm, 'createThing')[0] ?? [];
    expect(trough.form.safeParse(form).success).toBe(true);
  });

  test('gives back what was left half-typed', async () => {
    await show({ ...having(), drafts: { 'trough nuevo': { name: 'A medias' } } }, 'nuevo');
    expect((await screen.findByLabelText<HTMLInputElement>('Nombre')).value).toBe('A medias');
  });

  test('says at once that a name is taken, accents and case aside', async () => {
    const farm = await show(having(seen()), 'nuevo');
    await screen.findByRole('dialog', { name: 'Bebedero nuevo' });
    type('Nombre', 'DEL BÁJO');
    type('Capacidad', '10');
    press('Guardar');
    expect((await screen.findAllByText('Ya existe un bebedero con ese nombre')).length).toBeGreaterThan(0);
    expect(acts(farm, 'createThing')).toEqual([]);
  });

  test('sends only what was changed, and takes back what need not be said', async () => {
    const farm = await show(having(seen()), 'bajo-1');
    await screen.findByRole('dialog', { name: 'Del bajo' });
    press('Editar');
    await screen.findByRole('dialog', { name: 'Editar bebedero' });
    type('Capacidad', '4000');
    type('Material', '');
    press('Guardar cambios');
    await waitFor(() =>
      expect(acts(farm, 'editThing')).toEqual([
        ['editThing', 'trough', 'bajo-1', { litres: 4000, made_of: null }, 'trough bajo-1'],
      ]),
    );
  });

  test('keeps a place that is nowhere any more until somebody chooses anew', async () => {
    await show(having(seen({ lot_id: 'ido' })), 'bajo-1');
    expect(await screen.findByText('Lote eliminado')).not.toBeNull();
    await screen.findByRole('dialog', { name: 'Del bajo' });
    press('Editar');
    expect((await screen.findByLabelText<HTMLSelectElement>('Lote', { exact: false })).value).toBe('ido');
  });

  test('stays open with the reason where this device did not save', async () => {
    const saved = failure({ reason: 'storage', message: 'No queda lugar' } as const);
    await show({ ...having(), saved }, 'nuevo');
    await screen.findByRole('dialog', { name: 'Bebedero nuevo' });
    type('Nombre', 'Del alto');
    type('Capacidad', '10');
    press('Guardar');
    expect(await screen.findByText('No queda lugar')).not.toBeNull();
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('One thing that is made of fields', () => {
  test('says what is known of it, and how it came to be so', async () => {
    await show(having(seen()), 'bajo-1');
    const sheet = await screen.findByRole('dialog', { name: 'Del bajo' });
    const facts = [...sheet.querySelectorAll('dt')].map(
      (name) => `${name.textContent}: ${name.nextSibling?.textContent}`,
    );
    expect(facts).toEqual([
      'Nombre: Del bajo',
      'Capacidad: 3.000 l',
      'Material: Chapa',
      'Desde: 04/03/2026',
      'Costo: $ 1.500,00',
      'Tiene flotante: Tiene flotante',
      'Lote: El Ombú',
    ]);
    const story = within(within(sheet).getByRole('list', { name: 'Historia' })).getAllByRole('listitem');
    expect(story.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^Creado · .* · 01\/11\/2026/),
      expect.stringMatching(/^Cambió Capacidad y Material · .* · 02\/11\/2026/),
    ]);
  });

  test('that the server refused says why, and is corrected where it stands', async () => {
    const refused = seen(
      {},
      { state: 'con_error', problem: 'Ya existe un bebedero con ese nombre', pendingOp: 'op-1' },
    );
    const farm = await show({ ...having(refused), payloads: { 'op-1': { name: 'Repetido' } } }, 'bajo-1');
    expect(await screen.findByText('Ya existe un bebedero con ese nombre')).not.toBeNull();
    press('Corregir');
    expect((await screen.findByLabelText<HTMLInputElement>('Nombre')).value).toBe('Repetido');
    type('Nombre', 'Del medio');
    press('Guardar cambios');
    await waitFor(() => expect(acts(farm, 'editThing')).toHaveLength(1));
  });

  test('is deleted once somebody has said that he means it, and once only', async () => {
    const farm = await show(having(seen()), 'bajo-1');
    await screen.findByRole('dialog', { name: 'Del bajo' });
    press('Eliminar');
    const question = await screen.findByRole('alertdialog', { name: '¿Eliminar Del bajo?' });
    expect(acts(farm, 'deleteThing')).toEqual([]);
    const yes = within(question).getByRole('button', { name: 'Eliminar' });
    fireEvent.click(yes);
    fireEvent.click(yes);
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
    expect(acts(farm, 'deleteThing')).toEqual([['deleteThing', 'trough', 'bajo-1']]);
  });

  test('that is not there says so', async () => {
    await show(having(), 'ido');
    expect(await screen.findByText('Este registro ya no está')).not.toBeNull();
  });
});

test('A thing is made of no field that it cannot have', () => {
  const animals = { ...requiredText('Animales'), control: 'animals' as const };
  expect(() => defineThing({ ...trough, fields: { name: animals }, calledBy: 'name', shown: [] } as never)).toThrow(
    'trough.name: a thing has no field of animals',
  );
});
