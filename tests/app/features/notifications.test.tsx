// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useHold } from '../../../src/app/features/movements/pickable-row.tsx';
import { sayRecordSaved } from '../../../src/app/features/record/use-record-form.tsx';
import { NoticesCards } from '../../../src/app/features/shell/notices-cards.tsx';
import { dress } from '../../../src/app/features/shell/theme-store.ts';
import { Stepper } from '../../../src/app/ui/stepper.tsx';
import { allowVibration } from '../../../src/app/ui/vibration.ts';
import { showOnIcon } from '../../../src/app/update/icon-badge.ts';
import { type Device, onDevice, withNavigator } from '../../support/icon-device.ts';
import { renderScreen } from '../../support/fake-farm.tsx';

beforeEach(() => {
  localStorage.clear();
  allowVibration(true);
});
afterEach(() => {
  cleanup();
  toast.remove();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const shakes = (): number[] => {
  const ms: number[] = [];
  withNavigator({ vibrate: (given: number) => ms.push(given) > 0 });
  return ms;
};

const vibrationBox = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(/^Vibración al guardar/);

const Held = ({ onHeld }: { readonly onHeld: () => void }) => (
  <button type="button" {...useHold(onHeld)}>
    Fila
  </button>
);

describe('the shake of the device', () => {
  /** Everything that shakes outside of a tanda, once each. */
  const touchAll = async (): Promise<void> => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await renderScreen(
      <>
        <Stepper label="Ternero" value={0} onChange={() => undefined} addLabel="Sumar" />
        <Held onHeld={() => undefined} />
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Sumar' }));
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Fila' }), { button: 0 });
    act(() => void vi.advanceTimersByTime(500));
    sayRecordSaved(true);
    vi.useRealTimers();
    cleanup();
  };

  test('is felt at a touch, at a hold and at a save until somebody switches it off', async () => {
    const felt = shakes();
    await touchAll();
    expect(felt).toEqual([10, 15, 30]);
  });

  test('once it is off, nothing shakes', async () => {
    const felt = shakes();
    await renderScreen(<NoticesCards />);
    expect(vibrationBox().checked).toBe(true);
    fireEvent.click(vibrationBox());
    expect(vibrationBox().checked).toBe(false);
    cleanup();
    await touchAll();
    expect(felt).toEqual([]);
  });

  test('off is off after the app is opened again, and comes back with a touch', async () => {
    const felt = shakes();
    localStorage.setItem('vibracion', 'off');
    dress();
    sayRecordSaved(true);
    expect(felt).toEqual([]);
    await renderScreen(<NoticesCards />);
    fireEvent.click(vibrationBox());
    sayRecordSaved(true);
    expect([felt, localStorage.getItem('vibracion')]).toEqual([[30], 'on']);
  });

  test('a phone without room obeys all the same, until the app is closed', async () => {
    const felt = shakes();
    await renderScreen(<NoticesCards />);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    fireEvent.click(vibrationBox());
    expect(vibrationBox().checked).toBe(false);
    sayRecordSaved(true);
    expect(felt).toEqual([]);
    vi.restoreAllMocks();
    fireEvent.click(vibrationBox());
    expect(vibrationBox().checked).toBe(true);
  });

  test('nothing shakes it behind the back of that switch', () => {
    const sources = import.meta.glob<string>('../../../src/app/**/*.{ts,tsx}', {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const shaking = Object.keys(sources).filter((path) => sources[path]?.includes('navigator.vibrate'));
    expect(shaking.map((path) => path.split('/src/')[1])).toEqual(['app/ui/vibration.ts']);
  });

  test('a browser that cannot says so, and saving goes on', async () => {
    await renderScreen(<NoticesCards />);
    expect(vibrationBox().disabled).toBe(true);
    expect(screen.queryByText(/Este navegador no deja que la app haga vibrar/)).not.toBeNull();
    expect(() => sayRecordSaved(true)).not.toThrow();
  });
});

describe('the number on the icon, in Notificaciones', () => {
  const show = async (device: Partial<Device>) => {
    const drawn = onDevice(device);
    showOnIcon(3);
    await act(async () => Promise.resolve());
    await renderScreen(<NoticesCards />);
    return drawn;
  };
  const permit = () => screen.queryByRole('button', { name: 'Permitir avisos' });

  test('is there without a question where the device asks for none', async () => {
    const drawn = await show({});
    expect(screen.queryByText(/El ícono muestra cuántos registros faltan enviar/)).not.toBeNull();
    expect([drawn.numbers, drawn.questions(), permit()]).toEqual([[3], 0, null]);
  });

  test('an iPhone is asked only when the button is touched, and then shows it', async () => {
    const drawn = await show({ isApple: true, permission: 'default', answer: 'granted' });
    expect(drawn.questions()).toBe(0);
    const button = permit();
    if (button) fireEvent.click(button);
    await waitFor(() => expect(screen.queryByText(/El ícono muestra/)).not.toBeNull());
    expect([drawn.questions(), drawn.numbers, permit()]).toEqual([1, [3, 3], null]);
  });

  test('a no is told with the way to change it, and is not asked again', async () => {
    const drawn = await show({ isApple: true, permission: 'default', answer: 'denied' });
    const button = permit();
    if (button) fireEvent.click(button);
    await waitFor(() => expect(screen.queryByText(/están bloqueadas en este celular/)).not.toBeNull());
    expect([drawn.questions(), permit()]).toEqual([1, null]);
  });

  test.each([
    ['closed without an answer', { answer: 'default' }],
    ['that the browser does not show', { answer: new TypeError('no question here') }],
  ] as const)('a question %s can be asked again', async (_title, device) => {
    const drawn = await show({ isApple: true, permission: 'default', ...device });
    const button = permit();
    if (button) fireEvent.click(button);
    await waitFor(() => expect(screen.queryByText('El permiso quedó sin dar. Podés pedirlo de nuevo.')).not.toBeNull());
    expect([drawn.questions(), permit() === null]).toEqual([1, false]);
  });

  test('a permission that was given in the settings is seen on coming back', async () => {
    const drawn = await show({ isApple: true, permission: 'denied' });
    expect(screen.queryByText(/están bloqueadas en este celular/)).not.toBeNull();
    drawn.settle('granted');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.queryByText(/El ícono muestra/)).not.toBeNull();
  });

  test('a browser that refuses it is told of, and throws nothing', async () => {
    const drawn = await show({ refusal: new DOMException('no', 'InvalidStateError'), permission: 'granted' });
    expect(drawn.numbers).toEqual([]);
    expect(screen.queryByText(/Este celular no dejó poner el número/)).not.toBeNull();
  });

  test('one that refuses it for want of a permission offers to ask, and puts the number when it may', async () => {
    const drawn = await show({ refusal: new DOMException('no', 'NotAllowedError'), permission: 'default' });
    drawn.accept();
    const button = permit();
    if (button) fireEvent.click(button);
    await waitFor(() => expect(screen.queryByText(/El ícono muestra/)).not.toBeNull());
    expect(drawn.numbers).toEqual([3]);
  });

  test.each([
    ['that knows no such number', { hasBadge: false }, /Este navegador no pone números en el ícono/, null],
    ['where the app is not installed', { isInstalled: false }, /cuando la app está instalada/, null],
    [
      'of an iPhone',
      { hasBadge: false, isInstalled: false, isIphone: true },
      /En iPhone el número aparece cuando instalás la app/,
      '/configuration?seccion=celular',
    ],
  ] as const)('a browser %s says so', async (_title, device, words, leadsTo) => {
    await show(device);
    expect(screen.queryByText(words)).not.toBeNull();
    expect(screen.queryByRole('link', { name: 'Instalar la app' })?.getAttribute('href') ?? null).toBe(leadsTo);
  });

  test('no reminder is promised that nobody would bring', async () => {
    await show({});
    expect(screen.queryByText('Con la app cerrada no llegan avisos')).not.toBeNull();
  });
});
