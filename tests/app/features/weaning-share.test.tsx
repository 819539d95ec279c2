// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { WeaningShare } from '../../../src/app/features/record/weaning-share.tsx';
import type { Cycle } from '../../../src/domain/office/cycles.ts';
import { fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const at = '2026-11-05T15:00:00.000Z';
/** The worked check of domain.md §4.3, ten calves before its end. */
const totals = {
  served: 200,
  withdrawn: 4,
  bulls: 8,
  examined: 190,
  pregnant: 167,
  head: 100,
  body: 50,
  tail: 17,
  empty: 23,
  aborted: 0,
  calved: 158,
  born_alive: 155,
  calf_deaths: 0,
  weaned: 140,
  weaned_kg: 0,
};
const cycle: Cycle = {
  id: 'spring',
  organization_id: 'ombu',
  created_by: 'ana',
  created_at: at,
  updated_at: at,
  version: 1,
  deleted: false,
  name: 'Servicio primavera 2025',
  rodeo_ids: ['cria'],
  service_type: 'natural',
  service_start: '2025-10-15',
  service_end: '2026-01-15',
  served: [{ category_id: 'vaca', count: 200 }],
  bulls: 8,
  withdrawn: 4,
  inseminations: [],
  suggested_state: null,
  vet: null,
  notes: null,
  indices: {},
  state: 'a_destetar',
  totals,
};

async function told(counted: number, rodeoId = 'cria', date = '2026-11-21'): Promise<string | null> {
  const things = { cycle: [{ row: cycle, state: 'enviado' as const, problem: null, pendingOp: null, canUndo: false }] };
  const values = { date, animals: [{ type: 'ternero', count: counted }] };
  await renderScreen(<WeaningShare values={values} rodeoId={rodeoId} />, { farm: fakeFarm({ things }) });
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
