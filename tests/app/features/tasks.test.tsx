// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DueCard } from '../../../src/app/features/tasks/due-card.tsx';
import { TasksScreen } from '../../../src/app/features/tasks/tasks-screen.tsx';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import type { Task } from '../../../src/domain/office/tasks.ts';
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
import { taskView } from '../../support/task-view.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// A Thursday.
const now = '2026-11-05T15:00:00.000Z';

const opened = vi.fn<(sheet: string) => void>();
const closed = vi.fn<() => void>();
const recorded = vi.fn<(type: string, place: object) => void>();

async function show(
  tasks: readonly ThingView<Task>[],
  { sheet = null, role = 'owner', ...values }: Partial<FarmValues> & { sheet?: string | null; role?: Role } = {},
): Promise<FakeFarm> {
  for (const act of [opened, closed, recorded]) act.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  const farm = fakeFarm({ things: { task: tasks }, ...values });
  await renderScreen(<TasksScreen sheet={sheet} onOpen={opened} onClose={closed} onRecord={recorded} />, {
    farm,
    session: fakeSession(role),
  });
  await screen.findByRole('group', { name: 'Cuándo' });
  return farm;
}
const press = (name: string | RegExp, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });
const acts = (farm: FakeFarm) => farm.done.filter(([act]) => act !== 'saveDraft');
const part = (name: string): HTMLElement => screen.getByRole('region', { name });

describe('The list of tasks', () => {
  const each = [
    taskView({ id: 'a', title: 'Alambrado', due_on: '2026-11-03', assigned_to: ['ana'] }),
    taskView({ id: 'b', title: 'Aguadas' }),
    taskView({ id: 'c', title: 'Sal', due_on: '2026-11-08' }),
    taskView({ id: 'd', title: 'Vacuna', due_on: '2026-11-09' }),
    taskView({ id: 'e', title: 'Pintar', due_on: null }),
    taskView({ id: 'f', title: 'Molino', state: 'hecha', done_at: now }),
  ];
  const parts = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));

  test('has a tab for each time, with parts by when each is due, weeks ending on Sunday', async () => {
    await show(each, { role: 'user' });
    expect(parts()).toEqual(['Vencidas', 'Hoy']);
    expect(within(part('Vencidas')).getByText('Vencida')).toBeDefined();
    press('Próximas (2)');
    expect(parts()).toEqual(['Esta semana', 'Después']);
    expect(within(part('Esta semana')).getByText('Sal')).toBeDefined();
    expect(within(part('Después')).getByText('Vacuna')).toBeDefined();
    press('Sin fecha (1)');
    expect(parts()).toEqual(['Sin fecha']);
    press('Hechas');
    expect(within(part('Hechas')).getByText('Molino')).toBeDefined();
  });

  test('is under the names of who does them for those who run the farm', async () => {
    await show(each);
    await waitFor(() => expect(parts()).toEqual(['Ana Paz', 'Cualquiera']));
    expect(within(part('Ana Paz')).getByText('Alambrado')).toBeDefined();
    press('Mías');
    expect(parts()).toEqual(['Vencidas', 'Hoy']);
  });

  test('says of a tab that it is empty', async () => {
    await show([taskView({})]);
    press('Sin fecha');
    expect(screen.getByText('No hay tareas sin fecha.')).toBeDefined();
  });

  test('shows a hand his own and nobody’s, and the rest when he asks', async () => {
    await show(
      [
        taskView({ id: 'a', title: 'De Beto', created_by: 'beto', assigned_to: ['beto'] }),
        taskView({ id: 'b', title: 'De nadie' }),
      ],
      {
        role: 'user',
      },
    );
    expect(screen.queryByText('De Beto')).toBeNull();
    expect(screen.getByText('De nadie')).toBeDefined();
    press('Todas');
    expect(await screen.findByText('De Beto')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Hecha: De Beto').disabled).toBe(true);
  });

  test('can show one kind alone, and says so when there is none', async () => {
    await show([taskView({})]);
    press('Sanidad');
    expect(screen.queryByText('Recorrer aguadas')).toBeNull();
    expect(screen.getByText(/No hay tareas así/)).toBeDefined();
    press('Recorrida');
    expect(screen.getByText('Recorrer aguadas')).toBeDefined();
  });

  test('of a farm without tasks says what will stand here', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
    await renderScreen(<TasksScreen sheet={null} onOpen={opened} onClose={closed} onRecord={recorded} />);
    expect(await screen.findByText(/Anotá lo que hay que hacer/)).toBeDefined();
  });
});

