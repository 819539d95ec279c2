// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { OwnAct } from '../../../src/app/farm/own-acts.ts';
import { RegisterMenu } from '../../../src/app/features/record/register-menu.tsx';
import { recordedKinds } from '../../../src/domain/movements/registry.ts';
import { type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const own = vi.fn<(act: OwnAct) => void>();
const picked = vi.fn<(type: string) => void>();

async function open(values: Partial<FarmValues> = {}): Promise<void> {
  own.mockClear();
  picked.mockClear();
  await renderScreen(<RegisterMenu role="user" onPick={picked} onOwn={own} onClose={() => undefined} />, {
    farm: fakeFarm(values),
  });
  await screen.findByRole('dialog', { name: 'Registrar' });
}
const look = (text: string): void =>
  void fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar' }), { target: { value: text } });
const tiles = (): readonly (string | null)[] =>
  screen
    .getAllByRole('button')
    .map((tile) => tile.getAttribute('aria-label'))
    .filter((label) => label !== 'Cerrar');

describe('the menu of what is recorded', () => {
  test('has the ten that this person records most, the first of them first', async () => {
    const types = recordedKinds.map(({ type }) => type).slice(0, 12);
    const byType = Object.fromEntries(types.map((type, at) => [type, { count: at + 1, categoryIds: [] }]));
    await open({ habits: { byType, recentLotIds: [] } });
    const usual = within(await screen.findByRole('region', { name: 'Lo de siempre' })).getAllByRole('button');
    expect(usual.length).toBeLessThanOrEqual(10);
    const last = recordedKinds.find(({ type }) => type === types.at(-1));
    expect(usual[0]?.getAttribute('aria-label')).toBe(last?.spoken);
  });

  test.each([
    ['contár', 'Contar', 'count'],
    ['recuento', 'Contar', 'count'],
    ['traslado', 'Mover', 'move'],
    ['foto', 'Nota', 'note'],
  ] as const)('«%s» finds %s, which opens its own sheet', async (words, label, sheet) => {
    await open();
    look(words);
    fireEvent.click(within(screen.getByRole('region', { name: 'Otros' })).getByRole('button', { name: label }));
    expect(own.mock.calls).toEqual([[sheet]]);
    expect(picked).not.toHaveBeenCalled();
  });

  test('says when it finds nothing', async () => {
    await open();
    look('zzz');
    expect(screen.getByText('No encontramos «zzz».')).toBeDefined();
    expect(tiles()).toEqual([]);
  });
});
