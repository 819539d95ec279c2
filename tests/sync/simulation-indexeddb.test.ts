import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ground, openGround } from '../support/sim/core-farm.ts';
import { simulate } from '../support/sim/simulate.ts';
import { indexedDbStore } from '../support/stores.ts';

const days = 40;

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

describe('The same days on the phone’s own database', () => {
  test('end with every record on the server once, and every phone alike', async () => {
    let acts = 0;
    for (let seed = 1; seed <= days; seed += 1) {
      const day = { seed, ground, openStore: indexedDbStore, lookEvery: 25 };
      const report = await simulate(day).catch((error: unknown) => {
        throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
      });
      acts += report.acts;
    }
    expect(acts).toBeGreaterThan(days);
  }, 900_000);
});
