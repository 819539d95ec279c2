import { beforeAll, describe, expect, test } from 'vitest';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { movementRow, scopeOf } from '../../src/app/store/rows.ts';
import { openViews } from '../../src/app/sync/view.ts';
import { type CountingDisk, openCountingDisk } from '../support/counting-disk.ts';
import { lotId, lots, movement, openLargeFarm } from '../support/large-farm.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const scope = scopeOf(organizationId, 1);
let counting: CountingDisk;
let views: ReturnType<typeof openViews>;
beforeAll(() => {
  ({ counting, views } = openLargeFarm());
});

/** Rows of small things come with every picture of the farm. */
const small = 2 * lots + 20;
async function rowsFor(ask: () => Promise<unknown>): Promise<number> {
  counting.taken();
  await ask();
  return counting.taken() - small;
}

describe('On a farm of 100,000 movements and 1,000 lots', () => {
  test('the last ten ask for no more than they show', async () => {
    expect(await rowsFor(() => views.lastTen())).toBeLessThanOrEqual(20);
  });

  test('each page of the list costs the same, however far one scrolls', async () => {
    let after: string | null = null;
    for (let page = 0; page < 20; page += 1) {
      let next: string | null = null;
      const cost = await rowsFor(async () => {
        const got = await views.page({}, after, 50);
        expect(got.items).toHaveLength(50);
        next = got.next;
      });
      expect(cost).toBeLessThanOrEqual(60);
      after = next;
    }
  });

  test.each([
    ['one kind', { types: ['DEATH'] }],
    ['one lot', { lotId: lotId(5) }],
    ['one rodeo', { rodeoId: 'cria' }],
    ['a month', { from: '2025-03-01', to: '2025-03-31' }],
  ])('the list of %s is read by its index', async (_name, filter) => {
    expect(await rowsFor(() => views.page(filter, null, 50))).toBeLessThanOrEqual(60);
  });

  test('a search reads bounded stretches, one after the other, and finds the one record that says it', async () => {
    let found = 0;
    let after: string | null = null;
    let stretches = 0;
    do {
      let next: string | null = null;
      const cost = await rowsFor(async () => {
        const got = await views.page({ text: 'aguada' }, after, 50);
        found += got.items.length;
        next = got.next;
      });
      expect(cost).toBeLessThanOrEqual(520);
      stretches += 1;
      after = next;
    } while (after !== null && found === 0);
    expect(found).toBe(1);
    expect(stretches).toBeGreaterThan(10);
  });

  test('the list of lots reads no movement, and the newest days of all of them one for each', async () => {
    const list = await rowsFor(async () => expect(await views.lots()).toHaveLength(lots));
    expect(list).toBeLessThanOrEqual(0);
    const days = await rowsFor(async () => expect((await views.lastMovementDays()).size).toBe(lots));
    expect(days).toBeLessThanOrEqual(lots + 20);
  });

  test('one movement is one row', async () => {
    expect(await rowsFor(() => views.movement('m-4321'))).toBeLessThanOrEqual(10);
  });
});

describe('A record that says less than its kind asks', () => {
  test('stands in the list by its title, with all others', async () => {
    const bare = { ...movement(1), id: 'bare', type: 'TREATMENT' };
    const rows = [bare, movement(2)].map((row) => movementRow(scope, row));
    const state = { epoch: 'one', cursor: 9, wantEpoch: null, snapshot: null, generation: 1, generations: 1 };
    const sync = { key: organizationId, state: { ...state, lastPulledAt: null, lastSentAt: null } };
    const { disk } = openCountingDisk({ movements: rows, sync: [sync as never] });
    const clock = { now: () => 0, after: () => () => undefined };
    const { items } = await openViews(openFarmStore(disk), organizationId, 'ana', clock).page({}, null, 10);
    expect(items.map(({ movement: { id }, summary }) => [id, summary === ''])).toEqual([
      ['m-2', false],
      ['bare', true],
    ]);
  });
});
