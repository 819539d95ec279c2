import { describe, expect, test } from 'vitest';
import { readRainFigures } from '../../src/app/features/campos/rain-sheet.tsx';
import { readHerdChange, readHerdHistory } from '../../src/app/farm/herd-history.ts';
import type { FarmViews, MovementFilter, MovementView } from '../../src/app/sync/farm.ts';
import type { Posting } from '../../src/domain/movements/ledger.ts';
import { fakeFarm, movementView } from '../support/fake-farm.tsx';

const today = '2026-11-21';

/** A farm whose pages give what a filter lets through, as the store's do. */
function viewsWith(all: readonly MovementView[]): FarmViews {
  const lets = ({ types, rodeoId, from, to }: MovementFilter, { movement }: MovementView): boolean =>
    (types === undefined || types.includes(movement.type)) &&
    (rodeoId === undefined || movement.rodeoId === rodeoId) &&
    movement.date >= (from ?? '') &&
    movement.date <= (to ?? movement.date);
  const page = async (filter: MovementFilter) =>
    Promise.resolve({ items: all.filter((view) => lets(filter, view)), next: null });
  return { ...fakeFarm().views, page };
}

const line = (category: string, head: number, lot = 'ombu', rodeo = 'cria'): Posting => ({
  lot,
  rodeo,
  category,
  head,
});
const record = (id: string, type: string, date: string, ...lines: Posting[]): MovementView =>
  movementView({ id, type, date }, { lines });
const opening = (id: string, date: string, ...lines: Posting[]): MovementView =>
  movementView(
    { id, type: 'AUDIT_RECORD', date, metadata: { kind: 'opening', lot_id: 'ombu', deletedBy: null, editHistory: [] } },
    { lines },
  );

