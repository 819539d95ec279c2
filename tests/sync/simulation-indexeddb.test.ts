import { describe, expect, test } from 'vitest';
import { simulate } from '../support/sim/simulate.ts';
import { indexedDbStore } from '../support/stores.ts';

const days = 40;

describe('The same days on the phone’s own database', () => {
  test('end with every record on the server once, and every phone alike', async () => {
    let acts = 0;
    for (let seed = 1; seed <= days; seed += 1) {
      const report = await simulate({ seed, openStore: indexedDbStore, lookEvery: 25 }).catch((error: unknown) => {
        throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
      });
      acts += report.acts;
    }
    expect(acts).toBeGreaterThan(days);
  }, 120_000);
});
