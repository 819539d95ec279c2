import { openMemoryStore } from '../support/memory-store.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { type FarmStore, StorageFailure } from '../../src/app/store/store.ts';
import { HandClock, Phone } from '../support/field.ts';
import { isOfTest } from '../support/field-plot.ts';
import { type FieldServer, openFieldServer } from '../support/field-server.ts';

const minute = 60_000;

let server: FieldServer;
let clock: HandClock;
let ana: Phone;
let beto: Phone;
/** Whether rows that come from the server find no room. */
let isFull: boolean;
/** How often Ana's phone asked for them. */
let asked: number;

/** A disk with room for what a person types, and for nothing else. */
function tight(store: FarmStore): FarmStore {
  const orFull =
    <A extends unknown[], T>(task: (...given: A) => Promise<T>): ((...given: A) => Promise<T>) =>
    async (...given) => {
      if (isFull) throw new StorageFailure('QuotaExceededError');
      return await task(...given);
    };
  return { ...store, applyPage: orFull(store.applyPage), applyWhole: orFull(store.applyWhole) };
}

const rain = async (phone: Phone, mm: number): Promise<void> => {
  const saved = await phone.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
};
const millimetres = async (phone: Phone): Promise<readonly number[]> =>
  (await phone.farm.views.lastTen())
    .filter(isOfTest)
    .map(({ movement }) => Number(movement.metadata['mm']))
    .toSorted((a, b) => a - b);

beforeEach(async () => {
  [isFull, asked] = [false, 0];
  clock = new HandClock();
  server = await openFieldServer(clock);
  ana = await new Phone(server, clock, 'ana', tight(openMemoryStore())).start();
  beto = await new Phone(server, clock, 'beto').start();
  await clock.pass(minute);
  ana.fault = ({ path }) => {
    if (/^\/api\/sync\//.test(path) && !path.endsWith('/ops')) asked += 1;
    return null;
  };
  isFull = true;
  await rain(beto, 11);
  await clock.pass(6 * minute);
});

describe('A phone that stays full', () => {
  test('asks for what finds no room ever more seldom', async () => {
    expect(asked).toBeGreaterThan(0);
    asked = 0;
    await clock.pass(60 * minute);
    expect(asked).toBeLessThanOrEqual(7);
    asked = 0;
    await clock.pass(8 * 60 * minute);
    expect(asked).toBeLessThanOrEqual(17);
  });

  test('says so, and never that it is up to date', () => {
    expect(ana.farm.status()).toMatchObject({ noSpace: true });
  });

  test('sends what is recorded on it all the same', async () => {
    await rain(ana, 12);
    await clock.pass(minute);
    expect(ana.farm.status()).toMatchObject({ waiting: 0, noSpace: true });
    expect(await server.applied()).toHaveLength(2);
    expect(await millimetres(ana)).toEqual([12]);
  });

  test('tries at once where the person asks for it, or the device says that something changed', async () => {
    await clock.pass(60 * minute);
    asked = 0;
    await ana.farm.acts.sendNow();
    expect(asked).toBe(1);
  });

  test('is whole again when there is room, without a hand', async () => {
    await rain(ana, 12);
    await clock.pass(60 * minute);
    isFull = false;
    await clock.pass(31 * minute);
    expect(ana.farm.status()).toMatchObject({ noSpace: false, ready: true, waiting: 0 });
    expect(await millimetres(ana)).toEqual([11, 12]);
  });
});

describe('A draft on a disk that takes nothing', () => {
  test('stays in its form, which is told, and nothing breaks', async () => {
    const store = openMemoryStore();
    const phone = await new Phone(server, clock, 'caro', {
      ...store,
      saveDraft: async () => Promise.reject(new StorageFailure('QuotaExceededError')),
    }).start();
    await expect(phone.farm.saveDraft('rain', { mm: '12' })).resolves.toBe(false);
  });
});
