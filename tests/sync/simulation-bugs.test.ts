import { describe, expect, test } from 'vitest';
import { firstCaught, firstHarmed } from '../support/sim/blocks.ts';
import { bugNames, bugs } from '../support/sim/bugs.ts';

/** A simulation that cannot fail proves nothing: bugs of real systems, switched on around the shipping lines (offline.md §3.3). */
describe('Within 200 days, or on one that has noticed it before, the simulation notices that', () => {
  test.each(bugNames.map((bug) => [bugs[bug].says, bug] as const))(
    '%s',
    async (_says, bug) => {
      expect((await firstCaught(bug, 200))?.message).toMatch(bugs[bug].seenAs);
    },
    900_000,
  );
});

describe('Without locks between tabs', () => {
  test('nothing is lost or doubled: safety is the ledger’s', async () => {
    expect(await firstHarmed(50)).toBeNull();
  }, 900_000);
});
