// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { HerdChart } from '../../src/app/farm/herd-chart.tsx';
import type { MovementView } from '../../src/app/sync/farm.ts';
import type { Posting } from '../../src/domain/movements/ledger.ts';
import { fakeFarm, movementView, renderScreen } from '../support/fake-farm.tsx';
import { standOn } from '../support/stand-on.ts';

standOn('2026-11-21');
afterEach(cleanup);

const calves = (id: string, date: string, head: number): MovementView =>
  movementView({ id, type: 'BIRTH', date }, { lines: [{ lot: 'ombu', rodeo: 'cria', category: 'ternero', head }] });

/** A farm of sixty cows and eight calves whose rows change when told to. */
async function show() {
  const stock: Posting[] = [
    { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 },
    { lot: 'ombu', rodeo: 'cria', category: 'ternero', head: 8 },
  ];
  const births = [calves('a', '2026-09-02', 8)];
  const farm = fakeFarm();
  const followers: (() => void)[] = [];
  vi.spyOn(farm.views, 'stock').mockImplementation(async () => Promise.resolve([...stock]));
  vi.spyOn(farm.views, 'page').mockImplementation(async ({ types }) =>
    Promise.resolve({ items: types?.includes('BIRTH') ? [...births] : [], next: null }),
  );
  vi.spyOn(farm, 'onRows').mockImplementation((follower) => {
    followers.push(follower);
    return () => undefined;
  });
  await renderScreen(<HerdChart />, { farm });
  await screen.findByText('68 cab.');
  const change = (): void => act(() => followers.forEach((follow) => follow()));
  return { stock, births, change };
}

const isBeingCounted = (): boolean => screen.getByRole('figure').getAttribute('aria-busy') === 'true';

test('the herd in time says from the first moment that it is counted anew, and then the new count', async () => {
  const { stock, births, change } = await show();
  expect(isBeingCounted()).toBe(false);
  births.push(calves('b', '2026-11-21', 2));
  stock[1] = { lot: 'ombu', rodeo: 'cria', category: 'ternero', head: 10 };
  change();
  // It waits for rest, which is a second and a half.
  await waitFor(() => expect(isBeingCounted()).toBe(true), { timeout: 1_000 });
  await screen.findByText('70 cab.', {}, { timeout: 4_000 });
  expect(isBeingCounted()).toBe(false);
});

test('a change of category alone is counted too', async () => {
  const { stock, change } = await show();
  stock[0] = { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 59 };
  stock[1] = { lot: 'ombu', rodeo: 'cria', category: 'ternero', head: 9 };
  change();
  await waitFor(() => expect(isBeingCounted()).toBe(true), { timeout: 1_000 });
  await waitFor(() => expect(isBeingCounted()).toBe(false), { timeout: 4_000 });
});

test('a changed date alone is counted too, and says so from the first moment', async () => {
  const { births, change } = await show();
  births[0] = calves('a', '2026-10-02', 8);
  change();
  await waitFor(() => expect(isBeingCounted()).toBe(true), { timeout: 1_000 });
  expect(screen.getByText(/^8 .*más/)).toBeDefined();
  await waitFor(() => expect(isBeingCounted()).toBe(false), { timeout: 4_000 });
});
