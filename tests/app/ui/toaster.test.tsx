// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import toast from 'react-hot-toast';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Toaster, toastError, toastSuccess } from '../../../src/app/ui/toaster.tsx';

const wait = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

beforeEach(() => {
  // What an earlier file said last may still stand.
  toast.remove();
  vi.useFakeTimers();
});
afterEach(() => {
  wait(10_000);
  cleanup();
  vi.useRealTimers();
});

describe('a short notice', () => {
  test('good news waits its turn to be read, bad news interrupts', () => {
    render(<Toaster />);
    act(() => {
      toastSuccess('Guardado en este celular');
      toastError('Error al crear el lote');
    });
    expect(screen.getByRole('status').textContent).toBe('Guardado en este celular');
    expect(screen.getByRole('alert').textContent).toBe('Error al crear el lote');
  });

  test('it stays two seconds and goes', () => {
    render(<Toaster />);
    act(() => {
      toastSuccess('Guardado');
    });
    wait(1900);
    expect(screen.queryByText('Guardado')).not.toBeNull();
    wait(200);
    expect(screen.queryByText('Guardado')).toBeNull();
  });

  test('the same sentence stands once, and begins its two seconds anew', () => {
    render(<Toaster />);
    const say = (): void =>
      act(() => {
        toastSuccess('Guardado en este celular');
        toastError('Error al crear el lote');
      });
    say();
    wait(1500);
    say();
    expect(screen.getAllByText('Guardado en este celular')).toHaveLength(1);
    expect(screen.getAllByText('Error al crear el lote')).toHaveLength(1);
    wait(1500);
    expect(screen.queryByText('Guardado en este celular')).not.toBeNull();
    wait(600);
    expect(screen.queryByText('Guardado en este celular')).toBeNull();
  });

  test('the places where it will be read exist before it comes', () => {
    render(<Toaster />);
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  test('an English word of the server is marked as English', () => {
    render(<Toaster />);
    act(() => {
      toastSuccess('Success', { lang: 'en' });
    });
    expect(screen.getByText('Success').getAttribute('lang')).toBe('en');
  });
});
