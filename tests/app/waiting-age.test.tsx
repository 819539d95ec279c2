// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useLasting } from '../../src/app/farm/waiting-age.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const minute = 60_000;

/** A hint that waits a minute, on a screen where what it tells of is so or not. */
const hint = (isSo: boolean) =>
  renderHook((props: { isSo: boolean }) => useLasting(props.isSo, minute), { initialProps: { isSo } });

const pass = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

describe('What may mend itself in a moment', () => {
  test('is told once it has lasted a minute', () => {
    const { result } = hint(true);
    expect(result.current).toBe(false);
    pass(minute - 1);
    expect(result.current).toBe(false);
    pass(1);
    expect(result.current).toBe(true);
  });

  test('is not told where it ends before, and its minute begins anew', () => {
    const { result, rerender } = hint(true);
    pass(minute - 1);
    rerender({ isSo: false });
    rerender({ isSo: true });
    pass(minute - 1);
    expect(result.current).toBe(false);
    pass(1);
    expect(result.current).toBe(true);
  });

  test('is gone at once when it is over', () => {
    const { result, rerender } = hint(true);
    pass(minute);
    rerender({ isSo: false });
    expect(result.current).toBe(false);
  });
});
