// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useOnce } from '../../src/app/forms/use-once.ts';

/** What the act is waiting for, in the order in which it was begun. */
let begun: { readonly end: () => void; readonly fail: (why: Error) => void }[] = [];
let broken: unknown[] = [];

const Act = () => {
  const once = useOnce(() => new Promise<void>((end, fail) => void begun.push({ end, fail })));
  const run = (): void => void once.run().catch((why: unknown) => broken.push(why));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <button type="button" aria-busy={once.busy} onClick={run}>
        Mover
      </button>
    </form>
  );
};

afterEach(() => {
  cleanup();
  begun = [];
  broken = [];
});

const button = (): HTMLElement => screen.getByRole('button', { name: 'Mover' });

test('two touches before the screen is drawn anew, and the Enter key, begin one act', () => {
  render(<Act />);
  act(() => {
    button().click();
    button().click();
  });
  fireEvent.submit(button());
  expect(begun).toHaveLength(1);
  expect(button().getAttribute('aria-busy')).toBe('true');
});

test('what has ended can be begun again, whether it worked or broke', async () => {
  render(<Act />);
  fireEvent.click(button());
  await act(async () => Promise.resolve(begun[0]?.end()));
  expect(button().getAttribute('aria-busy')).toBe('false');
  fireEvent.click(button());
  await act(async () => Promise.resolve(begun[1]?.fail(new Error('no answer'))));
  expect(broken).toEqual([new Error('no answer')]);
  fireEvent.click(button());
  expect(begun).toHaveLength(3);
});
