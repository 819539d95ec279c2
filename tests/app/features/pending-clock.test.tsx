// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PendingSheet } from '../../../src/app/features/pending/pending-sheet.tsx';
import type { PendingView } from '../../../src/app/sync/farm.ts';
import { calm, type FakeFarm, type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// The device says the 21st; the server says the 18th.
const deviceNow = '2026-11-21T15:00:00.000Z';
const late = (opId: string): PendingView => ({
  opId,
  title: 'Lluvia',
  summary: '1 mm',
  state: 'con_error',
  recordedAt: deviceNow,
  attempts: 1,
  problem: {
    code: 'INVALID_BODY',
    message: 'Revisá',
    issues: [{ path: 'date', message: 'La fecha todavía no llegó' }],
  },
  waitsFor: null,
  author: null,
  subject: 'movement',
  movementType: 'RAIN',
  entityId: `movement-${opId}`,
  act: 'create',
  canCorrect: true,
});

async function show(values: Partial<FarmValues>): Promise<FakeFarm> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(deviceNow) });
  const farm = fakeFarm(values);
  await renderScreen(<PendingSheet open onClose={() => undefined} onCorrect={() => undefined} />, { farm });
  return farm;
}
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('records that a clock that runs ahead had refused', () => {
  const payloads = {
    a: { date: '2026-11-21', mm: 1 },
    b: { date: '2026-11-21', mm: 2 },
    c: { date: '2026-11-20', mm: 3 },
  };
  const status = { ...calm, skewMs: -3 * 86_400_000 };

  test('are corrected in one act, each to the day that it was', async () => {
    const farm = await show({ pending: [late('a'), late('b'), late('c')], payloads, status });
    expect(
      await screen.findByText(/2 del 21\/11\/2026 al 18\/11\/2026; 1 del 20\/11\/2026 al 17\/11\/2026/),
    ).not.toBeNull();
    press('Corregir la fecha de estos 3');
    await waitFor(() =>
      expect(farm.done).toEqual([
        ['correct', 'a', { date: '2026-11-18', mm: 1 }],
        ['correct', 'b', { date: '2026-11-18', mm: 2 }],
        ['correct', 'c', { date: '2026-11-17', mm: 3 }],
      ]),
    );
  });

  test('are corrected one by one where the clock is right', async () => {
    await show({ pending: [late('a')], payloads });
    await screen.findByText('La fecha todavía no llegó', { exact: false });
    expect(screen.queryByRole('button', { name: /Corregir la fecha/ })).toBeNull();
  });
});
