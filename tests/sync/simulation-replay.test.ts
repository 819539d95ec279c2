import { describe, expect, test } from 'vitest';
import { replayCommand } from '../support/sim/blocks.ts';
import { openGround } from '../support/sim/core-farm.ts';
import { reportedOf } from '../support/sim/days.ts';
import { type Day, simulate } from '../support/sim/simulate.ts';
import { indexedDbStore } from '../support/stores.ts';

/** Lives days on one ground, one after the other, and tells of the last. */
async function lastOf(seeds: readonly number[], phone: Pick<Day, 'openStore'> = {}) {
  const ground = await openGround();
  const reports = [];
  for (const seed of seeds) reports.push(await simulate({ ...phone, seed, ground }));
  ground.close();
  return reports.at(-1);
}

/** A day that cannot be lived again cannot be understood: nothing in it may depend on the pace of the machine. */
describe('A seed lives the same day again', () => {
  const phones: readonly [string, Pick<Day, 'openStore'>][] = [
    ['in memory', {}],
    ['on IndexedDB', { openStore: indexedDbStore }],
  ];

  test.each(phones)('%s', async (_where, phone) => {
    for (const seed of [3, 7]) expect(await lastOf([seed], phone)).toEqual(await lastOf([seed], phone));
  });

  test('after another day or alone', async () => {
    expect(await lastOf([2, 3])).toEqual(await lastOf([3]));
  });
});

describe('A day that ends badly', () => {
  test('says the one command that lives it again', () => {
    const told = reportedOf({ failures: [{ seed: 2, message: 'I5 conservation: heads differ' }] });
    expect(told).toEqual([`${replayCommand(2)}\nI5 conservation: heads differ`]);
    expect(replayCommand(2)).toBe('npm run sim -- --seed 2');
  });
});
