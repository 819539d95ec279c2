import { beforeAll, describe, expect, test } from 'vitest';
import { readFound } from '../../src/app/features/movements/found.ts';
import { entriesOf, type Entry, matching, wordsOf } from '../../src/app/features/search/entries.ts';
import { firstPlace, lookOn, type Place } from '../../src/app/features/search/use-movement-search.ts';
import { sourcesOf } from '../../src/app/features/search/sources.ts';
import { readHerdHistory } from '../../src/app/farm/herd-history.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { movementRow, scopeOf } from '../../src/app/store/rows.ts';
import type { FarmViews } from '../../src/app/sync/farm.ts';
import { openViews } from '../../src/app/sync/views/view.ts';
import { type CountingDisk, openCountingDisk } from '../support/counting-disk.ts';
import { lotId, lots, movement, openLargeFarm } from '../support/large-farm.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const scope = scopeOf(organizationId, 1);
let counting: CountingDisk;
let views: ReturnType<typeof openViews>;
let entries: readonly Entry[];
/** A machine that does much else at once is slow, not broken. */
const slowMs = 90_000;
beforeAll(async () => {
  ({ counting, views } = openLargeFarm());
  entries = entriesOf(await views.holdings());
}, slowMs);

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

  test('what few records say is looked for in bounded stretches, and further back each time the person asks', async () => {
    const filter = { text: 'aguada' };
    const cost = await rowsFor(async () => {
      const near = await readFound(views, filter, { count: 50, stretches: 4 });
      expect(near).toEqual({ items: [], lookedTo: expect.stringMatching(/^2026-/) as unknown });
    });
    expect(cost).toBeLessThanOrEqual(4 * (520 + small));
    const far = await readFound(views, filter, { count: 50, stretches: 250 });
    expect(far.items.map(({ key }) => key)).toEqual(['m-77777']);
    expect(far.lookedTo).toBeNull();
  });

  test('what many records say is found without looking far', async () => {
    const cost = await rowsFor(async () => {
      const found = await readFound(views, { authorId: 'ana', standing: 'activo' }, { count: 50, stretches: 4 });
      expect(found.items).toHaveLength(50);
    });
    expect(cost).toBeLessThanOrEqual(520);
  });

  test('what waits to be sent reads no row of the list', async () => {
    expect(await rowsFor(() => views.page({ standing: 'pendiente' }, null, 50))).toBeLessThanOrEqual(0);
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

const today = '2026-11-21';
/** Goes on until so many are found or nothing is left; every look is held against the most that one may read. */
async function search(question: string, enough: number) {
  const sources = sourcesOf(wordsOf(question), entries, today);
  const found = new Map<string, string>();
  let place: Place | null = firstPlace;
  let looks = 0;
  while (place !== null && found.size < enough) {
    counting.taken();
    const looked: Awaited<ReturnType<typeof lookOn>> = await lookOn(views, sources, place);
    expect(counting.taken() - small).toBeLessThanOrEqual(500);
    for (const { key, summary } of looked.items) found.set(key, summary);
    place = looked.place;
    looks += 1;
  }
  return { found, looks, isWhole: place === null };
}

describe('Searching a farm of 100,000 movements and 1,000 lots', () => {
  test('all small things are read once, and a letter more reads nothing', async () => {
    counting.taken();
    const held = entriesOf(await views.holdings());
    expect(counting.taken()).toBeLessThanOrEqual(small + 20);
    expect(matching(held, wordsOf('lote 777'))).toHaveLength(1);
    expect(counting.taken()).toBe(0);
  });

  test('the movements of a lot are found at the first look, by its index', async () => {
    const { found, looks } = await search('Lote 777', 20);
    expect(looks).toBe(1);
    expect([...found.keys()]).toContain('m-99777');
  });

  test('a kind in a month is found at the first look, however long ago', async () => {
    const { found, looks } = await search('muerte enero 2024', 20);
    expect(looks).toBe(1);
    expect([...found.keys()].every((key) => Number(key.slice(2)) % 5 === 2)).toBe(true);
  });

  test('a word of a note from years ago is found by short looks, one after the other', async () => {
    const { found, looks } = await search('aguada', 1);
    expect([...found.keys()]).toEqual(['m-77777']);
    expect(looks).toBeGreaterThan(10);
  });

  test(
    'what is nowhere is looked for to the end, and never by more than one stretch at a time',
    async () => {
      const { found, isWhole } = await search('zorrino', 1);
      expect(found.size).toBe(0);
      expect(isWhole).toBe(true);
    },
    slowMs,
  );
});

describe('Charts of a farm of 100,000 movements', () => {
  test('the herd in time asks for short pages, and for so many at most', async () => {
    const limits: number[] = [];
    const page: FarmViews['page'] = async (filter, after, limit) => {
      limits.push(limit);
      return views.page(filter, after, limit);
    };
    const { total, days } = await readHerdHistory({ ...views, page }, {}, '2026-09-26');
    expect(Math.max(...limits)).toBeLessThanOrEqual(200);
    expect(limits.length).toBeLessThanOrEqual(30);
    expect(total).toHaveLength(days.length);
    expect(total[0]).toBeNull();
    expect(total.at(-1)).toBe(50_000);
  });
});

describe('A record that says less than its kind asks', () => {
  test('stands in the list by its title, with all others', async () => {
    const bare = { ...movement(1), id: 'bare', type: 'TREATMENT' };
    const rows = [bare, movement(2)].map((row) => movementRow(scope, row));
    const state = { epoch: 'one', cursor: 9, wantEpoch: null, snapshot: null, generation: 1, generations: 1 };
    const sync = { key: organizationId, state: { ...state, lastSentAt: null } };
    const { disk } = openCountingDisk({ movements: rows, sync: [sync as never] });
    const clock = { now: () => 0, after: () => () => undefined };
    const { items } = await openViews(openFarmStore(disk), organizationId, 'ana', clock).page({}, null, 10);
    expect(items.map(({ movement: { id }, summary }) => [id, summary === ''])).toEqual([
      ['m-2', false],
      ['bare', true],
    ]);
  });
});
