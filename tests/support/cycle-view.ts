import type { ThingView } from '../../src/app/sync/farm.ts';
import type { Tally } from '../../src/domain/movements/answers.ts';
import type { Cycle } from '../../src/domain/office/cycles.ts';
import { sentThing } from './sent-thing.ts';

/** The worked check of domain.md §4.3. */
export const workedTally: Tally = {
  served: 200,
  withdrawn: 4,
  bulls: 8,
  examined: 190,
  pregnant: 167,
  head: 100,
  body: 50,
  tail: 17,
  empty: 23,
  aborted: 3,
  calved: 158,
  born_alive: 155,
  calf_deaths: 5,
  weaned: 150,
  weaned_kg: 27_000,
};

const at = '2026-11-05T15:00:00.000Z';

/** A spring's service of the worked check, calving by now, as a screen is given it. */
export const cycleView = (row: Partial<Cycle> = {}, rest: Partial<ThingView<Cycle>> = {}): ThingView<Cycle> =>
  sentThing(
    {
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
      state: 'en_paricion',
      suggested_state: null,
      vet: null,
      notes: null,
      indices: {},
      totals: workedTally,
      ...row,
    },
    rest,
  );
