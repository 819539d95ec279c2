// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useNoIconNumber } from '../../../src/app/features/shell/icon-number.ts';
import { SyncChip } from '../../../src/app/features/shell/sync-chip.tsx';
import { type Session, signedOut } from '../../../src/app/session/session.ts';
import type { SyncStatus } from '../../../src/app/sync/farm.ts';
import { unknownStatus } from '../../../src/app/sync/engine/status.ts';
import { calm, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { onDevice } from '../../support/icon-device.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A farm whose outbox changes while it is looked at. */
function changingFarm(start: SyncStatus, files = { photos: 0, voices: 0, papers: 0, refused: 0 }) {
  let now = start;
  const listeners = new Set<() => void>();
  return {
    farm: {
      ...fakeFarm({ blobs: { waiting: async () => Promise.resolve(files) } }),
      status: () => now,
      onStatus: (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    become: (next: Partial<SyncStatus>) =>
      act(async () => {
        now = { ...now, ...next };
        for (const listener of listeners) listener();
        await Promise.resolve();
      }),
  };
}

const chip = <SyncChip onOpen={() => undefined} />;
const last = (numbers: readonly number[]): number | undefined => numbers.at(-1);

describe('the number on the icon', () => {
  test('is what waits and what has an error, and goes when all was sent', async () => {
    const { numbers } = onDevice({});
    const { farm, become } = changingFarm({ ...calm, waiting: 2, withError: 1 });
    await renderScreen(chip, { farm });
    expect(last(numbers)).toBe(3);
    await become({ waiting: 3 });
    await become({ waiting: 0, withError: 0 });
    expect(numbers).toEqual([3, 4, 0]);
  });

  test('is not touched before the disk was read: what an earlier day left on it stands', async () => {
    const { numbers } = onDevice({});
    const { farm, become } = changingFarm(unknownStatus);
    await renderScreen(chip, { farm });
    expect(numbers).toEqual([]);
    await become({ ...calm, waiting: 5 });
    expect(numbers).toEqual([5]);
  });

  test('counts the photos once no record waits any more, as the chip does', async () => {
    const { numbers } = onDevice({});
    const { farm, become } = changingFarm({ ...calm, waiting: 1 }, { photos: 2, voices: 1, papers: 0, refused: 0 });
    await renderScreen(chip, { farm });
    expect(last(numbers)).toBe(1);
    await become({ waiting: 0 });
    await waitFor(() => expect(last(numbers)).toBe(3));
    expect(screen.getByRole('button').textContent).toContain('2 fotos');
  });

  test('that the browser refuses leaves the chip as it is', async () => {
    const { numbers } = onDevice({ refusal: new DOMException('no', 'NotAllowedError') });
    const { farm, become } = changingFarm({ ...calm, waiting: 2 });
    await renderScreen(chip, { farm });
    await become({ waiting: 1 });
    expect([numbers, screen.getByRole('button').textContent]).toEqual([[], '1 pendiente1 pend.']);
  });

  test('stays on the icon when the screens close with records that wait', async () => {
    const { numbers } = onDevice({});
    await renderScreen(chip, { farm: fakeFarm({ status: { ...calm, waiting: 2 } }) });
    cleanup();
    expect(numbers).toEqual([2]);
  });

  test('nobody is asked for a permission by it', async () => {
    const device = onDevice({ isApple: true, permission: 'default' });
    await renderScreen(chip, { farm: fakeFarm({ status: { ...calm, waiting: 2 } }) });
    expect(device.questions()).toBe(0);
  });
});

describe('who logs out', () => {
  const Root = () => {
    useNoIconNumber();
    return chip;
  };

  test('takes the number away, whatever waits for his return', async () => {
    const { numbers } = onDevice({});
    const listeners = new Set<() => void>();
    const signedIn = fakeSession();
    let state = signedIn.state();
    const session: Session = {
      ...signedIn,
      state: () => state,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    await renderScreen(<Root />, { session, farm: fakeFarm({ status: { ...calm, waiting: 2 } }) });
    expect(numbers).toEqual([2]);
    act(() => {
      state = { ...signedOut, status: 'signed-out' };
      for (const listener of listeners) listener();
    });
    expect(numbers).toEqual([2, 0]);
  });

  test('of a session that ran out is still in: the number stays', async () => {
    const { numbers } = onDevice({});
    const session = fakeSession('user', { expired: true });
    await renderScreen(<Root />, { session, farm: fakeFarm({ status: { ...calm, waiting: 2 } }) });
    expect(numbers).toEqual([2]);
  });
});
