// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { MovementScreen } from '../../../src/app/features/movements/movement-screen.tsx';
import type { MovementView } from '../../../src/app/sync/farm.ts';
import { fakeFarm, fakeSession, movementView, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const cows = (head: number, lot: string | null = 'ombu', rodeo: string | null = 'cria') => ({
  lot,
  rodeo,
  category: 'vaca',
  head,
});
/** A record of cows in El Ombú, where 60 stand today. */
const record = (id: string, date: string, head: number, time = '12:00'): MovementView =>
  movementView(
    { id, type: head > 0 ? 'BUY' : 'DEATH', date, created_at: `${date}T${time}:00.000Z` },
    { lines: [cows(head)] },
  );

async function effectOf(view: MovementView, others: readonly MovementView[] = []): Promise<() => string[]> {
  const nothing = () => undefined;
  const farm = fakeFarm({ movements: [...others, view] });
  const screenOf = (
    <MovementScreen id={view.movement.id} onEdit={nothing} onRepeat={nothing} onGone={nothing} onRenamed={nothing} />
  );
  await renderScreen(screenOf, { farm, session: fakeSession('owner') });
  const card = await screen.findByRole('region', { name: 'Efecto en la hacienda' });
  return () =>
    within(card)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
}

describe('The effect of a record', () => {
  test('says what stood there before it and after it', async () => {
    const rows = await effectOf(record('a', '2026-11-20', -2));
    await waitFor(() => expect(rows()).toEqual(['El OmbúCríaVaca−262 → 60']));
  });

  test('leaves out what came later, the same day too', async () => {
    const later = [record('c', '2026-11-20', 10, '15:00'), record('b', '2026-11-18', -5)];
    const rows = await effectOf(record('a', '2026-11-18', -2, '09:00'), later);
    await waitFor(() => expect(rows()).toEqual(['El OmbúCríaVaca−257 → 55']));
  });

  test('is not changed by what came before', async () => {
    const rows = await effectOf(record('b', '2026-11-20', 10), [record('a', '2026-11-18', -2)]);
    await waitFor(() => expect(rows()).toEqual(['El OmbúCríaVaca+1050 → 60']));
  });

  test('that left too few in the book says how many are missing, never less than none', async () => {
    const rows = await effectOf(record('a', '2026-11-18', -2), [record('b', '2026-11-20', 61)]);
    await waitFor(() => expect(rows()).toEqual(['El OmbúCríaVaca−21 → 1 de menos']));
  });

  test('on animals without lot and rodeo says no more than how many', async () => {
    const view = movementView({ id: 'a', type: 'DEATH' }, { lines: [cows(-2, null, null), cows(-1)] });
    const rows = await effectOf(view);
    await waitFor(() => expect(rows()).toEqual(['Sin loteSin rodeoVaca−2', 'El OmbúCríaVaca−161 → 60']));
  });
});
