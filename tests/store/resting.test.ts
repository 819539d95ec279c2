import { openMemoryStore } from '../support/memory-store.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restingBesideSaves } from '../../src/app/store/feed-page.ts';
import type { FarmStore, Rest, WholePage } from '../../src/app/store/store.ts';
import { farm, rain } from '../support/rain-op.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Rested {
  readonly store: FarmStore;
  readonly rest: Rest;
}
/** A store, and the rest that its backlog takes after a step. */
function openRested(): Rested {
  const given: Rest[] = [];
  const store = restingBesideSaves(
    ({ rest }) => {
      given.push(rest);
      return openMemoryStore();
    },
    () => Date.now(),
  );
  return { store, rest: async (tookMs) => await given[0]?.(tookMs) };
}

/** How long a rest after a step of 100 ms takes. */
async function restMs(rest: Rest): Promise<number> {
  const begun = Date.now();
  const rested = rest(100);
  await vi.runAllTimersAsync();
  await rested;
  return Date.now() - begun;
}

test('A backlog hurries where nobody records', async () => {
  const { rest } = openRested();
  expect(await restMs(rest)).toBe(0);
});

test('it rests twice as long as it worked while somebody records, and for a while after', async () => {
  const { store, rest } = openRested();
  await store.changeOutbox(farm, () => ({ edit: { add: [rain('one')] }, result: undefined }));
  expect(await restMs(rest)).toBe(200);
  vi.advanceTimersByTime(4_000);
  expect(await restMs(rest)).toBe(200);
  vi.advanceTimersByTime(6_000);
  expect(await restMs(rest)).toBe(0);
});

test('and while somebody types; what is only sent keeps nothing waiting', async () => {
  const { store, rest } = openRested();
  await store.changeOutbox(farm, () => ({ edit: {}, result: undefined }));
  expect(await restMs(rest)).toBe(0);
  await store.saveDraft(farm, 'nota', { text: 'a medio escribir' });
  expect(await restMs(rest)).toBe(200);
});

test('and so does a whole load, page by page', async () => {
  const slow = async (): Promise<'applied'> => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return 'applied';
  };
  const store = restingBesideSaves(
    () => ({ ...openMemoryStore(), applyWhole: slow }),
    () => Date.now(),
  );
  const pageMs = async (): Promise<number> => {
    const begun = Date.now();
    const applied = store.applyWhole(farm, {} as WholePage);
    await vi.runAllTimersAsync();
    expect(await applied).toBe('applied');
    return Date.now() - begun;
  };
  expect(await pageMs()).toBe(100);
  await store.changeOutbox(farm, () => ({ edit: { add: [rain('one')] }, result: undefined }));
  expect(await pageMs()).toBe(300);
});
