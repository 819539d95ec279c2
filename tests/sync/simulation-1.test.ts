import { describe, expect, test } from 'vitest';
import { expectGoodDays } from '../support/sim/days.ts';

describe('A day on a farm with bad links, tabs that die and a server that dies and goes back in time (block 1 of 2)', () => {
  test('ends with every record on the server once, and every phone alike', async () => {
    const { days, acts } = await expectGoodDays(1, 150);
    expect(acts).toBeGreaterThan(days);
  }, 900_000);
});
