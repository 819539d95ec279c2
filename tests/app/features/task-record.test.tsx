// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { useTaskDoneBy } from '../../../src/app/routes/-farm-frame.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { failure } from '../../../src/domain/result.ts';
import { type FakeFarm, type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const closed = vi.fn<() => void>();

/** The form as 'Hacer ahora' opens it. */
const Opened = () => {
  const doneBy = useTaskDoneBy();
  return (
    <RecordOverlay
      role="owner"
      registrar="DEATH"
      editId={null}
      correctOp={null}
      lotId="ombu"
      rodeoId={null}
      onRecorded={(id) => doneBy('aguadas', id)}
      onPick={closed}
      onClose={closed}
    />
  );
};

async function save(values: Partial<FarmValues> = {}): Promise<FakeFarm> {
  closed.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <Opened />
      <Toaster />
    </>,
    { farm },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Sumar 1 vaca' }));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar 1 muerte' }));
  await waitFor(() => expect(farm.done.some(([act]) => act === 'recordMovement')).toBe(true));
  return farm;
}

test('saving the record of a task marks it done, and the task says which record', async () => {
  const farm = await save();
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(farm.done.filter(([act]) => act === 'editThing')).toEqual([
    ['editThing', 'task', 'aguadas', { state: 'hecha', movement_id: 'movement-1' }],
  ]);
  expect(await screen.findByText('Guardado. Tarea hecha')).toBeDefined();
});

test('a record that was not saved leaves the task as it was', async () => {
  const farm = await save({ saved: failure({ reason: 'storage', message: 'No hay lugar' }) });
  expect(await screen.findByText('No hay lugar')).toBeDefined();
  expect(farm.done.some(([act]) => act === 'editThing')).toBe(false);
});
