// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useState } from 'react';
import { CycleScreen } from '../../../src/app/features/cycles/cycle-screen.tsx';
import { EditLot } from '../../../src/app/features/lots/edit-lot.tsx';
import { CorrectSheet, EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { TaskForm } from '../../../src/app/features/tasks/task-form.tsx';
import { FarmContext } from '../../../src/app/platform/farm-context.tsx';
import { cycleView } from '../../support/cycle-view.ts';
import { type FakeFarm, type FarmValues, fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { taskView } from '../../support/task-view.ts';

afterEach(cleanup);

/** Edits that were left half typed, while others changed the same thing. */
const acts = (farm: FakeFarm) => farm.done.filter(([act]) => act !== 'saveDraft');
const isDone = (): void => undefined;
const step = (text: string, done = false) => ({ text, done });

const view = taskView({ version: 2, due_on: '2026-11-09', checklist: [step('Tanque', true), step('De otro')] });
const steps = [step('Tanque')];
/** The form as it was opened, before another gave the task a later day and a step. */
const opened = { title: 'Recorrer aguadas', due_on: '2026-11-05', checklist: steps, checklist_before: steps };

async function saveTask(draft: object): Promise<unknown> {
  const farm = fakeFarm({ things: { task: [view] }, drafts: { 'task aguadas': { ...opened, ...draft, opened } } });
  await renderScreen(<TaskForm id="aguadas" mayAssign onSaved={isDone} onClose={isDone} />, { farm });
  return await saveIn(farm, 3);
}

async function saveIn(farm: FakeFarm, given: number): Promise<unknown> {
  await screen.findByText('Recuperamos lo que estabas cargando');
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  await waitFor(() => expect(acts(farm)).toHaveLength(1));
  return acts(farm)[0]?.[given];
}

test('What its person did not touch of a task stays as another has made it since', async () => {
  expect(await saveTask({ detail: 'Llevar llave' })).toEqual({
    detail: 'Llevar llave',
    detail_before: '',
  });
});

test('Steps that were changed go with those that the form began with', async () => {
  const checklist = [...steps, step('Bomba')];
  expect(await saveTask({ checklist })).toEqual({ checklist, checklist_before: steps });
});

test('What its person did not touch of a lot stays as another has made it since', async () => {
  const lots = await fakeFarm().views.lots();
  const [lot] = lots;
  if (!lot) throw new Error('no lot');
  const before = { name: lot.lot.name, hectares: 7, notes: '' };
  const drafts = { [`lote ${lot.lot.id}`]: { ...before, notes: 'Anegado', opened: before } };
  const farm = fakeFarm({ drafts });
  await renderScreen(<EditLot view={{ ...lot, lot: { ...lot.lot, notes: 'De otro' } }} onClose={isDone} />, { farm });
  expect(await saveIn(farm, 2)).toEqual({ notes: 'Anegado', notes_before: '' });
});

async function saveRain(values: Partial<FarmValues>): Promise<unknown> {
  const farm = fakeFarm(values);
  await renderScreen(<EditSheet id="movement-1" role="owner" onClose={isDone} />, { farm });
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar cambios' }));
  await waitFor(() => expect(acts(farm)).toHaveLength(1));
  return acts(farm)[0]?.[2];
}
const rain = (version: number, pendingOp: string | null = null) =>
  movementView(
    { type: 'RAIN', version, metadata: { lot_id: null, deletedBy: null, editHistory: [], mm: 10 } },
    { pendingOp },
  );

test('A record says which version its form began with, so that two who changed it are told', async () => {
  const drafts = { 'edicion movement-1': { date: '2026-11-05', mm: 20, base_version: 3 } };
  expect(await saveRain({ movements: [rain(4)], drafts })).toMatchObject({ mm: 20, base_version: 3 });
  cleanup();
  expect(await saveRain({ movements: [rain(4)] })).toMatchObject({ mm: 10, base_version: 4 });
});

test('A record that waits itself says none: the version is what its own acts make of it', async () => {
  const typed = await saveRain({ movements: [rain(4, 'op-1')] });
  expect((typed as { readonly base_version?: number }).base_version).toBeUndefined();
});

const inseminated = (date: string, count: number) => ({ date, count, sire: null, technician: null, protocol: null });
const [first, second] = [inseminated('2026-10-20', 80), inseminated('2026-11-02', 20)];

const Meanwhile = ({ farms }: { readonly farms: readonly FakeFarm[] }) => {
  const [at, setAt] = useState(0);
  return (
    <FarmContext value={farms[at] ?? null}>
      <button type="button" onClick={() => setAt(1)}>
        Otro elimina la primera
      </button>
      <CycleScreen
        id="spring"
        sheet="inseminacion.1"
        onSheet={isDone}
        onSheetEnd={isDone}
        onRecord={isDone}
        onGone={isDone}
      />
    </FarmContext>
  );
};

test('An insemination that is being typed stays in its form while another takes out one before it', async () => {
  const farms = [[first, second], [second]].map((inseminations) =>
    fakeFarm({ things: { cycle: [cycleView({ service_type: 'iatf', state: 'en_servicio', inseminations })] } }),
  );
  await renderScreen(<Meanwhile farms={farms} />);
  const heads = await screen.findByLabelText('Vientres inseminados', { exact: false });
  fireEvent.change(heads, { target: { value: '25' } });
  fireEvent.click(screen.getByText('Otro elimina la primera'));
  await waitFor(() => expect(screen.getByText(/^20 de 1/)).toBeDefined());
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  const [, after] = farms;
  if (!after) throw new Error('no farm');
  await waitFor(() => expect(acts(after)).toHaveLength(1));
  expect(acts(after)[0]?.[3]).toEqual({
    inseminations: [first, { ...second, count: 25 }],
    inseminations_before: [first, second],
  });
});

test('Notes of a lot that were refused are shortened where they wait, beside what was seen', async () => {
  const message = 'Con lo que escribió otra persona es demasiado largo. Usá como máximo 500 caracteres';
  const body = { id: 'bajo', notes: 'Anegado hasta el fondo', notes_before: 'Seco' };
  const farm = fakeFarm({
    pending: [
      {
        opId: 'op-1',
        title: 'Cambios del lote',
        summary: 'Bajo',
        state: 'con_error',
        recordedAt: '2026-11-21T12:00:00.000Z',
        attempts: 1,
        problem: { code: 'INVALID_BODY', message: 'Revisá los datos marcados', issues: [{ path: 'notes', message }] },
        waitsFor: null,
        author: null,
        subject: 'lot',
        movementType: null,
        entityId: 'bajo',
        act: 'edit',
        canCorrect: true,
      },
    ],
    payloads: { 'op-1': body },
  });
  await renderScreen(<CorrectSheet opId="op-1" role="owner" onClose={isDone} />, { farm });
  const field = await screen.findByLabelText('Observaciones', { exact: false });
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.queryByLabelText('Nombre del lote')).toBeNull();
  fireEvent.change(field, { target: { value: 'Anegado' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  await waitFor(() => expect(acts(farm)).toEqual([['correct', 'op-1', { ...body, notes: 'Anegado' }]]));
});
