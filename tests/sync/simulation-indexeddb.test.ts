import { describe, expect, test } from 'vitest';
import { liveDays, seedsFrom } from '../support/sim/days.ts';
import { simulate } from '../support/sim/simulate.ts';
import { stores } from '../support/stores.ts';

const seeds = seedsFrom(1, 40);
const [, openStore] = stores[1] ?? [];

describe('The same days on the phone’s own database', () => {
  test('end with every record on the server once, and every phone alike', async () => {
    if (!openStore) throw new Error('No store on IndexedDB');
    const acts = await liveDays(seeds, (day) => simulate({ ...day, openStore, lookEvery: 25 }));
    expect(acts).toBeGreaterThan(seeds.length);
  }, 180_000);
});
