import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { movementRow, scopeOf } from '../../src/app/store/rows.ts';
import { layered } from '../../src/app/sync/views/layered.ts';
import { openViews } from '../../src/app/sync/views/view.ts';
import { addDays } from '../../src/domain/dates.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { type CountingDisk, openCountingDisk } from './counting-disk.ts';
import { farmRows, organizationId } from './sim/farm-rows.ts';

const movements = 100_000;
/** Lots of the largest farm that is promised (performance.md). */
export const lots = 1_000;
const scope = scopeOf(organizationId, 1);
const types = ['RAIN', 'BIRTH', 'DEATH', 'WEIGHING', 'ABORTION'];
/** The lot so many down the list. */
export const lotId = (n: number): string => `lot-${n % lots}`;

/** The record so many from the first: kinds, lots and days take turns. */
export const movement = (n: number): Movement => ({
  id: `m-${n}`,
  type: types[n % types.length] ?? 'RAIN',
  date: addDays('2024-01-01', n % 1000),
  count: {},
  rodeoId: 'cria',
  detail: n === 77_777 ? 'Aguada rota' : null,
  reference: null,
  animals: [{ type: 'vaca', count: 1 }],
  organization_id: organizationId,
  created_at: new Date(Date.UTC(2024, 0, 1) + n * 1000).toISOString(),
  updated_at: '2026-11-21T12:00:00.000Z',
  created_by: 'ana',
  version: 1,
  deleted: false,
  metadata: { lot_id: lotId(n), rodeo_id: 'cria', deletedBy: null, editHistory: [] },
});

const thing = (table: string, row: { readonly id: string; readonly [field: string]: unknown }) => ({
  key: `${scope}/${table}/${row.id}`,
  thing: row,
});

interface LargeFarm {
  readonly counting: CountingDisk;
  readonly views: ReturnType<typeof openViews>;
}

/** Such a farm on a disk that counts the rows that are read. */
export function openLargeFarm(): LargeFarm {
  const [example] = farmRows.lots;
  const state = { epoch: 'one', cursor: 9, wantEpoch: null, snapshot: null, generation: 1, generations: 1 };
  const counting = openCountingDisk({
    movements: Array.from({ length: movements }, (_, n) => movementRow(scope, movement(n))),
    things: [
      ...Array.from({ length: lots }, (_, n) =>
        thing('lots', { ...example, id: lotId(n), name: `Lote ${n}`, order: n }),
      ),
      ...Array.from({ length: lots }, (_, n) => {
        const cell = { lot_id: lotId(n), rodeo_id: 'cria', category_id: 'vaca', head: 50 };
        return thing('cells', { id: `${lotId(n)}|cria|vaca`, ...cell });
      }),
      ...farmRows.categories.map((row) => thing('categories', row)),
      ...farmRows.rodeos.map((row) => thing('rodeos', row)),
      ...farmRows.campos.map((row) => thing('campos', row)),
      ...farmRows.members.map((row) => thing('members', row)),
    ],
    sync: [{ key: organizationId, state: { ...state, lastSentAt: null } } as never],
  });
  const clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z'), after: () => () => undefined };
  return { counting, views: openViews(layered(openFarmStore(counting.disk)), organizationId, 'ana', clock) };
}