describe('A task that is done', () => {
  test('is marked by one touch, stays where it stood and can be taken back', async () => {
    const farm = await show([taskView({})]);
    fireEvent.click(screen.getByLabelText('Hecha: Recorrer aguadas'));
    await waitFor(() => expect(acts(farm)).toEqual([['editThing', 'task', 'aguadas', { state: 'hecha' }]]));
    expect(within(part('Cualquiera')).getByText('Recorrer aguadas')).toBeDefined();
  });

  test.each([
    ['without a trace while it waits on this phone', null, [['undo', 'op-1']]],
    [
      'by another change where it went into one that waited',
      'op-1',
      [['editThing', 'task', 'aguadas', { state: 'pendiente' }]],
    ],
  ] as const)('goes back %s', async (_, pendingOp, after) => {
    const view = taskView({}, { pendingOp });
    const farm = await show([view]);
    fireEvent.click(screen.getByLabelText('Hecha: Recorrer aguadas'));
    Object.assign(view.row, { state: 'hecha' });
    fireEvent.click(await screen.findByRole('button', { name: 'Deshacer' }));
    await waitFor(() => expect(acts(farm).slice(1)).toEqual(after));
  });

  test('that the disk did not take says so and stays as it was', async () => {
    const farm = await show([taskView({})], { saved: failure({ reason: 'storage', message: 'No hay lugar' }) });
    fireEvent.click(screen.getByLabelText('Hecha: Recorrer aguadas'));
    await waitFor(() => expect(acts(farm)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
  });
});

describe('A new task', () => {
  test('needs only what is to be done; day, kind and people by touch', async () => {
    const farm = await show([taskView({})], { sheet: 'nueva' });
    await screen.findByLabelText('¿Qué hay que hacer?');
    type('¿Qué hay que hacer?', 'Vacunar terneros');
    press('Mañana');
    press('Sanidad', screen.getByRole('dialog'));
    press('Guardar');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]).toEqual([
      'createThing',
      'task',
      expect.objectContaining({ title: 'Vacunar terneros', due_on: '2026-11-06', kind: 'sanidad', assigned_to: [] }),
      'task nuevo',
    ]);
  });

  test('is given to who works here, with access or without; who left is no more to be chosen', async () => {
    const member = (id: string, first_name: string, state: string) =>
      ({ id, first_name, last_name: 'Paz', role: 'user', state }) as const;
    const members = [
      member('luis', 'Luis', 'activo'),
      member('cacho', 'Cacho', 'sin_acceso'),
      member('ido', 'Ido', 'quitado'),
    ];
    const farm = await show([taskView({})], { sheet: 'nueva', members });
    const people = (await screen.findByText(/¿Quién la hace?/)).closest('fieldset') ?? document.body;
    const names = () =>
      within(people)
        .getAllByRole('button')
        .map((chip) => chip.textContent);
    await waitFor(() => expect(names()).toEqual(['Luis Paz', 'Cacho Paz']));
    type('¿Qué hay que hacer?', 'Alambrar');
    press('Cacho Paz', people);
    press('Guardar');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]?.[2]).toMatchObject({ title: 'Alambrar', assigned_to: ['cacho'] });
  });

  test('of a hand is his own: he is not asked whose it is', async () => {
    await show([taskView({})], { sheet: 'nueva', role: 'user' });
    await screen.findByLabelText('¿Qué hay que hacer?');
    expect(screen.queryByText(/¿Quién la hace?/)).toBeNull();
  });

  test('that was half-typed is found again', async () => {
    await show([taskView({})], { sheet: 'nueva', drafts: { 'task nuevo': { title: 'Arreglar el mol' } } });
    expect((await screen.findByLabelText<HTMLInputElement>('¿Qué hay que hacer?')).value).toBe('Arreglar el mol');
    expect(screen.getByText('Recuperamos lo que estabas cargando')).toBeDefined();
  });
});

