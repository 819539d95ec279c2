import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeTab, openBrowser } from '../support/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms = 20) => vi.advanceTimersByTimeAsync(ms);
const isSole = ({ sole }: FakeTab): boolean => sole.period() !== null;

/** A write that ends when it is told to; gives whether it has begun. */
function write({ sole }: FakeTab): { hasBegun: boolean; readonly end: () => void } {
  const writing = { hasBegun: false, end: sole.end };
  const waits = sole.begin();
  if (waits) void waits.then(() => (writing.hasBegun = true));
  else writing.hasBegun = true;
  return writing;
}

describe('A tab that is alone', () => {
  test('knows it, and its writes wait for nothing', async () => {
    const tab = openBrowser().openTab();
    await pass();
    expect(isSole(tab)).toBe(true);
    expect(tab.sole.begin()).toBe(null);
  });

  test('is not alone from before the first write of another, which waits for its own that are under way', async () => {
    const { openTab } = openBrowser();
    const first = openTab();
    await pass();
    const own = write(first);
    const second = openTab();
    const theirs = write(second);
    await pass();
    expect([isSole(first), isSole(second), theirs.hasBegun]).toEqual([false, false, false]);
    // A new one of the first waits until both are counted.
    const next = write(first);
    expect(next.hasBegun).toBe(false);
    own.end();
    await pass();
    expect([isSole(first), isSole(second), theirs.hasBegun, next.hasBegun]).toEqual([false, false, true, true]);
  });

  test('is alone again, in another period, when the other is gone', async () => {
    const { openTab } = openBrowser();
    const first = openTab();
    await pass();
    const period = first.sole.period();
    const second = openTab();
    await pass();
    second.die();
    expect(isSole(first)).toBe(false);
    await pass(4_000);
    expect(isSole(first)).toBe(true);
    expect(first.sole.period()).not.toBe(period);
  });

  test('is not alone while it is hidden, and at once when it is shown', async () => {
    const tab = openBrowser().openTab();
    await pass();
    tab.show(false);
    expect(isSole(tab)).toBe(false);
    await pass();
    expect(tab.sole.begin()).toBe(null);
    tab.sole.end();
    tab.show(true);
    await pass();
    expect(isSole(tab)).toBe(true);
  });

  test('leaves it to the one that is shown while it is hidden, however often they change', async () => {
    const { openTab } = openBrowser();
    const tabs = [openTab(), openTab()] as const;
    for (let turn = 0; turn < 6; turn += 1) {
      const [shown, hidden] = turn % 2 === 0 ? tabs : tabs.toReversed();
      hidden?.show(false);
      shown?.show(true);
      await pass(500);
      // Both are open, so either may write.
      expect(tabs.map(isSole)).toEqual([false, false]);
      for (const tab of tabs) {
        expect(tab.sole.begin()).toBe(null);
        tab.sole.end();
      }
    }
  });

  test('that hangs keeps nobody waiting for more than a second, and knows of it when it goes on', async () => {
    const { openTab } = openBrowser();
    const first = openTab();
    await pass();
    first.hang();
    const second = openTab();
    const theirs = write(second);
    await pass(900);
    expect(theirs.hasBegun).toBe(false);
    await pass(300);
    expect([theirs.hasBegun, isSole(first), isSole(second)]).toEqual([true, false, false]);
  });

  test('does not believe it where an older app has a tab, until that is closed', async () => {
    const older = { isOpen: true };
    const tab = openBrowser(older).openTab();
    await pass(10_000);
    expect(isSole(tab)).toBe(false);
    expect(tab.sole.begin()).toBe(null);
    tab.sole.end();
    older.isOpen = false;
    await pass(60_000);
    expect(isSole(tab)).toBe(true);
  });

  test('writes where there are no locks to be had, and is never alone there', async () => {
    const { openTab, locks } = openBrowser();
    locks.isBroken = true;
    const tab = openTab();
    const writing = write(tab);
    await pass();
    expect([writing.hasBegun, isSole(tab)]).toEqual([true, false]);
  });

  test('waits three seconds for locks that say nothing, and then writes', async () => {
    const { openTab, locks } = openBrowser();
    vi.spyOn(locks, 'request').mockReturnValue(new Promise(() => undefined));
    const tab = openTab();
    const writing = write(tab);
    await pass(2_900);
    expect(writing.hasBegun).toBe(false);
    await pass(200);
    expect([writing.hasBegun, isSole(tab)]).toEqual([true, false]);
  });

  test('lets go of all when it is closed', async () => {
    const { openTab } = openBrowser();
    const first = openTab();
    await pass();
    first.sole.close();
    expect(isSole(first)).toBe(false);
    const second = openTab();
    await pass(2_000);
    expect(isSole(second)).toBe(true);
  });
});
