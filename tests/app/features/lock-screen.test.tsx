// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LockScreen } from '../../../src/app/features/account/lock-screen.tsx';
import { Pin } from '../../../src/app/features/configuration/security.tsx';
import { PinLockContext } from '../../../src/app/platform/pin-lock-context.tsx';
import type { PinLock, PinState } from '../../../src/app/session/pin-lock.ts';
import { calm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

/** The PIN's screens (trust.md row 111). */
function fakeLock(first: PinState, isRight: (pin: string) => boolean = () => false) {
  const listeners = new Set<() => void>();
  let state = first;
  const change = (next: Partial<PinState>): void => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const set = vi.fn<PinLock['set']>(async () => change({ isSet: true }));
  const remove = vi.fn<PinLock['remove']>(() => change({ isSet: false, isLocked: false }));
  const lock: PinLock = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    canBeSet: () => true,
    set,
    remove,
    enter: async (pin) => {
      const right = isRight(pin);
      change(right ? { isLocked: false } : { triesLeft: state.triesLeft - 1 });
      return Promise.resolve(right);
    },
  };
  return { lock, set, remove, state: () => state };
}
afterEach(cleanup);
const locked: PinState = { isSet: true, isLocked: true, triesLeft: 5 };
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

describe('The lock screen', () => {
  test('opens with the sixth figure of the right PIN, and takes nothing but figures', async () => {
    const { lock, state } = fakeLock(locked, (pin) => pin === '493817');
    await renderScreen(
      <PinLockContext value={lock}>
        <LockScreen />
      </PinLockContext>,
    );
    type('PIN de 6 números', '49-38 17');
    await waitFor(() => expect(state().isLocked).toBe(false));
  });

  test('says how many tries are left, and that what waits is kept', async () => {
    const { lock } = fakeLock({ ...locked, triesLeft: 2 });
    const farm = fakeFarm({ status: { ...calm, waiting: 2 } });
    await renderScreen(
      <PinLockContext value={lock}>
        <LockScreen />
      </PinLockContext>,
      { farm },
    );
    expect(screen.getByRole('status').textContent).toContain('2 registros sin enviar siguen guardados y se envían');
    type('PIN de 6 números', '111222');
    expect(await screen.findByText('PIN equivocado. Te queda 1 intento.')).not.toBeNull();
    type('PIN de 6 números', '111222');
    expect(await screen.findByRole('heading', { name: 'PIN bloqueado' })).not.toBeNull();
  });

  test('takes the password of who forgot it, and has a way back', async () => {
    const { lock, remove } = fakeLock(locked);
    await renderScreen(
      <PinLockContext value={lock}>
        <LockScreen />
      </PinLockContext>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Olvidé el PIN' }));
    fireEvent.click(screen.getByRole('button', { name: 'Volver al PIN' }));
    fireEvent.click(screen.getByRole('button', { name: 'Olvidé el PIN' }));
    fireEvent.change(screen.getByLabelText(/^Contraseña de/), { target: { value: 'la tranquera azul 7' } });
    fireEvent.click(screen.getByRole('button', { name: 'Ingresar' }));
    await waitFor(() => expect(remove).toHaveBeenCalledOnce());
  });
});

describe('The PIN in the configuration', () => {
  const show = async (isSet: boolean, isRight?: (pin: string) => boolean) => {
    const fake = fakeLock({ isSet, isLocked: false, triesLeft: 5 }, isRight);
    await renderScreen(
      <PinLockContext value={fake.lock}>
        <Pin />
      </PinLockContext>,
    );
    return fake;
  };

  test.each([
    ['12345', '12345', 'El PIN tiene 6 números'],
    ['111111', '111111', 'Elegí uno menos fácil'],
    ['654321', '654321', 'Elegí uno menos fácil'],
    ['493817', '493818', 'No es el mismo PIN'],
  ])('refuses %s and %s with «%s»', async (pin, repeated, sentence) => {
    const { set } = await show(false);
    type('PIN de 6 números', pin);
    type('Repetí el PIN', repeated);
    fireEvent.click(screen.getByRole('button', { name: 'Poner PIN' }));
    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
    expect(set).not.toHaveBeenCalled();
  });

  test('that no try opens any more is told as such, not as wrong', async () => {
    const fake = fakeLock({ isSet: true, isLocked: false, triesLeft: 1 });
    await renderScreen(
      <PinLockContext value={fake.lock}>
        <Pin />
      </PinLockContext>,
    );
    type('Tu PIN', '493818');
    fireEvent.click(screen.getByRole('button', { name: 'Quitar PIN' }));
    expect(await screen.findByText(/se pide tu contraseña, y el PIN se quita/)).not.toBeNull();
    expect(screen.queryByText('PIN equivocado')).toBeNull();
  });

  test('is taken away by who knows it alone', async () => {
    const { remove } = await show(true, (pin) => pin === '493817');
    type('Tu PIN', '493818');
    fireEvent.click(screen.getByRole('button', { name: 'Quitar PIN' }));
    expect(await screen.findByText('PIN equivocado')).not.toBeNull();
    type('Tu PIN', '493817');
    fireEvent.click(screen.getByRole('button', { name: 'Quitar PIN' }));
    await waitFor(() => expect(remove).toHaveBeenCalledOnce());
    expect(screen.getByText('PIN quitado')).not.toBeNull();
  });
});
