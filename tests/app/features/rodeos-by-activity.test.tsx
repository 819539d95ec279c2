// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { RodeosScreen } from '../../../src/app/features/rodeos/rodeos-screen.tsx';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import type { Rodeo } from '../../../src/domain/farm/places.ts';
import { fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { farmRows } from '../../support/sim/farm-rows.ts';

afterEach(cleanup);

const [cria, invernada] = farmRows.rodeos as unknown as readonly [Rodeo, Rodeo];
const rodeoOf = (row: Partial<Rodeo>, like: Rodeo = invernada): ThingView<Rodeo> => ({
  row: { ...like, ...row },
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
});
const show = async (...rodeo: readonly ThingView<Rodeo>[]): Promise<void> => {
  const nothing = () => undefined;
  await renderScreen(<RodeosScreen sheet={null} onSheet={nothing} onSheetEnd={nothing} />, {
    farm: fakeFarm({ things: { rodeo } }),
  });
  await screen.findByRole('list', { name: 'Rodeos' });
};
const shown = (): readonly (string | null | undefined)[] =>
  within(screen.getByRole('list', { name: 'Rodeos' }))
    .getAllByRole('link')
    .map((link) => /\/rodeos\/(\w+)/.exec(link.getAttribute('href') ?? '')?.[1]);

describe('Rodeos of several activities', () => {
  const all = [
    rodeoOf({ activity: 'cria' }, cria),
    rodeoOf({ id: 'toros', name: 'Toros', activity: null }),
    rodeoOf({ id: 'engorde', name: 'Engorde', activity: 'invernada' }),
    rodeoOf({ id: 'ovejas', name: 'Ovejas', activity: 'una de mañana' }),
  ];
  const chips = () => within(screen.getByRole('group', { name: 'Actividad' }));
  const choose = (name: string): void => void fireEvent.click(chips().getByRole('button', { name }));

  test('are narrowed to one, with the totals of what is shown', async () => {
    await show(...all);
    choose('Cría');
    expect(shown()).toEqual(['cria']);
    expect(screen.getByText('1 rodeo · 60 cab. · 60 EV')).not.toBeNull();
    choose('Todos');
    expect(shown()).toHaveLength(4);
  });

  test('offer what the farm does and no more, and what nobody said too', async () => {
    await show(...all);
    const names = chips()
      .getAllByRole('button')
      .map((chip) => chip.textContent);
    expect(names).toEqual(['Todos', 'Cría', 'Invernada', 'Sin actividad']);
    choose('Sin actividad');
    expect(shown()).toEqual(['ovejas', 'toros']);
  });

  test('of one kind alone have nothing to narrow', async () => {
    await show(rodeoOf({ activity: 'cria' }, cria), rodeoOf({ activity: 'cria' }));
    expect(screen.queryByRole('group', { name: 'Actividad' })).toBeNull();
  });
});

test('A rodeo stands in no lot where the book is short of its animals', async () => {
  const stock = [
    { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 },
    { lot: 'bajo', rodeo: 'cria', category: 'vaca', head: -50 },
  ];
  await renderScreen(<RodeosScreen sheet={null} onSheet={() => undefined} onSheetEnd={() => undefined} />, {
    farm: fakeFarm({ things: { rodeo: [rodeoOf({}, cria)] }, stock }),
  });
  const [line] = within(await screen.findByRole('list', { name: 'Rodeos' })).getAllByRole('link');
  expect(line?.textContent).toContain('El Ombú');
  expect(line?.textContent).not.toContain('El Bajo');
});
