import { describe, expect, test } from 'vitest';
import { coreFarm, openCore } from '../support/sim/core-farm.ts';
import { replayCommand } from '../support/sim/blocks.ts';
import { toldOf } from '../support/sim/days.ts';
import { type Day, simulate } from '../support/sim/simulate.ts';
import { indexedDbStore } from '../support/stores.ts';

/** A day that cannot be lived again cannot be understood: nothing in it may depend on the pace of the machine. */
describe('A seed lives the same day again', () => {
  const phones: readonly [string, Omit<Day, 'seed'>][] = [
    ['in memory', {}],
    ['on IndexedDB', { openStore: indexedDbStore }],
  ];

  test.each(phones)('%s', async (_where, phone) => {
    for (const seed of [3, 7]) expect(await simulate({ ...phone, seed })).toEqual(await simulate({ ...phone, seed }));
  });

  test('on the server’s own core, after another day or alone', async () => {
    const live = async (...seeds: readonly number[]) => {
      const server = await openCore();
      const openFarm = (seed: number) => coreFarm(server, seed);
      const reports = [];
      for (const seed of seeds) reports.push(await simulate({ seed, openFarm }));
      await server.close();
      return reports.at(-1);
    };
    expect(await live(2, 3)).toEqual(await live(3));
  });
});

describe('A day that ends badly', () => {
  test('says the one command that lives it again', () => {
    const told = toldOf({ failures: [{ seed: 2, message: 'I5 conservation: heads differ' }] }, 'core');
    expect(told).toEqual([`${replayCommand(2)}\nI5 conservation: heads differ`]);
    expect(replayCommand(2)).toBe('npm run sim -- --seed 2');
    expect(replayCommand(2, 'model')).toBe('npm run sim -- --seed 2 --model');
  });
});
