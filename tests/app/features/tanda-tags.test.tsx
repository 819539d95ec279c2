// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TandaSheet } from '../../../src/app/features/record/tanda/tanda-sheet.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import { fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const press = async (name: string | RegExp): Promise<void> =>
  act(async () => void fireEvent.click(await screen.findByRole('button', { name })));

async function weigh(tag: string, kilos: string): Promise<void> {
  fireEvent.change(screen.getByLabelText(/^Caravana/), { target: { value: tag } });
  for (const key of kilos) await press(key);
  await press('Anotar el peso');
}

async function open(): Promise<void> {
  const kind = recordedKind('WEIGHING');
  if (!kind) throw new Error('no weighing');
  const farm = fakeFarm({ habits: { byType: {}, recentLotIds: ['bajo'] } });
  const from = { lotId: null, rodeoId: null };
  await renderScreen(<TandaSheet kind={kind} role="user" from={from} onClose={() => undefined} />, { farm });
}

test('an animal that is weighed twice is asked about while it is still there', async () => {
  await open();
  await press(/^Cambiar lugar/);
  fireEvent.click(screen.getByLabelText('Anotar la caravana de cada animal'));
  await press('Empezar');
  await weigh('032 0100', '412');
  await weigh('032 0101', '398');
  expect(screen.queryByRole('alert')).toBeNull();
  await weigh('032 0100', '411');
  expect(screen.getByRole('alert').textContent).toBe('032 0100 ya estaba');
  await press(/^Borrar el último/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('of two categories each has its own figures, also after one goes', async () => {
  const complained = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await open();
  for (const key of '412') await press(key);
  await press('Anotar el peso');
  await press('Otra…');
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'vaca' } });
  for (const key of '500') await press(key);
  await press('Anotar el peso');
  await press(/animal/);
  const figures = within(screen.getByLabelText('Resumen de la tanda'));
  expect(figures.getAllByText('Promedio')).toHaveLength(2);
  expect(complained.mock.calls.flat().join(' ')).not.toContain('same key');
  complained.mockRestore();
});
