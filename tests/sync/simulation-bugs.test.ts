import { describe, expect, test } from 'vitest';
import type { Bug } from '../support/sim/device.ts';
import { Violation } from '../support/sim/invariants.ts';
import { simulate } from '../support/sim/simulate.ts';

/** The seed of the first day that ends badly, and what was wrong with it. */
async function firstCaught(bug: Bug, most: number, invariant: RegExp): Promise<string | null> {
  for (let seed = 1; seed <= most; seed += 1) {
    const wrong = await simulate({ seed, bug, lookEvery: 1 }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Violation) return error;
        throw error;
      },
    );
    if (wrong && invariant.test(wrong.message)) return `${seed} ${wrong.message}`;
  }
  return null;
}

/** A simulation that cannot fail proves nothing: bugs of real systems, switched on at the ports (offline.md §3.3). */
describe('The simulation notices', () => {
  test.each<[Bug, RegExp]>([
    ['no-key', /I2|I5/],
    ['ack-without-headers', /I1|I4/],
    ['cursor-before-rows', /I3|I4|I5/],
    ['overlay-dropped', /I4/],
    ['no-archive', /I1|I4/],
  ])(
    'a queue with %s, within 200 days',
    async (bug, invariant) => {
      expect(await firstCaught(bug, 200, invariant)).toMatch(invariant);
    },
    120_000,
  );
});
