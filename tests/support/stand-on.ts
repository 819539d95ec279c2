import { cleanup } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';

/** Every test of a file stands on noon of this day, and leaves neither screen nor toast to the next one. */
export function standOn(day: string): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${day}T12:00:00.000-03:00`) });
  });
  afterEach(() => {
    cleanup();
    toast.remove();
    vi.useRealTimers();
  });
}
