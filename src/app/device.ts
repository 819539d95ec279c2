import { createListeners } from '#domain/listeners.ts';
import type { Exclusive } from './session/calls.ts';
import type { DeviceKeyRows } from './store/device-key.ts';
import type { FarmPorts } from './sync/engine/engine.ts';
import type { Random, Clock, Hint, Hints, Locks } from './sync/ports.ts';

export const clock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** A UUID v7: its first 48 bits are the time, so rows sort as they were made. */
function timeOrderedId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const moment = Date.now().toString(16).padStart(12, '0');
  const tail = Array.from(bytes.slice(6), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(tail[4] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${tail.slice(1, 4)}-${variant}${tail.slice(5, 8)}-${tail.slice(8, 20)}`;
}

export const random: Random = {
  fraction: () => Math.random(),
  key: () => crypto.randomUUID(),
  entityId: timeOrderedId,
};

/** Locks between tabs. Safety does not depend on them: browsers without them run unlocked. */
export const locks: Locks = {
  run: async (name, steal, task) => {
    if (!('locks' in navigator)) {
      await task();
      return true;
    }
    const mine: { run: Promise<void> | null } = { run: null };
    try {
      await navigator.locks.request(name, steal ? { steal: true } : { ifAvailable: true }, async (lock) => {
        if (lock) await (mine.run = task());
      });
    } catch (thrown) {
      // Another tab stole the lock: the task runs to its end, safe without it.
      const isRobbed = thrown instanceof DOMException && thrown.name === 'AbortError';
      if (!isRobbed || mine.run === null) throw thrown;
      await mine.run;
    }
    return mine.run !== null;
  },
};

export const exclusive: Exclusive = async (name, task) =>
  'locks' in navigator ? await navigator.locks.request(name, task) : await task();

/** Hints from the page that a retry may work; `isConnected` comes from the live connection. */
export function createHints(isConnected: () => boolean): Hints & { readonly give: (hint: Hint) => void } {
  const { tell: give, subscribe } = createListeners<[hint: Hint]>();
  window.addEventListener('online', () => give('online'));
  window.addEventListener('offline', () => give('offline'));
  window.addEventListener('pageshow', () => give('visible'));
  document.addEventListener('visibilitychange', () =>
    give(document.visibilityState === 'visible' ? 'visible' : 'hidden'),
  );
  return {
    isVisible: () => document.visibilityState === 'visible',
    isConnected,
    subscribe,
    give,
  };
}

/** One connection for the page: the key is asked for at every round of a device that cannot keep one. */
let keyRows: DeviceKeyRows | null = null;

/** The device's key that signs a person's packages; loaded on demand. */
export const signer: FarmPorts['signer'] & object = async (userId) => {
  const [{ deviceKeyOf }, { openAuthStore }] = await Promise.all([
    import('./store/device-key.ts'),
    import('./store/auth-store.ts'),
  ]);
  return deviceKeyOf((keyRows ??= openAuthStore()), userId);
};
