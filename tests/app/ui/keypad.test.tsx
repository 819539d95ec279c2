// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Keypad } from '../../../src/app/ui/keypad.tsx';

afterEach(cleanup);

const Rain = ({ decimals = 1, onDone }: { readonly decimals?: number; readonly onDone?: () => void }) => {
  const [text, setText] = useState('');
  return (
    <>
      <Keypad label="Milímetros" unit="mm" decimals={decimals} value={text} onChange={setText} onDone={onDone} />
      <textarea aria-label="Detalle" />
    </>
  );
};

const typed = (): string => screen.getByLabelText<HTMLInputElement>('Milímetros', { selector: 'input' }).value;
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

describe('measuring rain on the keypad', () => {
  test('three, comma, seven is 3,7', () => {
    render(<Rain />);
    for (const key of ['3', 'Coma', '7']) press(key);
    expect(typed()).toBe('3,7');
  });

  test('"Borrar" takes the last figure away', () => {
    render(<Rain />);
    for (const key of ['3', '7', 'Borrar']) press(key);
    expect(typed()).toBe('3');
  });

  test('a count of animals has no comma key', () => {
    render(<Rain decimals={0} />);
    expect(screen.queryByRole('button', { name: 'Coma' })).toBeNull();
  });

  test('a real keyboard works without touching anything first, with its dot as the comma', () => {
    render(<Rain />);
    for (const key of ['1', '2', '.', '5', 'Backspace', '4']) fireEvent.keyDown(document.body, { key });
    expect(typed()).toBe('12,4');
  });

  test('Enter on a real keyboard finishes', () => {
    const handleDone = vi.fn<() => void>();
    render(<Rain onDone={handleDone} />);
    fireEvent.keyDown(document.body, { key: 'Enter' });
    expect(handleDone).toHaveBeenCalledOnce();
  });

  test('figures written in the detail stay there', () => {
    render(<Rain />);
    fireEvent.keyDown(screen.getByLabelText('Detalle'), { key: '9' });
    expect(typed()).toBe('');
  });

  test('a reader can type straight into the box, and letters are left out', () => {
    render(<Rain />);
    fireEvent.change(screen.getByLabelText('Milímetros', { selector: 'input' }), { target: { value: '25.5 mm' } });
    expect(typed()).toBe('25,5');
  });
});
