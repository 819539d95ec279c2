import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersTo, type Pace } from '../../src/app/platform/farm-context.tsx';
import type { FarmViews, SyncStatus } from '../../src/app/sync/farm.ts';
import { unknownStatus } from '../../src/app/sync/engine/status.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A farm whose rows change when told to, and a question that takes so long and answers with how often it was asked. */
function ask(pace: Pace, takesMs = 0, ready = true) {
  const listeners = new Set<() => void>();
  const statusListeners = new Set<() => void>();
  const arrived = { ready };
  const seen = {
    asked: 0,
    answers: [] as number[],
    old: [] as boolean[],
    errors: [] as unknown[],
    fails: null as Error | null,
  };
  const farm = {
    views: { stock: () => question() } as unknown as FarmViews,
    status: (): SyncStatus => ({ ...unknownStatus, ...arrived }),
    onStatus: (listener: () => void) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    onRows: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const question = async (): Promise<number> => {
    const mine = (seen.asked += 1);
    if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
    if (seen.fails) throw seen.fails;
    return mine;
  };
  const following = answersTo(
    farm,
    (views) => views.stock() as unknown as Promise<number>,
    pace,
    undefined,
    (isOld) => seen.old.push(isOld),
  ).subscribe(
    (answer) => seen.answers.push(answer),
    (thrown) => seen.errors.push(thrown),
  );
  const change = (): void => {
    for (const listener of listeners) listener();
  };
  const arrive = (): void => {
    arrived.ready = true;
    for (const listener of statusListeners) listener();
  };
  return { seen, listeners, change, arrive, stop: following.unsubscribe };
}

test('a change is answered at once, and a storm of them a few times a second', async () => {
  const { seen, change } = ask('live');
  await vi.advanceTimersByTimeAsync(1_000);
  change();
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.answers).toEqual([1, 2]);
  for (let at = 0; at < 100; at += 1) {
    change();
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen.asked).toBeGreaterThan(5);
  expect(seen.asked).toBeLessThanOrEqual(2 + 1_000 / 150 + 1);
});

test.each(['live', 'calm'] as const)('a %s one whose rows are not here is asked as soon as they are', async (pace) => {
  const { seen, change, arrive } = ask(pace, 0, false);
  await vi.advanceTimersByTimeAsync(20);
  change();
  await vi.advanceTimersByTimeAsync(20);
  expect(seen.answers).toEqual([]);
  arrive();
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.answers).toEqual([1]);
});

test('one is under way at a time, and the last is asked after the last change', async () => {
  const { seen, change } = ask('live', 400);
  await vi.advanceTimersByTimeAsync(100);
  change();
  change();
  expect(seen.asked).toBe(1);
  await vi.advanceTimersByTimeAsync(301);
  expect([seen.asked, seen.answers]).toEqual([2, [1]]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([seen.asked, seen.answers]).toEqual([2, [1, 2]]);
});

test('a dear one is asked again once changes have come to rest', async () => {
  const { seen, change } = ask('calm');
  for (let at = 0; at < 40; at += 1) {
    change();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(seen.answers).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(seen.answers).toEqual([1, 2]);
});

test('an answer is old from the first change on, also of one while it was asked, until the last is answered', async () => {
  const { seen, change } = ask('calm', 400);
  expect(seen.old).toEqual([true]);
  await vi.advanceTimersByTimeAsync(401);
  expect(seen.old.at(-1)).toBe(false);
  change();
  expect(seen.old.at(-1)).toBe(true);
  await vi.advanceTimersByTimeAsync(1_600);
  change();
  await vi.advanceTimersByTimeAsync(400);
  expect([seen.answers, seen.old.at(-1)]).toEqual([[1, 2], true]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([seen.answers, seen.old.at(-1)]).toEqual([[1, 2, 3], false]);
});

test('a question that fails tells it, and is asked again at the next change', async () => {
  const { seen, change } = ask('live');
  await vi.advanceTimersByTimeAsync(1_000);
  seen.fails = new Error('away');
  change();
  await vi.advanceTimersByTimeAsync(1_000);
  seen.fails = null;
  change();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([seen.answers, seen.errors.map(String)]).toEqual([[1, 3], ['Error: away']]);
});

test('who has left hears nothing more, not even of what is under way', async () => {
  const { seen, change, stop, listeners } = ask('live', 50);
  change();
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([seen.asked, seen.answers, listeners.size]).toEqual([1, [], 0]);
});
