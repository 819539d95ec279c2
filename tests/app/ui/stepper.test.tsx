// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Stepper } from '../../../src/app/ui/stepper.tsx';

const wait = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Calves = ({ start = 0, max = 9999 }: { readonly start?: number; readonly max?: number }) => {
  const [count, setCount] = useState(start);
  return (
    <Stepper
      label="Ternero"
      value={count}
      onChange={setCount}
      max={max}
      addLabel="Sumar un ternero"
      subtractLabel="Restar un ternero"
    />
  );
};

const count = (): string => screen.getByRole('group', { name: 'Ternero' }).querySelector('output')?.textContent ?? '';
const add = (): HTMLElement => screen.getByRole('button', { name: 'Sumar un ternero' });
const subtract = (): HTMLElement => screen.getByRole('button', { name: 'Restar un ternero' });
const announced = (): string | undefined =>
  screen.getAllByRole('status').find((region) => region.tagName !== 'OUTPUT')?.textContent;
const openKeypad = (): void => {
  fireEvent.click(screen.getByRole('button', { name: /escribir la cantidad de Ternero/ }));
};

describe('counting calves', () => {
  test('each touch counts one', () => {
    render(<Calves />);
    fireEvent.click(add());
    fireEvent.click(add());
    fireEvent.click(subtract());
    expect(count()).toBe('1');
  });

  test('the figure is the first word of the button that it is typed with', () => {
    render(<Calves start={1234} />);
    expect(screen.getByRole('button', { name: '1.234, escribir la cantidad de Ternero' })).not.toBeNull();
  });

  test('it never goes below zero nor over the most there can be', () => {
    render(<Calves max={1} />);
    fireEvent.click(subtract());
    expect(count()).toBe('0');
    fireEvent.click(add());
    fireEvent.click(add());
    expect(count()).toBe('1');
    expect(add().getAttribute('aria-disabled')).toBe('true');
  });

  test('a thousand reads with its point, and is typed without', () => {
    render(<Calves start={1499} />);
    fireEvent.click(add());
    expect(count()).toBe('1.500');
    wait(1000);
    expect(announced()).toBe('Ternero: 1.500');
    openKeypad();
    expect(screen.getByDisplayValue('1500')).toBeDefined();
  });

  test('holding the finger repeats, and lifting it adds no extra one', () => {
    render(<Calves />);
    fireEvent.pointerDown(add(), { button: 0 });
    wait(450 + 120 * 4);
    fireEvent.pointerUp(add());
    fireEvent.click(add());
    expect(count()).toBe('5');
    wait(2000);
    expect(count()).toBe('5');
  });

  test('a finger that slides off stops the repetition', () => {
    render(<Calves />);
    fireEvent.pointerDown(add(), { button: 0 });
    fireEvent.pointerLeave(add());
    wait(2000);
    expect(count()).toBe('0');
  });

  test('a reader hears the number once, when the hand rests', () => {
    render(<Calves />);
    fireEvent.click(add());
    fireEvent.click(add());
    expect(announced()).toBe('');
    wait(700);
    expect(announced()).toBe('Ternero: 2');
  });
});

describe('typing the count', () => {
  test('touching the number opens the keypad, and "Listo" keeps what was typed', () => {
    render(<Calves />);
    openKeypad();
    const dialog = within(screen.getByRole('dialog', { name: 'Ternero' }));
    fireEvent.click(dialog.getByRole('button', { name: '1' }));
    fireEvent.click(dialog.getByRole('button', { name: '2' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Listo' }));
    expect(count()).toBe('12');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the first digit takes the place of the count, and deleting does not', () => {
    render(<Calves />);
    for (let time = 0; time < 3; time += 1) fireEvent.click(add());
    openKeypad();
    fireEvent.click(screen.getByRole('button', { name: '7' }));
    fireEvent.click(screen.getByRole('button', { name: '2' }));
    fireEvent.click(screen.getByRole('button', { name: 'Listo' }));
    expect(count()).toBe('72');
    openKeypad();
    fireEvent.click(screen.getByRole('button', { name: 'Borrar' }));
    fireEvent.click(screen.getByRole('button', { name: '4' }));
    fireEvent.click(screen.getByRole('button', { name: 'Listo' }));
    expect(count()).toBe('74');
  });

  test('a count of as many digits as there may be is typed anew', () => {
    render(<Calves max={9} />);
    for (let time = 0; time < 3; time += 1) fireEvent.click(add());
    openKeypad();
    fireEvent.keyDown(document.body, { key: '7' });
    fireEvent.click(screen.getByRole('button', { name: 'Listo' }));
    expect(count()).toBe('7');
  });

  test('a number out of bounds cannot be kept, and the bounds are said', () => {
    render(<Calves max={20} />);
    openKeypad();
    fireEvent.keyDown(document.body, { key: '9' });
    fireEvent.keyDown(document.body, { key: '9' });
    expect(screen.getByText('Entre 0 y 20')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Listo' }).disabled).toBe(true);
  });
});
