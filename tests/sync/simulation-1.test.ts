import { describe, expect, test } from 'vitest';
import { coreFarm, openCore } from '../support/sim/core-farm.ts';
import { liveDays, seedsFrom } from '../support/sim/days.ts';
import { simulate } from '../support/sim/simulate.ts';

const seeds = seedsFrom(1, 250);

describe('A day on a farm with bad links, tabs that die and a server that dies (block 1 of 2)', () => {
  test('ends with every record on the server once, and every phone alike', async () => {
    const server = await openCore();
    const openFarm = (seed: number) => coreFarm(server, seed);
    const acts = await liveDays('simulation-1', seeds, (day) => simulate({ ...day, openFarm }));
    expect(acts).toBeGreaterThan(seeds.length);
    expect(server.bugs).toEqual([]);
    await server.close();
  }, 120_000);
});