describe('The herd in time', () => {
  // Cría has 60 cows in El Ombú, Invernada 80 novillitos in El Bajo.
  const views = viewsWith([
    record('b', 'BUY', '2026-10-05', line('novillito', 30, 'bajo', 'invernada')),
    record('d', 'DEATH', '2026-11-10', line('vaca', -2)),
    record('t', 'TRANSFER', '2026-11-12', line('vaca', -10, 'bajo'), line('vaca', 10)),
  ]);

  test('is what stands now, less what came and with what left since', async () => {
    const { days, total } = await readHerdHistory(views, {}, today);
    const on = (day: string): number | null | undefined => total[days.indexOf(day)];
    expect(days).toHaveLength(13);
    expect([on('2026-09-30'), on('2026-10-31'), on(today)]).toEqual([112, 142, 140]);
  });

  test('is not known of the days before, while a new lot waits with animals that no record tells of', async () => {
    const lots = (await views.lots()).map((view) => ({
      ...view,
      lot: { ...view.lot, isOptimistic: view.lot.id === 'bajo' },
    }));
    const waiting = { ...views, lots: async () => Promise.resolve(lots) };
    const { total } = await readHerdHistory(waiting, {}, today);
    expect([total.filter((heads) => heads !== null), total.at(-1)]).toEqual([[140], 140]);
    expect((await readHerdHistory(waiting, { lotId: 'ombu' }, today)).total.at(-2)).toBe(52);
    expect(await readHerdChange(waiting, today)).toBeNull();
    expect(await readHerdChange(views, today)).toBe(-2);
  });

  test('tells the largest categories apart', async () => {
    const { categories } = await readHerdHistory(views, {}, today);
    expect(categories.map(({ id, heads }) => [id, heads.at(-3), heads.at(-1)])).toEqual([
      ['novillito', 50, 80],
      ['vaca', 62, 60],
    ]);
  });

  test('takes nothing from what stands for what the book falls short of', async () => {
    const stock = async () => Promise.resolve([line('vaca', -4), line('toro', 3)]);
    const sold = record('s', 'SELL', '2026-11-11', line('vaca', -10));
    const { total } = await readHerdHistory({ ...viewsWith([sold]), stock }, {}, today);
    expect([total.at(-2), total.at(-1)]).toEqual([9, 3]);
  });

  test('is the same wherever the animals stood, and whichever rodeo they passed to', async () => {
    const stock = async () => Promise.resolve([line('vaca', 45, 'bajo', 'cria'), line('toro', 3, 'bajo', 'toros')]);
    const all = viewsWith([
      record('b', 'BUY', '2026-09-05', line('vaca', 50), line('toro', 3)),
      record('t', 'TRANSFER', '2026-10-05', line('vaca', -20), line('vaca', 20, 'bajo', 'cria')),
      record('w', 'TRANSFER_RODEO', '2026-11-05', line('vaca', -30), line('vaca', 30, 'bajo', 'cria')),
      record('c', 'CHANGE_RODEO', '2026-11-06', line('toro', -3), line('toro', 3, 'bajo', 'toros')),
      record('s', 'SELL', '2026-11-11', line('vaca', -5, 'bajo', 'cria')),
    ]);
    const { total, categories } = await readHerdHistory({ ...all, stock }, {}, today);
    expect(total.slice(-5)).toEqual([0, 0, 53, 53, 48]);
    expect(categories[0]?.heads.slice(-5)).toEqual([0, 0, 50, 50, 45]);
  });

  test('of a lot counts what was moved into it and out of it', async () => {
    const { total } = await readHerdHistory(views, { lotId: 'ombu' }, today);
    expect([total.at(-2), total.at(-1)]).toEqual([52, 60]);
  });

  test('of a rodeo counts the recount of a lot, which names no rodeo, and nothing twice', async () => {
    const sold = movementView(
      { id: 's', type: 'SELL', date: '2026-11-11', rodeoId: 'cria' },
      { lines: [line('vaca', -5)] },
    );
    const named = movementView(
      { id: 'o', type: 'AUDIT_RECORD', date: '2026-11-12', rodeoId: 'cria' },
      { lines: [line('vaca', 7)] },
    );
    const recount = movementView(
      { id: 'r', type: 'AUDIT_RECORD', date: '2026-11-13', rodeoId: null },
      { lines: [line('vaca', -3), line('novillito', -4, 'bajo', 'invernada')] },
    );
    const { total } = await readHerdHistory(viewsWith([sold, named, recount]), { rodeoId: 'cria' }, today);
    expect([total.at(-2), total.at(-1)]).toEqual([61, 60]);
  });

  test('is not known of the days before the opening stock that its book begins with', async () => {
    const book = viewsWith([
      opening('o', '2026-09-10', line('vaca', 60), line('novillito', 50, 'bajo', 'invernada')),
      record('b', 'BUY', '2026-10-05', line('novillito', 30, 'bajo', 'invernada')),
    ]);
    const { total, categories } = await readHerdHistory(book, {}, today);
    expect(total.filter((heads) => heads !== null)).toEqual([110, 140, 140]);
    expect(categories[0]?.heads.filter((heads) => heads !== null)).toEqual([50, 80, 80]);
    // Where there was nothing before it was bought, that is known.
    const bought = viewsWith([
      record('b', 'BUY', '2026-10-05', line('vaca', 60), line('novillito', 80, 'bajo', 'invernada')),
    ]);
    expect((await readHerdHistory(bought, {}, today)).total.slice(0, 2)).toEqual([0, 0]);
  });

  test('is not known of the days before an opening stock, where the book began earlier too', async () => {
    const book = viewsWith([
      opening('o', '2026-03-10', line('novillito', 80, 'bajo', 'invernada')),
      opening('p', '2026-10-10', line('vaca', 57)),
      record('b', 'BIRTH', '2026-11-05', line('vaca', 3)),
    ]);
    const { total, categories } = await readHerdHistory(book, {}, today);
    expect(total.filter((heads) => heads !== null)).toEqual([137, 140]);
    expect(categories[0]?.heads.filter((heads) => heads !== null)).toEqual([80, 80]);
    // Where it opened nothing of what is drawn, all is known since the first.
    const ofBajo = await readHerdHistory(book, { lotId: 'bajo' }, today);
    expect(ofBajo.total.filter((heads) => heads !== null)).toEqual(Array.from({ length: 9 }, () => 80));
  });

  test('is not compared with the end of last month where an opening stock came since', async () => {
    const purchase = record('b', 'BUY', '2026-11-05', line('vaca', 3));
    expect(await readHerdChange(viewsWith([opening('o', '2026-10-30', line('vaca', 57)), purchase]), today)).toBe(3);
    expect(await readHerdChange(viewsWith([opening('o', '2026-11-02', line('vaca', 57)), purchase]), today)).toBeNull();
  });
});

