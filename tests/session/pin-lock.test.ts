import { beforeEach, describe, expect, test } from 'vitest';
import { openPinLock, type PinLock } from '../../src/app/session/pin-lock.ts';
import { type SessionState, signedOut } from '../../src/app/session/session.ts';
import { juan, openTab } from '../support/phone-session.ts';

/** A PIN stands before one person's screens on one device (trust.md row 111). */
const signedIn: SessionState = { ...signedOut, status: 'signed-in', user: juan };
let now: number;
let keys: ReturnType<typeof openTab>;
let tabKeys: ReturnType<typeof openTab>;
let state: SessionState;
let tellSession: () => void;
let hide: (isHidden: boolean) => void;

beforeEach(() => {
  now = Date.parse('2026-11-23T12:00:00Z');
  keys = openTab();
  tabKeys = openTab();
  state = signedIn;
});

/** A start of the app in this tab. */
const start = (): PinLock =>
  openPinLock({
    session: {
      state: () => state,
      subscribe: (listener) => {
        tellSession = listener;
        return () => undefined;
      },
    },
    keys,
    tabKeys,
    now: () => now,
    onHidden: (listener) => (hide = listener),
  });
const enterAs = (next: SessionState): void => {
  state = next;
  tellSession();
};

describe('A PIN', () => {
  test('that nobody set locks nothing', () => {
    expect(start().state()).toEqual({ isSet: false, isLocked: false, triesLeft: 5 });
  });

  test('locks a start of the app, and opens to itself alone', async () => {
    const lock = start();
    await lock.set('493817');
    expect(lock.state()).toEqual({ isSet: true, isLocked: false, triesLeft: 5 });
    tabKeys = openTab();
    const next = start();
    expect(next.state().isLocked).toBe(true);
    expect(await next.enter('493818')).toBe(false);
    expect(next.state()).toEqual({ isSet: true, isLocked: true, triesLeft: 4 });
    expect(await next.enter('493817')).toBe(true);
    expect(next.state()).toEqual({ isSet: true, isLocked: false, triesLeft: 5 });
  });

  test('is asked after five minutes that nobody looked, not after four, and not by a page that is loaded anew', async () => {
    const lock = start();
    await lock.set('493817');
    hide(true);
    now += 4 * 60_000;
    hide(false);
    expect(lock.state().isLocked).toBe(false);
    hide(true);
    expect(start().state().isLocked).toBe(false);
    now += 5 * 60_000;
    expect(start().state().isLocked).toBe(true);
  });

  test('that was wrong five times is right no more, whatever is typed and however often the app starts', async () => {
    await start().set('493817');
    for (let tries = 0; tries < 5; tries += 1) {
      tabKeys = openTab();
      expect(await start().enter(`00000${tries}`)).toBe(false);
    }
    tabKeys = openTab();
    const lock = start();
    expect(lock.state()).toEqual({ isSet: true, isLocked: true, triesLeft: 0 });
    expect(await lock.enter('493817')).toBe(false);
    expect(lock.state().isLocked).toBe(true);
    lock.remove();
    expect(lock.state()).toEqual({ isSet: false, isLocked: false, triesLeft: 5 });
  });

  test('is one person’s, and goes with him at the log-out', async () => {
    const lock = start();
    await lock.set('493817');
    enterAs(signedOut);
    expect(lock.state().isSet).toBe(false);
    enterAs({ ...signedIn, user: { ...juan, id: 'maria' } });
    expect(lock.state().isLocked).toBe(false);
    expect(keys.getItem(`pin:${juan.id}`)).toBeNull();
  });

  test('is kept as a hash with a salt: the same one reads otherwise each time', async () => {
    const lock = start();
    await lock.set('493817');
    const first = keys.getItem(`pin:${juan.id}`);
    await lock.set('493817');
    expect(keys.getItem(`pin:${juan.id}`)).not.toBe(first);
    expect(first).not.toContain('493817');
  });

  test('that nobody can read any more locks nobody out', () => {
    keys.setItem(`pin:${juan.id}`, '{broken');
    expect(start().state()).toEqual({ isSet: false, isLocked: false, triesLeft: 5 });
  });
});
