import { describe, expect, test } from 'vitest';
import { liveDays, seedsFrom } from '../support/sim/days.ts';

const seeds = seedsFrom(1, 250);

describe('A day on a farm with bad links, tabs that die and a server that dies (block 1)', () => {
  test('ends with every record on the server once, and every phone alike', async () => {
    expect(await liveDays(seeds)).toBeGreaterThan(seeds.length);
  }, 180_000);
});