describe('The rain of a campo', () => {
  const rain = (id: string, date: string, mm: number, campo_id: string | null = 'sur'): MovementView =>
    movementView({
      id,
      type: 'RAIN',
      date,
      metadata: { lot_id: null, mm, campo_id, deletedBy: null, editHistory: [] },
    });
  const views: FarmViews = {
    ...viewsWith([
      rain('1', '2026-11-18', 0.5),
      rain('2', '2026-11-10', 3),
      rain('3', '2026-11-10', 4),
      rain('4', '2026-09-01', 20, null),
      rain('5', '2026-11-19', 50, 'norte'),
      rain('6', '2025-12-24', 12),
    ]),
    rainByMonth: async (year) => {
      const years: Readonly<Record<string, Readonly<Record<string, number>>>> = {
        '2026': { '2026-11|sur': 7.5, '2026-09|': 20, '2026-06|sur': 5, '2026-11|norte': 50 },
        '2025': { '2025-11|sur': 90, '2025-12|sur': 12 },
        '2024': { '2024-11|sur': 60 },
        '2023': { '2023-11|sur': 30 },
      };
      return Promise.resolve(years[year] ?? {});
    },
  };

  test('is told by month, year and campaign, and by what is usual once three years are known', async () => {
    expect(await readRainFigures(views, 'sur', today)).toMatchObject({
      ofMonth: 7.5,
      ofYear: 32.5,
      campaign: '2026/27',
      ofCampaign: 27.5,
      usualOfMonth: 60,
    });
  });

  test.each([
    ['03-01', '2026/27', 32.5],
    ['01-01', '2026', 32.5],
    ['12-01', '2025/26', 44.5],
    // The month in which it begins counts from that day on: what fell on the 10th is of the campaign before.
    ['11-15', '2026/27', 0.5],
  ])('counts the campaign from the day that the farm has set: %s', async (start, campaign, ofCampaign) => {
    const own = { ...views, campaignStart: async () => Promise.resolve(start) };
    expect(await readRainFigures(own, 'sur', today)).toMatchObject({ campaign, ofCampaign });
  });

  test('is not told of days, months and years of which nobody wrote any down', async () => {
    const none = await readRainFigures(
      { ...viewsWith([]), rainByMonth: async () => Promise.resolve({}) },
      'sur',
      today,
    );
    expect([none.ofMonth, none.ofYear, none.ofCampaign, none.last30, none.last90]).toEqual(Array(5).fill(null));
    const dry = await readRainFigures(views, 'sur', '2026-12-21');
    expect([dry.ofMonth, dry.ofYear, dry.last30, dry.last90]).toEqual([null, 32.5, null, 7.5]);
    const late = { ...views, campaignStart: async () => Promise.resolve('11-19') };
    expect((await readRainFigures(late, 'sur', today)).ofCampaign).toBeNull();
  });

  test('has a usual month of the years that have it: not of the one in which they began after it', async () => {
    const years = async (month: string) =>
      (
        await readRainFigures(
          {
            ...views,
            rainByMonth: async (year) => {
              const said: Readonly<Record<string, Readonly<Record<string, number>>>> = {
                '2025': { '2025-11|sur': 60 },
                '2024': { '2024-11|sur': 60 },
                '2023': { [`2023-${month}|sur`]: 30 },
              };
              return Promise.resolve(said[year] ?? {});
            },
          },
          'sur',
          today,
        )
      ).usualOfMonth;
    expect([await years('12'), await years('08'), await years('11')]).toEqual([null, 40, 50]);
  });

  test('is told by days: readings of one day are one, and another campo is not its own', async () => {
    expect(await readRainFigures(views, 'sur', today)).toMatchObject({
      last30: 7.5,
      last90: 27.5,
      rainDays: 2,
      dryDays: 11,
    });
  });
});
