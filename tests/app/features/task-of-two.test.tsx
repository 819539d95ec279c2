// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { CycleForm } from '../../../src/app/features/cycles/cycle-form.tsx';
import { TasksScreen } from '../../../src/app/features/tasks/tasks-screen.tsx';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import type { Task } from '../../../src/domain/office/tasks.ts';
import { cycleView } from '../../support/cycle-view.ts';
import { type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { taskView } from '../../support/task-view.ts';

/** What forms say of lists that two people change, and how a task that two people did is read (decision 0074). */
afterEach(cleanup);

const step = (text: string, done = false) => ({ text, done });
const steps = [step('Cargar agua'), step('Revisar flotante')];

const task = (row: Partial<Task>): ThingView<Task> => taskView({ assigned_to: ['beto'], checklist: steps, ...row });

async function show(row: Partial<Task>, values: Partial<FarmValues> = {}): Promise<FakeFarm> {
  const member = (id: string, first_name: string) =>
    ({ id, first_name, last_name: 'Paz', role: 'user', state: 'activo' }) as const;
  const members = [member('ana', 'Ana'), member('beto', 'Beto')];
  const farm = fakeFarm({ things: { task: [task(row)] }, members, ...values });
  const nothing = () => undefined;
  await renderScreen(<TasksScreen sheet="aguadas" onOpen={nothing} onClose={nothing} onRecord={nothing} />, {
    farm,
    session: fakeSession('owner'),
  });
  return farm;
}

const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });
const saidIn = ({ done }: FakeFarm) => done.filter(([act]) => act === 'editThing').map((parts) => parts[3]);
const draftIn = ({ done }: FakeFarm, key: string): Readonly<Record<string, unknown>> =>
  done.findLast(([act, name]) => act === 'saveDraft' && name === key)?.[2] as Readonly<Record<string, unknown>>;

describe('The form of a task', () => {
  test('says of each list that it changes what it was, and nothing of the others', async () => {
    const farm = await show({ photos: ['a1'] });
    press('Editar');
    await screen.findByLabelText('¿Qué hay que hacer?');
    fireEvent.click(await screen.findByRole('button', { name: 'Beto Paz' }));
    press('Quitar el paso 1');
    press('Guardar cambios');
    await waitFor(() => expect(saidIn(farm)).toHaveLength(1));
    expect(saidIn(farm)).toEqual([
      { assigned_to: [], assigned_to_before: ['beto'], checklist: [steps[1]], checklist_before: steps },
    ]);
  });

  test('found again says only what this person changed, by what it was when he opened it', async () => {
    const before = await show({ photos: ['a1'] });
    press('Editar');
    await screen.findByLabelText('¿Qué hay que hacer?');
    type('¿Qué hay que hacer?', 'Recorrer');
    press('Agregar paso');
    fireEvent.change(screen.getByLabelText('Paso 3'), { target: { value: 'Avisar' } });
    await waitFor(() => expect(draftIn(before, 'task aguadas')).toMatchObject({ title: 'Recorrer' }));
    await waitFor(() => expect(JSON.stringify(draftIn(before, 'task aguadas'))).toContain('Avisar'));
    const drafts = { 'task aguadas': draftIn(before, 'task aguadas') };
    cleanup();
    const others = { checklist: [...steps, step('De otro')], photos: ['a1', 'b2'], assigned_to: [], priority: 'alta' };
    const after = await show(others, { drafts });
    press('Editar');
    await screen.findByText('Recuperamos lo que estabas cargando');
    press('Guardar cambios');
    await waitFor(() => expect(saidIn(after)).toHaveLength(1));
    expect(saidIn(after)).toEqual([
      { title: 'Recorrer', checklist: [...steps, step('Avisar')], checklist_before: steps },
    ]);
  });
});

test('The form of a service says what rodeos and females were where they change', async () => {
  const view = cycleView({ served: [{ category_id: 'vaca', count: 60 }] });
  const farm = fakeFarm({ things: { cycle: [view] } });
  const nothing = () => undefined;
  await renderScreen(<CycleForm id={view.row.id} onSaved={nothing} onClose={nothing} />, {
    farm,
    session: fakeSession('owner'),
  });
  type('Vaca', '58');
  press('Guardar cambios');
  await waitFor(() => expect(saidIn(farm)).toHaveLength(1));
  expect(saidIn(farm)).toEqual([
    { served: [{ category_id: 'vaca', count: 58 }], served_before: [{ category_id: 'vaca', count: 60 }] },
  ]);
});

describe('A task that two people did', () => {
  const done: Partial<Task> = {
    state: 'hecha',
    done_by: 'beto',
    also_done_by: ['ana'],
    final_note: 'Sin novedad',
    duration_min: 30,
    also_said: [{ by: 'ana', final_note: 'Falta un flotante', duration_min: 45 }],
  };

  test('says what each said of it', async () => {
    await show(done);
    const facts = await screen.findByRole('list', { name: 'Datos de la tarea' });
    const lines = within(facts)
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/30 minutos.*Llevó/),
        expect.stringMatching(/Sin novedad.*Nota final/),
        expect.stringMatching(/45 minutos.*A Ana .*le llevó/),
        expect.stringMatching(/Falta un flotante.*Nota de Ana /),
      ]),
    );
  });

  test('opens the words of this person, not those of who did it first', async () => {
    const farm = await show(done);
    press('Nota y tiempo');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Nota final', { exact: false })).value).toBe(
      'Falta un flotante',
    );
    type('¿Cuánto llevó?', '50');
    press('Guardar');
    await waitFor(() => expect(saidIn(farm)).toEqual([{ duration_min: 50 }]));
  });

  test('begins with no words of who has said none', async () => {
    const farm = await show({ ...done, also_said: [] });
    press('Nota y tiempo');
    const note = await screen.findByLabelText<HTMLTextAreaElement>('Nota final', { exact: false });
    expect(note.value).toBe('');
    type('Nota final', 'Con agua');
    press('Guardar');
    await waitFor(() => expect(saidIn(farm)).toEqual([{ final_note: 'Con agua' }]));
  });
});
