import { describe, expect, test } from 'vitest';
import { liveDays, seedsFrom } from '../support/sim/days.ts';
import { simulate } from '../support/sim/simulate.ts';
import { indexedDbStore } from '../support/stores.ts';

const seeds = seedsFrom(1, 40);

describe('The same days on the phone’s own database', () => {
  test('end with every record on the server once, and every phone alike', async () => {
    const live = (day: { readonly seed: number }) => simulate({ ...day, openStore: indexedDbStore, lookEvery: 25 });
    expect(await liveDays('simulation-indexeddb', seeds, live)).toBeGreaterThan(seeds.length);
  }, 120_000);
});
