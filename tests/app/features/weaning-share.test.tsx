// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { WeaningShare } from '../../../src/app/features/record/kinds/parts.tsx';
import { cycleView, workedTally } from '../../support/cycle-view.ts';
import { fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

/** Ten calves before the end of the weaning. */
const cycle = cycleView({ state: 'a_destetar', totals: { ...workedTally, weaned: 140 } });

async function told(counted: number, rodeoId = 'cria', date = '2026-11-21'): Promise<string | null> {
  const values = { date, animals: [{ type: 'ternero', count: counted }] };
  await renderScreen(<WeaningShare values={values} rodeoId={rodeoId} />, {
    farm: fakeFarm({ things: { cycle: [cycle] } }),
  });
  return screen.queryByRole('status')?.textContent ?? null;
}

describe('While calves are counted for a weaning', () => {
  test('the form says what the weaning of the cycle comes to with them', async () => {
    expect(await told(10)).toBe('Con estos, 150 destetados: 76,5% de las entoradas.');
  });

  test.each([
    ['before the first is counted', 0, 'cria', '2026-11-21'],
    ['of a rodeo without a cycle', 10, 'invernada', '2026-11-21'],
    ['on a day that is none of the cycle’s', 10, 'cria', '2026-02-01'],
  ] as const)('it says nothing %s', async (_words, counted, rodeo, date) => {
    expect(await told(counted, rodeo, date)).toBeNull();
  });
});
