import { afterEach, describe, expect, test, vi } from 'vitest';
import { locks } from '../../src/app/device.ts';

type Hold = (lock: object | null) => Promise<void>;

/** Locks as browsers keep them: a stolen one fails its request while what ran under it goes on. */
function browserLocks() {
  const held = new Map<string, (error: DOMException) => void>();
  return {
    request: async (name: string, { steal }: { readonly steal?: boolean }, hold: Hold): Promise<void> => {
      if (held.has(name) && !steal) return await hold(null);
      held.get(name)?.(new DOMException('Lock broken by another request', 'AbortError'));
      const robbed = new Promise<never>((_, reject) => held.set(name, reject));
      const run = hold({ name }).finally(() => held.delete(name));
      return await Promise.race([run, robbed]);
    },
  };
}

/** Work that ends when the test says so. */
function longRun(): { readonly done: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { done, end: () => end() };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('The outbox is sent by one tab at a time', () => {
  test('a second one does not run while the first is at it', async () => {
    vi.stubGlobal('navigator', { locks: browserLocks() });
    const first = longRun();
    const running = locks.run('drain', false, () => first.done);
    expect(await locks.run('drain', false, () => Promise.reject(new Error('both ran')))).toBe(false);
    first.end();
    expect(await running).toBe(true);
  });

  test('a tab that is robbed of its turn ends what it began, without a failure', async () => {
    vi.stubGlobal('navigator', { locks: browserLocks() });
    const first = longRun();
    const running = locks.run('drain', false, () => first.done);
    expect(await locks.run('drain', true, () => Promise.resolve())).toBe(true);
    first.end();
    expect(await running).toBe(true);
  });

  test('what fails under the lock fails', async () => {
    vi.stubGlobal('navigator', { locks: browserLocks() });
    await expect(locks.run('drain', false, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
  });

  test('a browser without locks sends all the same', async () => {
    vi.stubGlobal('navigator', {});
    expect(await locks.run('drain', false, () => Promise.resolve())).toBe(true);
  });
});
