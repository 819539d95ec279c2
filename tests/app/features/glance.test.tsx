// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Glance } from '../../../src/app/features/home/glance.tsx';
import {
  calm,
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';
import { cycleView } from '../../support/cycle-view.ts';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');
afterEach(cleanup);

async function show(
  values: Partial<FarmValues> = {},
  isOffice = false,
  change: (farm: FakeFarm) => void = () => undefined,
): Promise<HTMLElement> {
  const farm = fakeFarm({ movements: [], ...values });
  change(farm);
  await renderScreen(<Glance withRain={!isOffice} />, { farm });
  return screen.getByRole('region', { name: 'De un vistazo' });
}
const cell = (word: RegExp): HTMLElement => screen.getByRole('link', { name: word });

const metadata = (mm: number, campo_id: string | null) => ({
  lot_id: null,
  mm,
  campo_id,
  deletedBy: null,
  editHistory: [],
});
const rained = (id: string, date: string, mm: number, campo: string | null = null) =>
  movementView({ id, type: 'RAIN', date, metadata: metadata(mm, campo) });
const born = (id: string, date: string, head: number) =>
  movementView({ id, type: 'BIRTH', date }, { lines: [{ lot: 'ombu', rodeo: 'cria', category: 'ternero', head }] });

/** Answers by kind and day, as the phone's index does. */
const answering =
  (movements: FarmValues['movements']) =>
  (farm: FakeFarm): void => {
    vi.spyOn(farm.views, 'page').mockImplementation(async ({ types, from = '', to = '9' }) =>
      Promise.resolve({
        items: movements.filter(
          ({ movement }) => types?.includes(movement.type) && movement.date >= from && movement.date <= to,
        ),
        next: null,
      }),
    );
  };

describe('the rain of the month', () => {
  test('is the sum that the phone keeps, with a bar for each day until today', async () => {
    await show(
      { rain: { '2026-11|': 56, '2026-11': 56 }, campos: [] },
      false,
      answering([rained('a', '2026-11-03', 50), rained('b', '2026-11-20', 6), rained('c', '2026-10-31', 99)]),
    );
    await waitFor(() => expect(cell(/^Lluvia/).textContent).toBe('Lluvia nov.56 mm'));
    const bars = [...cell(/^Lluvia/).querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
    expect(bars).toHaveLength(21);
    expect(bars.indexOf(Math.max(...bars))).toBe(2);
    expect(cell(/^Lluvia/).getAttribute('href')).toBe('/data?familia=clima');
  });

  test('is no figure where nobody wrote any down: that is not 0 mm', async () => {
    await show();
    await waitFor(() => expect(cell(/^Lluvia/).textContent).toBe('Lluvia nov.—Sin registros'));
  });

  test('is 0 mm where somebody wrote 0 down', async () => {
    await show({}, false, answering([rained('a', '2026-11-03', 0)]));
    await waitFor(() => expect(cell(/^Lluvia/).textContent).toBe('Lluvia nov.0 mm'));
  });
});

test('the calves of today and of the campaign, by the records since it began', async () => {
  const gone = movementView({ id: 'd', type: 'BIRTH', date: '2026-11-21', deleted: true });
  await show(
    {},
    false,
    answering([born('a', '2026-11-21', 2), born('b', '2026-09-02', 11), born('c', '2026-06-30', 70), gone]),
  );
  await waitFor(() => expect(cell(/^Terneros/).textContent).toBe('Terneros2 hoy13 en la campaña'));
});

test('what a clock that runs ahead dated tomorrow is in the month and in the campaign, as in the heads', async () => {
  const movements = [born('a', '2026-11-22', 2), rained('r', '2026-11-22', 25), born('next', '2027-07-01', 9)];
  await show({ rain: { '2026-11|': 25, '2026-11': 25 }, campos: [] }, false, answering(movements));
  await waitFor(() => expect(cell(/^Terneros/).textContent).toBe('Terneros0 hoy2 en la campaña'));
  await waitFor(() => expect(cell(/^Lluvia/).textContent).toMatch(/^Lluvia nov\.25 mm/));
});

test('a calf stands in the figures with its record, not when changes have come to rest', async () => {
  const births = [born('b', '2026-09-02', 11)];
  const followers: (() => void)[] = [];
  await show({}, false, (farm) => {
    answering(births)(farm);
    vi.spyOn(farm, 'onRows').mockImplementation((follower) => {
      followers.push(follower);
      return () => undefined;
    });
  });
  await waitFor(() => expect(cell(/^Terneros/).textContent).toBe('Terneros0 hoy11 en la campaña'));
  births.push(born('a', '2026-11-21', 2));
  followers.forEach((follow) => follow());
  // A question that waits for rest is asked after a second and a half.
  await waitFor(() => expect(cell(/^Terneros/).textContent).toBe('Terneros2 hoy13 en la campaña'), { timeout: 1_000 });
});

test('calves of a day before say that they are counted anew until changes have come to rest', async () => {
  const births = [born('b', '2026-09-02', 11)];
  const stock = [{ lot: 'ombu', rodeo: 'cria', category: 'ternero', head: 11 }];
  const followers: (() => void)[] = [];
  await show({}, false, (farm) => {
    answering(births)(farm);
    vi.spyOn(farm.views, 'stock').mockImplementation(async () => Promise.resolve([...stock]));
    vi.spyOn(farm, 'onRows').mockImplementation((follower) => {
      followers.push(follower);
      return () => undefined;
    });
  });
  const busy = (): string | undefined => cell(/^Terneros/).querySelector('[aria-busy="true"]')?.textContent;
  await waitFor(() => expect(cell(/^Terneros/).textContent).toBe('Terneros0 hoy11 en la campaña'));
  await waitFor(() => expect(busy()).toBeUndefined());
  births.push(born('a', '2026-11-20', 2));
  stock.push({ lot: 'ombu', rodeo: 'cria', category: 'ternero', head: 2 });
  followers.forEach((follow) => follow());
  await waitFor(() => expect(busy()).toBe('11 en la campaña'), { timeout: 1_000 });
  await waitFor(() => expect(cell(/^Terneros/).textContent).toBe('Terneros0 hoy13 en la campaña'), { timeout: 4_000 });
  expect(busy()).toBeUndefined();
});

describe('on a farm with breeding cycles', () => {
  const spring = { id: 'c1', service_start: '2025-10-01', service_end: '2025-12-31' };
  const show3 = async (cycles: readonly Parameters<typeof cycleView>[0][]): Promise<string | null> => {
    await show(
      { things: { cycle: cycles.map((one) => cycleView(one)) } },
      false,
      answering([born('a', '2026-11-21', 2), born('b', '2026-09-02', 11), born('c', '2026-06-20', 70)]),
    );
    await waitFor(() => expect(cell(/^Terneros/).textContent).toMatch(/hoy/));
    return cell(/^Terneros/).textContent;
  };

  test('the season is their calving, and says so', async () => {
    // The first birth may belong to it from 11/06/2026 on.
    expect(await show3([spring])).toBe('Terneros2 hoy83 en la parición');
  });

  test('one that was annulled is none', async () => {
    expect(await show3([{ ...spring, state: 'anulado' }])).toBe('Terneros2 hoy13 en la campaña');
  });
});

test('an empty farm has no calves and nothing to send', async () => {
  await show();
  await waitFor(() => expect(cell(/^Terneros/).textContent).toBe('Terneros0 hoy0 en la campaña'));
  expect(cell(/^Por enviar/).textContent).toBe('Por enviar0Todo enviado');
});

test('what waits of another farm is not told as sent; one that was left tells of itself', async () => {
  const records = { waiting: 1, withError: 1 };
  const left = { organizationId: 'gone', ...records, see: async () => Promise.resolve(null), unsee: () => undefined };
  const leftRecords = { farms: [left], elsewhere: 5 };
  await renderScreen(<Glance withRain />, { farm: fakeFarm({ movements: [] }), leftRecords });
  expect(cell(/^Por enviar/).textContent).toBe('Por enviar03 en otro establecimiento');
});

describe('what waits', () => {
  test('without signal is on this phone, files with it', async () => {
    await show({
      status: { ...calm, reach: 'unreachable', waiting: 6, waitingSince: '2026-11-21T15:00:00.000Z' },
      blobs: { waiting: async () => Promise.resolve({ photos: 1, voices: 0, papers: 0, refused: 0 }) },
    });
    await waitFor(() => expect(cell(/^Por enviar/).textContent).toBe('Por enviar7en este celular'));
    expect(cell(/^Por enviar/).getAttribute('href')).toContain('pendientes=1');
  });

  test('says what was refused rather than that all is sent', async () => {
    await show({ status: { ...calm, withError: 2 } });
    expect(cell(/^Por enviar/).textContent).toBe('Por enviar02 con error');
  });

  test('is not claimed before the disk was read', async () => {
    await show({ status: { ...calm, reach: 'unknown', ready: false, preparing: null } });
    expect(cell(/^Por enviar/).textContent).toBe('Por enviarCargando…');
  });
});

test('while the farm is read there is no figure, and every cell stands already', async () => {
  const region = await show({}, false, (farm) => {
    vi.spyOn(farm.views, 'page').mockImplementation(async () => new Promise(() => undefined));
  });
  expect(within(region).getAllByText('Cargando…')).toHaveLength(2);
  expect(within(region).getAllByRole('link')).toHaveLength(3);
  expect(region.textContent).not.toMatch(/mm|hoy/);
});

test('where the rain stands among the figures it is not told twice', async () => {
  await show({}, true);
  expect(screen.queryByRole('link', { name: /^Lluvia/ })).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(2);
});