describe('An open task', () => {
  test('ticks its steps one by one', async () => {
    const steps = [
      { text: 'Cargar agua', done: false },
      { text: 'Revisar flotante', done: false },
    ];
    const farm = await show([taskView({ checklist: steps })], { sheet: 'aguadas' });
    fireEvent.click(await screen.findByLabelText('Revisar flotante'));
    const checklist = [steps[0], { text: 'Revisar flotante', done: true }];
    expect(acts(farm)).toEqual([['editThing', 'task', 'aguadas', { checklist, checklist_before: steps }]]);
  });

  test('is called off with a reason only', async () => {
    const farm = await show([taskView({})], { sheet: 'aguadas' });
    await screen.findByText('Cualquiera');
    press('Cancelar tarea');
    const question = screen.getByRole('alertdialog');
    press('Cancelar tarea', question);
    expect(await within(question).findByText('Escribí por qué se cancela')).toBeDefined();
    expect(acts(farm)).toEqual([]);
    type('¿Por qué?', 'Llovió');
    // A second touch before the first has ended calls nothing off again.
    const confirm = within(question).getByRole('button', { name: 'Cancelar tarea' });
    act(() => {
      confirm.click();
      confirm.click();
    });
    await waitFor(() =>
      expect(acts(farm)).toEqual([
        ['editThing', 'task', 'aguadas', { state: 'cancelada', cancel_reason: 'Llovió', cancel_reason_before: '' }],
      ]),
    );
  });

  test.each([
    ['Curar bicheras', 'sanidad', 'Vacunar o tratar', 'TREATMENT'],
    ['Pesar los novillos', 'otra', 'Pesar', 'WEIGHING'],
    ['Tacto de la cría', 'sanidad', 'Tacto', 'PREGNANCY_DIAGNOSIS'],
    ['Llevar al bajo', 'movimiento', 'Mover a otro lote', 'TRANSFER'],
  ] as const)('«%s» is done now in the form of its record, in its place', async (title, kind, label, form) => {
    const farm = await show([taskView({ title, kind, rodeo_id: 'cria' })], { sheet: 'aguadas' });
    await screen.findByText('Cualquiera');
    press(`Hacer ahora: ${label}`);
    expect(recorded).toHaveBeenCalledWith(form, { taskId: 'aguadas', lotId: 'ombu', rodeoId: 'cria' });
    expect(acts(farm)).toEqual([]);
  });

  test('that no record tells of is not offered a form', async () => {
    await show([taskView({ title: 'Arreglar el molino', kind: 'aguada' })], { sheet: 'aguadas' });
    await screen.findByText('Cualquiera');
    expect(screen.queryByRole('button', { name: /Hacer ahora/ })).toBeNull();
  });

  test('ends with what there is to say of it and how long it took', async () => {
    const farm = await show([taskView({})], { sheet: 'aguadas' });
    await screen.findByText('Cualquiera');
    press('Terminar con nota');
    await screen.findByLabelText('Nota final', { exact: false });
    type('Nota final', 'Falta un flotante');
    type('¿Cuánto llevó?', '90');
    press('Marcar como hecha');
    await waitFor(() =>
      expect(acts(farm)).toEqual([
        [
          'editThing',
          'task',
          'aguadas',
          { state: 'hecha', final_note: 'Falta un flotante', duration_min: 90 },
          'terminar tarea aguadas',
        ],
      ]),
    );
  });

  test('of somebody else is not a hand’s to change, call off or delete', async () => {
    await show([taskView({ created_by: 'beto' })], { sheet: 'aguadas', role: 'user' });
    await screen.findByText('Marcar como hecha');
    for (const name of ['Editar', 'Cancelar tarea', 'Eliminar']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  test('that the server refused says why, and its form opens with what was typed', async () => {
    await show([taskView({}, { state: 'con_error', problem: 'El lote ya no existe', pendingOp: 'op-9' })], {
      sheet: 'aguadas',
      payloads: { 'op-9': { title: 'Recorrer bebederos' } },
    });
    expect((await screen.findAllByText('El lote ya no existe')).length).toBeGreaterThan(0);
    press('Corregir');
    expect((await screen.findByLabelText<HTMLInputElement>('¿Qué hay que hacer?')).value).toBe('Recorrer bebederos');
  });
});

describe('A task that was done', () => {
  test('says who did it, what there was to say, and shows the record that did it', async () => {
    await show(
      [
        taskView({
          state: 'hecha',
          done_by: 'ana',
          also_done_by: ['beto'],
          done_at: now,
          movement_id: 'movement-1',
          final_note: 'Sin novedad',
          duration_min: 45,
        }),
      ],
      { sheet: 'aguadas', movements: [movementView({ id: 'movement-1' })] },
    );
    expect(await screen.findByText('Sin novedad')).toBeDefined();
    expect(screen.getByText('45 minutos')).toBeDefined();
    const record = await screen.findByRole('region', { name: 'Registro de la tarea' });
    expect(within(record).getByRole('link').getAttribute('href')).toBe('/data/movement-1');
  });
});

describe('What waits, on the first screen', () => {
  const first = async (role: Role, tasks: readonly ThingView<Task>[]) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
    const farm = fakeFarm({ things: { task: tasks }, movements: [movementView()] });
    await renderScreen(<DueCard />, { farm, session: fakeSession(role) });
  };

  test('counts this person’s tasks that are due by today, never those of others or of tomorrow', async () => {
    await first('user', [
      taskView({ id: 'a', due_on: '2026-11-01' }),
      taskView({ id: 'b' }),
      taskView({ id: 'c', due_on: '2026-11-06' }),
      taskView({ id: 'd', assigned_to: ['beto'] }),
      taskView({ id: 'e', state: 'hecha' }),
    ]);
    const link = await screen.findByRole('link', { name: /Tareas de hoy/ });
    expect(link.textContent).toContain('2');
    expect(link.getAttribute('href')).toBe('/tasks');
    expect(screen.queryByText('A revisar')).toBeNull();
  });

  test('tells the office of what there is to look at', async () => {
    await first('admin', []);
    expect((await screen.findByRole('link', { name: /A revisar/ })).textContent).toContain('1');
  });
});
