// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tellUnmadeActs } from '../../../src/app/features/shell/unmade-acts.ts';
import { StorageFailure } from '../../../src/app/store/store.ts';
import { Toaster } from '../../../src/app/ui/toaster.tsx';

const told = 'No se pudo hacer en este celular. Probá de nuevo: no se perdió ningún registro';
let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  tellUnmadeActs(page as unknown as Window);
  render(<Toaster />);
});
afterEach(() => {
  cleanup();
  act(() => toast.remove());
});

/** An act that nobody waits for fails with this. */
const fail = (reason: unknown): Event => {
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
  act(() => void page.dispatchEvent(event));
  return event;
};

test('an act that the disk did not take is told, once however many they are', () => {
  expect(fail(new StorageFailure('UnknownError')).defaultPrevented).toBe(true);
  fail(new StorageFailure('UnknownError'));
  expect(screen.getAllByText(told)).toHaveLength(1);
});

test('a bug is left to whoever looks for bugs', () => {
  expect(fail(new TypeError('a bug')).defaultPrevented).toBe(false);
  expect(screen.queryByText(told)).toBeNull();
});
