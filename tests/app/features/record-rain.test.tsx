// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import { type FakeFarm, type FarmValues, fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { unfoldPlace } from '../../support/place-line.ts';
import { standOn } from '../../support/stand-on.ts';
import { farmRows } from '../../support/sim/farm-rows.ts';

const today = '2026-11-21';
const accumulated = 'Acumulado desde la última';
standOn(today);

const rained = (id: string, date: string, campo_id: string | null, rest: object = {}) =>
  movementView({
    id,
    type: 'RAIN',
    date,
    created_by: 'ana',
    rodeoId: null,
    animals: [],
    metadata: { lot_id: null, campo_id, mm: 22, deletedBy: null, editHistory: [], ...rest },
  });
const [south] = farmRows.campos;
const campos = [south, { ...south, id: 'norte', name: 'Campo Norte' }] as FarmValues['campos'];
const movements = [rained('a', '2026-11-10', 'sur'), rained('b', '2026-11-18', 'norte')];

async function open(values: Partial<FarmValues> = {}): Promise<FakeFarm> {
  const kind = recordedKind('RAIN');
  if (!kind) throw new Error('RAIN');
  const farm = fakeFarm({ campos, movements, ...values });
  await renderScreen(
    <NewRecordSheet kind={kind} role="owner" from={{ lotId: null, rodeoId: null }} onClose={() => undefined} />,
    { farm },
  );
  await ready();
  return farm;
}
async function ready(): Promise<void> {
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  // What was recorded before is read after the form stands.
  await act(async () => new Promise((done) => setTimeout(done, 20)));
}
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const campo = (name: string): void => {
  unfoldPlace();
  fireEvent.click(within(screen.getByRole('group', { name: 'Campo' })).getByRole('button', { name }));
};
const since = () => screen.queryByLabelText<HTMLInputElement>('Desde');
async function submitted(farm: FakeFarm): Promise<FakeFarm['done']> {
  await act(async () => {
    fireEvent.submit(document.querySelector('form') ?? document.body);
    await Promise.resolve();
  });
  return farm.done.filter(([name]) => name === 'recordMovement' || name === 'editMovement');
}

describe('a rain', () => {
  test('is of its day where nothing else is said', async () => {
    const farm = await open();
    campo('Campo Sur');
    press('25');
    expect(screen.getByRole('button', { name: 'Del día', pressed: true })).not.toBeNull();
    expect(since()).toBeNull();
    expect((await submitted(farm))[0]?.[2]).toEqual({ date: today, campo_id: 'sur', mm: 25 });
  });

  test('accumulated since the last runs from the day after that to its own', async () => {
    const farm = await open();
    campo('Campo Sur');
    press('25');
    press(accumulated);
    unfoldPlace();
    expect(screen.getByRole('group', { name: 'Hasta' })).not.toBeNull();
    expect(since()?.value).toBe('2026-11-11');
    expect(screen.getByText('Va como acumulado de 11 días. La última es del 10/11/2026.')).not.toBeNull();
    const [done] = await submitted(farm);
    expect(done?.[2]).toEqual({ date: today, campo_id: 'sur', mm: 25, mode: 'acumulado', since: '2026-11-11' });
  });

  test('of another campo or another day follows the last reading there and then', async () => {
    await open();
    campo('Campo Sur');
    press(accumulated);
    campo('Campo Norte');
    expect(since()?.value).toBe('2026-11-19');
    unfoldPlace();
    press('Ayer');
    campo('Todo el campo');
    expect(since()?.value).toBe('');
    expect(screen.getByText('No hay una lluvia anterior en este campo.')).not.toBeNull();
    campo('Campo Sur');
    expect(since()?.value).toBe('2026-11-11');
  });

  test('keeps the first day that somebody chose', async () => {
    const farm = await open();
    campo('Campo Sur');
    press('25');
    press(accumulated);
    fireEvent.change(since() ?? document.body, { target: { value: '2026-11-15' } });
    campo('Campo Norte');
    expect(since()?.value).toBe('2026-11-15');
    expect((await submitted(farm))[0]?.[2]).toMatchObject({ campo_id: 'norte', since: '2026-11-15' });
  });

  test('taken back to its day says no first day', async () => {
    const farm = await open();
    campo('Campo Sur');
    press('25');
    press(accumulated);
    press('Del día');
    expect((await submitted(farm))[0]?.[2]).toEqual({ date: today, campo_id: 'sur', mm: 25 });
  });
});

describe('more rain than falls', () => {
  test.each([
    ['150', 0],
    ['151', 1],
  ])('than 150 mm is worth a second look: %s', async (typed, count) => {
    await open();
    for (const digit of typed) fireEvent.click(screen.getAllByRole('button', { name: digit }).at(-1) ?? document.body);
    expect(screen.queryAllByText('Son más de 150 mm. ¿Guardar igual?')).toHaveLength(count);
  });
});

describe('a rain that is corrected', () => {
  test('is not its own last reading', async () => {
    const own = rained('c', today, 'sur');
    const farm = fakeFarm({ campos, movements: [own, ...movements] });
    await renderScreen(<EditSheet id="c" role="owner" onClose={() => undefined} />, { farm });
    await ready();
    press(accumulated);
    expect(since()?.value).toBe('2026-11-11');
    const [done] = await submitted(farm);
    expect(done?.[2]).toMatchObject({ mode: 'acumulado', since: '2026-11-11', mm: 22 });
  });

  test('opens with the days that it says', async () => {
    const own = rained('c', today, 'sur', { mode: 'acumulado', since: '2026-11-20' });
    await renderScreen(<EditSheet id="c" role="owner" onClose={() => undefined} />, {
      farm: fakeFarm({ campos, movements: [own, ...movements] }),
    });
    await ready();
    expect(since()?.value).toBe('2026-11-20');
  });
});
