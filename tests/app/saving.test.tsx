// @vitest-environment happy-dom
import { act, cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CreateLotScreen } from '../../src/app/features/lots/create-lot-screen.tsx';
import { RecordOverlay } from '../../src/app/features/record/record-overlay.tsx';
import { useTab } from '../../src/app/forms/keeping.ts';
import { useForm } from '../../src/app/forms/use-form.ts';
import { StorageFailure } from '../../src/app/store/store.ts';
import type { FarmViews } from '../../src/app/sync/farm.ts';
import { organizationForm } from '../../src/domain/people/account.ts';
import { type FakeFarm, fakeFarm, renderScreen } from '../support/fake-farm.tsx';

const notSaved =
  'No se pudo guardar en este celular. Lo que escribiste sigue acá: probá de nuevo y, si sigue igual, fijate que quede lugar';
let isDiskAway: boolean;

beforeEach(() => {
  isDiskAway = false;
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  toast.remove();
});

/** A farm whose disk can be away: iOS ends the storage behind an app that was in the pocket. */
function farmInHand(): FakeFarm {
  const farm = fakeFarm();
  const read = async <T,>(ask: () => Promise<T>): Promise<T> => {
    if (isDiskAway) throw new StorageFailure('UnknownError');
    return await ask();
  };
  const { lots, possibleDuplicates } = farm.views;
  const views = {
    lots: () => read(lots),
    possibleDuplicates: (...what: Parameters<FarmViews['possibleDuplicates']>) =>
      read(() => possibleDuplicates(...what)),
  };
  return { ...farm, views: { ...farm.views, ...views } };
}

async function openRain(farm: FakeFarm): Promise<void> {
  const nothing = (): void => undefined;
  const closed = { editId: null, correctOp: null, lotId: null, rodeoId: null };
  await renderScreen(<RecordOverlay role="owner" registrar="RAIN" {...closed} onPick={nothing} onClose={nothing} />, {
    farm,
  });
  fireEvent.click(await screen.findByRole('button', { name: '25' }));
}

async function openLot(farm: FakeFarm): Promise<void> {
  await renderScreen(<CreateLotScreen onDone={() => undefined} />, { farm });
  fireEvent.change(await screen.findByLabelText(/^Nombre del lote/), { target: { value: 'El Sauce' } });
  fireEvent.change(screen.getByLabelText(/^Hectáreas/), { target: { value: '40' } });
}

const forms = [
  ['a rain', openRain, 'Guardar 25 mm', 'recordMovement', { mm: 25 }],
  ['a lot', openLot, 'Guardar lote', 'createLot', { name: 'El Sauce' }],
] as const;

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const rest = (): Promise<void> => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 50)));
const doneOn = (farm: FakeFarm, name: string): readonly unknown[] => farm.done.filter(([act]) => act === name);

describe('a disk that is away at the save', () => {
  test.each(forms)('is told, and %s stays as it was typed, to be saved again', async (_, open, save, name) => {
    const farm = farmInHand();
    await open(farm);
    isDiskAway = true;
    press(save);
    await screen.findByText(notSaved);
    expect(doneOn(farm, name)).toEqual([]);
    isDiskAway = false;
    press(save);
    await waitFor(() => expect(doneOn(farm, name)).toHaveLength(1));
  });

  test.each(forms)('takes nothing of %s from its draft', async (_, open, save, _name, said) => {
    const farm = farmInHand();
    await open(farm);
    isDiskAway = true;
    press(save);
    await screen.findByText(notSaved);
    expect(doneOn(farm, 'saveDraft').at(-1)).toMatchObject(['saveDraft', expect.any(String), said]);
  });
});

describe('a second touch on the save, while the form is going away', () => {
  test.each(forms)('does not make %s twice', async (_, open, save, name) => {
    const farm = farmInHand();
    await open(farm);
    press(save);
    await waitFor(() => expect(doneOn(farm, name)).toHaveLength(1));
    await rest();
    press(save);
    await rest();
    expect(doneOn(farm, name)).toHaveLength(1);
  });
});

describe('a call that breaks', () => {
  test('leaves its form as it was typed, free to be sent again', async () => {
    let calls = 0;
    const save = async (): Promise<null> => {
      calls += 1;
      if (calls === 1) throw new TypeError('broken');
      return Promise.resolve(null);
    };
    const { result } = renderHook(() =>
      useForm({ start: { name: '' }, read: (typed) => organizationForm.safeParse(typed), save }),
    );
    act(() => result.current.change({ name: 'Los Talas' }));
    await act(() => expect(result.current.submit()).rejects.toThrow('broken'));
    expect(result.current).toMatchObject({ busy: false, values: { name: 'Los Talas' }, message: notSaved });
    await act(() => result.current.submit());
    expect([calls, result.current.message]).toEqual([2, null]);
  });
});

describe('what a tab remembers of an older version', () => {
  test('is taken as far as the form still asks it', async () => {
    sessionStorage.setItem('form:nuevo', JSON.stringify({ name: 'Los Talas', province: 'La Pampa', hectares: 12 }));
    const saved: unknown[] = [];
    const { result } = renderHook(() =>
      useForm({
        start: { name: '' },
        keeping: useTab('nuevo'),
        read: (typed) => organizationForm.safeParse(typed),
        save: async (body) => {
          saved.push(body);
          return Promise.resolve(null);
        },
      }),
    );
    expect(result.current.values).toEqual({ name: 'Los Talas' });
    await act(() => result.current.submit());
    expect(saved).toEqual([{ name: 'Los Talas' }]);
    expect(sessionStorage.getItem('form:nuevo')).toBeNull();
  });
});
