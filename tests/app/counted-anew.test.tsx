// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { HerdChange } from '../../src/app/features/home/herd-change.tsx';
import { NextThingsCard } from '../../src/app/features/home/next-things-card.tsx';
import { LotFigures } from '../../src/app/features/lots/lot-facts.tsx';
import { EffectTable } from '../../src/app/features/movements/effect-table.tsx';
import { fakeFarm, movementView, renderScreen } from '../support/fake-farm.tsx';
import { standOn } from '../support/stand-on.ts';

standOn('2026-11-21');
afterEach(cleanup);

const cows = (date: string, head: number) =>
  movementView(
    { id: date, type: 'BUY', date },
    { key: date, lines: [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head }] },
  );
const bought = cows('2026-11-09', 60);
const [lot] = await fakeFarm().views.lots();
if (!lot) throw new Error('no lot');
const late = { id: 't', title: 'Alambrar', state: 'pendiente', due_on: '2026-11-01', assigned_to: ['otro'] };
const lateTask = { row: late, state: 'enviado', problem: null, pendingOp: null, canUndo: false } as never;

test.each<[string, ReactElement, RegExp]>([
  ['what is to come', <NextThingsCard key="next" />, /1 tarea vencida/],
  ['how long a lot is grazed', <LotFigures key="lot" view={{ ...lot, heads: 60 }} />, /12 días/],
  ['what stood before a record and after it', <EffectTable key="effect" view={bought} />, /0 → 60/],
  ['the herd against the end of last month', <HerdChange key="herd" heads={140} hasHerd />, /60 más/],
])('%s says from the first moment that it is counted anew', async (_what, shown, words) => {
  const farm = fakeFarm({ movements: [bought], things: { task: [lateTask] } });
  const followers: (() => void)[] = [];
  vi.spyOn(farm, 'onRows').mockImplementation((follower) => {
    followers.push(follower);
    return () => undefined;
  });
  await renderScreen(shown, { farm });
  const isBusy = (): boolean => screen.getByText(words).closest('[aria-busy="true"]') !== null;
  await screen.findByText(words);
  expect(isBusy()).toBe(false);
  act(() => followers.forEach((follow) => follow()));
  expect(isBusy()).toBe(true);
  // It waits for rest, which is a second and a half.
  await waitFor(() => expect(isBusy()).toBe(false), { timeout: 4_000 });
});
